"""Named Go programs: what a spec of Go starts from, and the shapes that campaigns have brought to the default one."""

from dataclasses import replace

from ponnuki.games.go.neighbourhood import NEIGHBOURHOOD
from ponnuki.games.go.rules import MAX_SIZE
from ponnuki.knowledge.go_prior_weights import NO_PRIORS, GoPriors
from ponnuki.players.program import Program
from ponnuki.players.shape_spec import read_shapes
from ponnuki.policies.go_mogo_rules import BARE, CLASSIC, MogoRules
from ponnuki.search.settings import UCT, SearchSettings

_DEFAULT = Program(
    SearchSettings(rave_fade=0.5, expand_after=1, full_priors_after=4, merge=True), MogoRules(), GoPriors(), version=9
)
_WITH_ATLAS = Program(
    replace(_DEFAULT.search, full_priors_after=8),
    _DEFAULT.playout,
    GoPriors(atlas="go19", atlas_reading=60.0),
    version=10,
)
_LARGE = range(14, MAX_SIZE + 1)
"""Boards whose move predictor was fitted to 19x19 games, anew for version 11."""
PROGRAMS = {
    "default": replace(
        _DEFAULT,
        on_size=dict.fromkeys(_LARGE, replace(_DEFAULT, version=11))
        | {13: _WITH_ATLAS, 19: replace(_WITH_ATLAS, version=11)},
    ),
    "mogo": Program(SearchSettings(), CLASSIC, NO_PRIORS),
    "light": Program(SearchSettings(), None, NO_PRIORS),
    "bare": Program(SearchSettings(), BARE, NO_PRIORS),
    "uct": Program(UCT, None, NO_PRIORS),
}
"""`default` has everything, on 13x13 and 19x19 an atlas of shapes and reading too; `mogo` atari replies, 3x3 shapes and
RAVE; `light` uniform playouts and RAVE; `bare` every named rule and prior off, where Hoock and Teytaud
start from; `uct` Algorithm 1 of Bourki and others."""

LEARNED = read_shapes([{"text": "?????|?????|??+??|?.?#?|????#", "bias": -5.0}], NEIGHBOURHOOD)
"""Moves on the first line with an empty point diagonally before them are looked at less.

A shape is here if it was accepted in a campaign of `ponnuki learn`, confirmed in fresh games, and not shown to hurt in
2 000 games of the default program at 10 000 simulations. `docs/learn.md` has the campaigns and the games.
"""
