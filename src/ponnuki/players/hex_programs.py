"""Named Hex programs: what a spec with `game = "hex"` starts from. Figures are in docs/hex.md."""

from dataclasses import replace

from ponnuki.knowledge.hex_prior_weights import PriorWeights
from ponnuki.players.program import Program
from ponnuki.policies.hex_slow_rules import SlowRules
from ponnuki.search.settings import UCT, SearchSettings

SEARCH = SearchSettings(rave_equivalence=3000.0, expand_after=2, prior_visits=4.0, first_play_urgency=1.0)
"""As in Havannah; of the changes that were raced at equal CPU time none was accepted (docs/hex.md)."""

HEX_PROGRAMS = {
    "default": Program(SEARCH, SlowRules(reply=False), PriorWeights()),
    "slow": Program(SEARCH, SlowRules(), PriorWeights()),
    "fast": Program(SEARCH, priors=PriorWeights(connect=0.0)),
    "uct": Program(replace(UCT, every_move=False), priors=PriorWeights(connect=0.0)),
}
"""`slow` and `fast` are RAVE searches with two kinds of playouts; `default` is `slow`
without replies, which cost more than they bring. `uct` is Algorithm 1 of the
papers with fast playouts."""
