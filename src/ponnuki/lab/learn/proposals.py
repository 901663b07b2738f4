"""The candidates of an iteration: drawn until there are enough that are new and that fit something."""

from collections import Counter
from collections.abc import Callable

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.lab.learn.individuals import ShapeMaterial, numbers_of, propose_setting, propose_shape
from ponnuki.lab.learn.modification import Modification, Point
from ponnuki.lab.learn.proposed import seen_by, values_of
from ponnuki.lab.learn.proposers import find_proposer
from ponnuki.lab.learn.seen_moves import SeenMoves, look
from ponnuki.lab.learn.state import Drawn, State
from ponnuki.match.seeds import trial_seed
from ponnuki.players.spec import PlayerSpec

ATTEMPTS = 100
"""How often a proposer is asked in one iteration; after that, the candidates that it has given must do."""
PATIENCE = 1000
"""Draws for each candidate; if none of so many is new, there is probably nothing new left."""

NOTHING, DUPLICATE, NEVER, SAME = "says nothing", "drawn before", "fits no move", "changes nothing"
"""Why a candidate is turned down before a game is spent on it."""


def propose(state: State, seen: SeenMoves | None) -> Drawn:
    """The next iteration's candidates; a function of the campaign's seed and of what its journal has.

    Without moves that were seen, settings are drawn.
    """
    settings = state.settings
    if settings.parameters:
        return _points(state)
    random = np.random.default_rng(trial_seed("draw", settings.seed, len(state.iterations), 0, 0))
    material = None if seen is None else ShapeMaterial(seen, state.parents())
    taken, rejected = state.tried(), Counter[str]()
    found: list[tuple[str, Modification]] = []
    for _ in range(PATIENCE * settings.candidates):
        if len(found) == settings.candidates:
            break
        way, change, fault = _setting(random, state) if material is None else _shape(random, material, state)
        fault = DUPLICATE if change in taken else fault
        if change is None or fault:
            rejected[fault or NOTHING] += 1
        else:
            taken.add(change)
            found.append((way, change))
    if not found:
        raise BadInput(f"nothing new can be drawn: {', '.join(f'{count} {why}' for why, count in rejected.items())}")
    return Drawn(tuple(change for _, change in found), tuple(way for way, _ in found), dict(rejected))


def _points(state: State) -> Drawn:
    """Points that the proposer asks for. For those that were raced before, it is asked again with another seed."""
    settings = state.settings
    proposer, seen, now = find_proposer(settings.proposer), seen_by(state), values_of(state)
    taken, rejected = state.tried(), Counter[str]()
    found: list[Modification] = []
    for attempt in range(ATTEMPTS):
        missing = settings.candidates - len(found)
        if not missing:
            break
        seed = trial_seed("draw", settings.seed, len(state.iterations), 0, attempt)
        for values in proposer.propose(settings.parameters, seen, now, missing, seed):
            change = Point(tuple(sorted(values.items())))
            if values == now or change in taken:
                rejected[SAME if values == now else DUPLICATE] += 1
            else:
                taken.add(change)
                found.append(change)
    if not found:
        raise BadInput(f"nothing new is proposed: {', '.join(f'{count} {why}' for why, count in rejected.items())}")
    return Drawn(tuple(found), (settings.proposer,) * len(found), dict(rejected))


def _setting(random: np.random.Generator, state: State) -> tuple[str, Modification | None, str]:
    baseline = state.baseline
    assert isinstance(baseline, PlayerSpec)
    change = propose_setting(random, baseline)
    return "settings", change, SAME if change.value == numbers_of(baseline)[change.name] else ""


def _shape(random: np.random.Generator, material: ShapeMaterial, state: State) -> tuple[str, Modification | None, str]:
    way, shape = propose_shape(random, material, state.settings.kind)
    return way, shape, NEVER if shape is not None and not material.seen.fits(shape.mask).any() else ""


def look_at(state: State, on_move: Callable[[], None] = lambda: None) -> SeenMoves | None:
    """Games of the baseline as it stands; None where the individuals need none."""
    if state.settings.kind == "settings":
        return None
    baseline = state.baseline
    assert isinstance(baseline, PlayerSpec)
    seed = trial_seed("look", state.settings.seed, len(state.accepted), 0, 0)
    return look(baseline, seed, on_move=on_move)
