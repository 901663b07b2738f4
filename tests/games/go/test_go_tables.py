"""The tables of a size against plain coordinates; nothing is compiled."""

import numpy as np
import pytest

from ponnuki.games.go.layout import geometry, vertex_of
from ponnuki.games.go.position import Position

KNIGHTS_AND_JUMPS = [[0, 2], [1, 2]]


@pytest.mark.parametrize("size", [2, 3, 9, 19, 25])
def test_distances_are_rows_and_columns_and_the_larger_of_both(size):
    apart = geometry(size)[0].apart
    points = [(row, column) for row in range(size) for column in range(size)]
    for row, column in points[:: max(1, len(points) // 40)]:
        for there in points:
            rows, columns = abs(row - there[0]), abs(column - there[1])
            found = apart[vertex_of(size, row, column), vertex_of(size, *there)]
            assert found == rows + columns + max(rows, columns)
    assert (apart[0] == 1).all()
    assert (apart[:, 0] == 1).all()


@pytest.mark.parametrize("size", [2, 3, 9, 19])
@pytest.mark.parametrize("stone", "XO")
def test_the_codes_of_the_neighbours_tell_each_stone_two_points_away_once(size, stone):
    for row, column in ((0, 0), (size // 2, size // 2), (size - 1, 1), (size // 2, size - 1)):
        rows = [["."] * size for _ in range(size)]
        rows[size - 1 - row][column] = stone
        board, tables = Position.from_rows(["".join(r) for r in rows]).board()[0], geometry(size)[0]
        for there in np.ndindex(size, size):
            v, up = vertex_of(size, *there), size + 1
            codes = sum(int(board.code[u]) << 16 * k for k, u in enumerate((v - up, v - 1, v + 1, v + up)))
            seen = codes & int(tables.at_two[v])
            cells = [seen >> 2 * k & 3 for k in range(32)]
            jump = sorted((abs(row - there[0]), abs(column - there[1]))) in KNIGHTS_AND_JUMPS
            assert [cell for cell in cells if cell in (1, 2)] == ([".XO".index(stone)] if jump else [])
