"""What `ponnuki bench semeai` times: finding and solving capturing races on 19x19, as a search would ask for it."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, WHITE, geometry
from ponnuki.games.go.position import Position
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_find import find
from ponnuki.knowledge.semeai_local import new_local
from ponnuki.knowledge.semeai_search import solve

SIZE = 19
LIMIT = 2_000
RACE = ["XXXXXXXXX", "........X", "OOOOOOOOX", "XXXXXXXXO", "........O", "OOOOOOOOO"]
"""The lower left corner of a board: eight liberties each, and none shared."""


def jobs() -> Mapping[str, Callable[[int], int]]:
    """A board without races, one with a race that counting decides, and the same without counting."""
    quiet, racing = Position.from_rows(quiet_rows()), Position.from_rows(racing_rows())
    return {"quiet": _job(quiet, 0), "counted": _job(racing, 0), "searched": _job(racing, 1)}


def racing_rows() -> list[str]:
    """A board with one race."""
    rows = ["." * SIZE] * (SIZE - len(RACE))
    return rows + [row + "." * (SIZE - len(row)) for row in RACE]


def quiet_rows() -> list[str]:
    """A board with a hundred stones that touch, and room for all of them."""
    random = np.random.default_rng(19)
    board = [["."] * SIZE for _ in range(SIZE)]
    while sum(cell != "." for row in board for cell in row) < 100:
        row, column = (int(place) for place in random.integers(0, SIZE, 2))
        board[row][column] = "X" if column < SIZE // 2 + row % 3 - 1 else "O"
    return ["".join(row) for row in board]


def _job(position: Position, only_search: int) -> Callable[[int], int]:
    board, tables, local = position.board(), geometry(SIZE), new_local()
    local[0].only_search = only_search

    def run(count: int) -> int:
        _solve_often(board[0], tables[0], local[0], count)
        return count

    return run


@jit
def _solve_often(board: Any, tables: Any, local: Any, count: Any) -> Any:
    """Find and solve the races of a board so many times, each for both first players."""
    results = 0
    for _ in range(count):
        for i in range(find(board, tables, local)):
            black, white = local.race_black[i], local.race_white[i]
            results += solve(board, tables, local, black, white, np.int64(BLACK), np.int64(LIMIT))
            results += solve(board, tables, local, black, white, np.int64(WHITE), np.int64(LIMIT))
    return results
