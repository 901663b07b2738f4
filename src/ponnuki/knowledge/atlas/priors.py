"""The atlas at run time: when a node is expanded, each move gets virtual wins for what is known of its surroundings.

The score of a move is what its largest known shape, its largest known reply, its features (`go_moves`) and what is read
of it (`go_reading`) weigh; its probability is its share of the exponentials. It gets `visits` won virtual simulations
times the square root of that. Moves that the move predictor rules out are not looked up, where it is asked too: most of
what a look costs is waiting for the memory that the table is in. A node that is visited for the first time may do
without (`thread.full_priors`).
"""

from functools import lru_cache
from math import exp, sqrt
from typing import Any

import numpy as np

from ponnuki.games.go.layout import PASS
from ponnuki.kernels import jit
from ponnuki.kernels.memory import load_f4
from ponnuki.kernels.records import Fields, Records, new_records
from ponnuki.knowledge.atlas.file import ALL_FEATURES, Atlas, load_atlas
from ponnuki.knowledge.atlas.lookup import REPLY, SHAPE, found_fields, look_up, table_fields
from ponnuki.knowledge.atlas.rings import LEVELS, ring_tables
from ponnuki.knowledge.go_moves import FEATURES, GROUPS, move_features
from ponnuki.knowledge.go_reading import READING_GROUPS, WORTH, read_all
from ponnuki.knowledge.priors import add, add_priors

RULED_OUT = np.float32(0.001)
"""Moves that the predictor gives less than this share of the best move's probability are not looked up."""
_GOOD, _BAD = np.float32(1), np.float32(0)
_NEVER = np.float32(-1e30)
"""The score of a move that is not looked up."""


def scratch() -> Fields:
    """What these kernels write to in the record of a thread, beside what `go_moves` has there."""
    return found_fields()


def atlas_dtype(size: int) -> np.dtype[np.void]:
    """The record of an atlas on boards of some size."""
    own: Fields = [
        ("weights", "u8"),  # address of what shapes and replies weigh
        ("feature", "f4", (ALL_FEATURES,)),  # what is read out comes after what is seen
        ("reads", "u1"),  # whether it weighs what is read out
        ("visits", "f4"),
        ("reading_visits", "f4"),  # won or lost, of a move that reading speaks for or against
        ("predicted", "u1"),  # whether the predictor has just written features and probabilities of the moves
        ("go_atlas", "u1"),
    ]
    return np.dtype([*table_fields(size), *own], align=True)


@lru_cache
def new_atlas_priors(name: str, size: int, visits: float, predicted: bool = False, reading: float = 0.0) -> Records:
    """The record that makes a search use an atlas; made once, never written again."""
    records = atlas_record(load_atlas(name), size)
    records[0].visits, records[0].predicted, records[0].reading_visits = visits, predicted, reading
    records.flags.writeable = False
    return records


def atlas_record(atlas: Atlas, size: int) -> Records:
    """A record with the addresses of a table, which has to outlive it."""
    addresses = {name: atlas.arrays[name].ctypes.data for name in ("keys", "first", "weights")}
    features = np.zeros(ALL_FEATURES, np.float32)
    features[: len(atlas.arrays["features"])] = atlas.arrays["features"]
    own = {"shift": atlas.shift, "levels": LEVELS, "feature": features, "reads": bool(features[FEATURES:].any())}
    return new_records(atlas_dtype(size), ring_tables(size) | addresses | own)


@jit
def atlas_score(atlas: Any, thread: Any, features: Any) -> Any:
    """What a move scores whose surroundings have been looked up."""
    score = np.float32(0)
    if thread.known[SHAPE] != 0:
        score += load_f4(atlas.weights, thread.known[SHAPE] - np.uint32(1))
    if thread.known[REPLY] != 0:
        score += load_f4(atlas.weights, thread.known[REPLY] - np.uint32(1))
    for k in range(GROUPS):
        score += atlas.feature[features[k]]
    return score


@jit
def _least_chance(thread: Any, count: Any) -> Any:
    """The probability below which the predictor rules a move out."""
    best = np.float32(0)
    for i in range(count):
        best = max(best, thread.chance[i])
    return RULED_OUT * best


@add_priors.when("go_atlas")
@jit
def _add_atlas(atlas: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    if not thread.full_priors:
        return
    color = np.int64(board.to_move)
    if atlas.reads:
        read_all(board, geometry, thread, count)
    least = _least_chance(thread, count)
    highest = _NEVER
    for i in range(count):
        v = thread.candidates[i]
        if atlas.predicted and thread.chance[i] < least:
            thread.chance[i] = _NEVER
        elif v != PASS:
            if not atlas.predicted:
                move_features(board, geometry, v, color, thread.features[i])
            look_up(atlas, board, geometry, v, thread)
            thread.chance[i] = atlas_score(atlas, thread, thread.features[i])
            if atlas.reads:
                for k in range(READING_GROUPS):
                    thread.chance[i] += atlas.feature[FEATURES + thread.readings[v, k]]
            highest = max(highest, thread.chance[i])
    total = np.float32(1e-30)
    for i in range(count):
        thread.chance[i] = 0 if thread.candidates[i] == PASS else exp(thread.chance[i] - highest)
        total += thread.chance[i]
    for i in range(count):
        if thread.candidates[i] != PASS:
            add(thread, i, atlas.visits * np.float32(sqrt(thread.chance[i] / total)), _GOOD)
            if atlas.reads and atlas.reading_visits > 0:
                for k in range(READING_GROUPS):
                    worth = WORTH[thread.readings[thread.candidates[i], k]]
                    add(thread, i, atlas.reading_visits * abs(worth), _GOOD if worth > 0 else _BAD)
