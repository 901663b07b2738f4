"""What a Go move looks like before any simulation: tactics, shape, nearness and line, as virtual simulations.

Weights are virtual visits; a weight of 0 switches a feature off. The values (how many of the visits are won) are
part of what the feature means: 1 for good, 0 for bad.
"""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, PASS
from ponnuki.games.go.play import winner
from ponnuki.games.go.scoring import area
from ponnuki.games.go.tactics import captured_size, gives_atari, is_self_atari, saved_size
from ponnuki.games.interface import LOSS, WIN
from ponnuki.kernels import inline, jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.priors import add, add_priors
from ponnuki.knowledge.shapes3x3 import WORDS, matches, packed_shape_table

_GOOD, _BAD = np.float32(1), np.float32(0)
_FAR = 5
"""Distance (the larger of rows and columns, plus their sum, halved) from which nearness no longer counts."""


@dataclass(frozen=True, slots=True)
class GoPriors:
    """Virtual visits for each feature. All are guesses; Pachi uses 10 to 60."""

    capture: float = 15.0
    """Captures a stone; a larger capture counts up to twice."""
    escape: float = 15.0
    """Saves a chain in atari by giving it two liberties."""
    atari: float = 5.0
    """Puts a chain into atari."""
    shape: float = 10.0
    """Makes one of the 3x3 shapes of the playouts."""
    near: float = 10.0
    """Next to the last move; less with the distance."""
    first_line: float = 8.0
    """On the edge, where a move is seldom good before the endgame."""
    third_line: float = 3.0
    """On the third line from the edge."""
    self_atari: float = 15.0
    """Puts an own chain into atari for nothing."""
    passing: float = 20.0
    """The pass, which is bad unless it ends the game with a win."""


NO_PRIORS = GoPriors(*[0.0] * 9)

priors_dtype = np.dtype(
    [(name, "f4") for name in asdict(NO_PRIORS)] + [("shape_table", "u4", (WORDS,)), ("go_priors", "u1")],
    align=True,
)


def new_priors(weights: GoPriors = GoPriors()) -> Records:  # noqa: B008 - frozen
    """The record that makes a search use these priors."""
    return new_records(priors_dtype, asdict(weights) | {"shape_table": packed_shape_table()})


@inline
def distance(geometry: Any, u: Any, v: Any) -> Any:
    """Half of rows + columns + the larger of both, rounded up: 1 beside, 2 diagonally, 3 for a knight's move."""
    up = len(geometry.stride)
    rows = abs(np.int64(u) // up - np.int64(v) // up)
    columns = abs(np.int64(u) % up - np.int64(v) % up)
    return (rows + columns + max(rows, columns) + 1) // 2


@jit
def ends_well(board: Any, geometry: Any, thread: Any) -> Any:
    """Whether the player to move wins if the game ends now."""
    black = winner(board, area(board, geometry, thread.owner, thread.stack))
    return black == (WIN if board.to_move == BLACK else LOSS)


@add_priors.when("go_priors")
@jit
def _add_go_priors(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    color = board.to_move
    last = board.last
    for i in range(count):
        v = thread.candidates[i]
        if v == PASS:
            wins = board.passes > 0 and ends_well(board, geometry, thread)
            add(thread, i, knowledge.passing, _GOOD if wins else _BAD)
            continue
        taken = captured_size(board, geometry, v, color)
        if taken > 0:
            add(thread, i, knowledge.capture * np.float32(2 if taken > 2 else 1), _GOOD)
        elif is_self_atari(board, geometry, v, color):
            add(thread, i, knowledge.self_atari, _BAD)
        elif gives_atari(board, geometry, v, color) > 0:
            add(thread, i, knowledge.atari, _GOOD)
        if saved_size(board, geometry, v, color) > 0:
            add(thread, i, knowledge.escape, _GOOD)
        if matches(knowledge, board.code[v], color):
            add(thread, i, knowledge.shape, _GOOD)
        if last != PASS:
            away = distance(geometry, v, last)
            if away < _FAR:
                add(thread, i, knowledge.near * np.float32(_FAR - away) / np.float32(_FAR - 1), _GOOD)
        if geometry.line[v] == 1:
            add(thread, i, knowledge.first_line, _BAD)
        elif geometry.line[v] == 3:
            add(thread, i, knowledge.third_line, _GOOD)
