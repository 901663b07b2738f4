"""Named Havannah programs: what a spec with `game = "havannah"` starts from. Figures are in docs/havannah.md."""

from dataclasses import dataclass, replace

from ponnuki.policies.havannah_slow import SlowRules
from ponnuki.search.settings import UCT, SearchSettings

FIRST_VERSION = 3
"""Of a program that has played the same since versions are counted for each."""
SEARCH = SearchSettings(rave_equivalence=3000.0, expand_after=2, prior_visits=4.0, first_play_urgency=1.0)
"""As in Go, where nothing else was seen to be better: RAVE weights from 300 to 10 000 play alike here, and any
exploration beyond RAVE's own is worse."""


@dataclass(frozen=True, slots=True)
class HavannahProgram:
    """A named set of settings."""

    search: SearchSettings
    playout: SlowRules | None
    """None: fast playouts."""
    version: int = FIRST_VERSION
    """Raised when the program comes to play differently."""


HAVANNAH_PROGRAMS = {
    "default": HavannahProgram(SEARCH, SlowRules(win=False, stop=False)),
    "slow": HavannahProgram(SEARCH, SlowRules()),
    "fast": HavannahProgram(SEARCH, None),
    "uct": HavannahProgram(replace(UCT, every_move=False), None),
}
"""`slow` and `fast` are RAVE searches with the papers' two kinds of playouts. `default` has the rules of the slow ones
that pay for their time: connections and replies. `uct` is Algorithm 1 of the papers with fast playouts."""
