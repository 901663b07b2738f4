"""Named Havannah programs: what a spec with `game = "havannah"` starts from. Figures are in docs/havannah.md."""

from dataclasses import replace

from ponnuki.knowledge.havannah_prior_weights import HavannahPriors
from ponnuki.players.program import Program
from ponnuki.policies.havannah_slow_rules import SlowRules
from ponnuki.search.settings import UCT, SearchSettings

SEARCH = SearchSettings(rave_equivalence=3000.0, expand_after=2, prior_visits=4.0, first_play_urgency=1.0)
"""As in Go, where nothing else was seen to be better: RAVE weights from 300 to 10 000 play alike here, and any
exploration beyond RAVE's own is worse."""

HAVANNAH_PROGRAMS = {
    "default": Program(SEARCH, SlowRules(win=False, stop=False), HavannahPriors()),
    "slow": Program(SEARCH, SlowRules(), HavannahPriors()),
    "fast": Program(SEARCH, None, HavannahPriors()),
    "uct": Program(replace(UCT, every_move=False), None, HavannahPriors()),
}
"""`slow` and `fast` are RAVE searches with the two kinds of playouts of Bourki and others. `default` has the rules
of the slow ones that pay for their time: connections and replies. `uct` is their Algorithm 1, with fast playouts."""
