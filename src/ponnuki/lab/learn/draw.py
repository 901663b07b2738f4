"""The candidates of an iteration: drawn until there are enough that are new and that fit something."""

from collections import Counter

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.lab.learn.individuals import Known, draw_setting, draw_shape, numbers_of
from ponnuki.lab.learn.modification import Modification
from ponnuki.lab.learn.seen_moves import SeenMoves, look
from ponnuki.lab.learn.state import Drawn, State
from ponnuki.match.seeds import trial_seed

PATIENCE = 1000
"""Draws for each candidate before it is given up: what can be drawn has been."""

NOTHING, DUPLICATE, NEVER, SAME = "says nothing", "drawn before", "fits no move", "changes nothing"
"""Why a candidate is turned down before a game is spent on it."""


def draw(state: State, seen: SeenMoves | None) -> Drawn:
    """The next iteration's candidates; a function of the campaign's seed and of what its journal has.

    Without moves that were seen, settings are drawn.
    """
    settings = state.settings
    random = np.random.default_rng(trial_seed("draw", settings.seed, len(state.iterations), 0, 0))
    known = None if seen is None else Known(seen, state.parents())
    taken, rejected = state.tried(), Counter[str]()
    found: list[tuple[str, Modification]] = []
    for _ in range(PATIENCE * settings.candidates):
        if len(found) == settings.candidates:
            break
        way, change, fault = _setting(random, state) if known is None else _shape(random, known, state)
        fault = DUPLICATE if change in taken else fault
        if change is None or fault:
            rejected[fault or NOTHING] += 1
        else:
            taken.add(change)
            found.append((way, change))
    if not found:
        raise BadInput(f"nothing new can be drawn: {', '.join(f'{count} {why}' for why, count in rejected.items())}")
    return Drawn(tuple(change for _, change in found), tuple(way for way, _ in found), dict(rejected))


def _setting(random: np.random.Generator, state: State) -> tuple[str, Modification | None, str]:
    change = draw_setting(random, state.baseline)
    return "settings", change, SAME if change.value == numbers_of(state.baseline)[change.name] else ""


def _shape(random: np.random.Generator, known: Known, state: State) -> tuple[str, Modification | None, str]:
    way, shape = draw_shape(random, known, state.settings.kind)
    return way, shape, NEVER if shape is not None and not known.seen.fits(shape.mask).any() else ""


def look_at(state: State) -> SeenMoves | None:
    """Games of the baseline as it stands; None where the individuals need none."""
    if state.settings.kind == "settings":
        return None
    return look(state.baseline, trial_seed("look", state.settings.seed, len(state.accepted), 0, 0))
