"""The table of 3x3 shapes against the board it is used on."""

import numpy as np
import pytest

from ponnuki.games.go import Position
from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import vertex_of
from ponnuki.kernels import jit
from ponnuki.knowledge.shapes3x3 import MOGO, matches, packed_shape_table, shape_table

pytestmark = pytest.mark.kernel


@jit
def ask(tables, code, color):
    return matches(tables, code, color)


def fits(rows, vertex, color):
    """What the plain table says of a point, after checking that the packed one says the same."""
    position = Position.from_rows(rows)
    code = position.board()[0].code[vertex_of(len(rows), *from_gtp(vertex, len(rows)))]
    plain = bool(shape_table()[code] & {"b": 1, "w": 2}[color])
    tables = np.zeros(1, [("shape_table", "u4", (4096,))]).view(np.recarray)
    tables[0].shape_table[:] = packed_shape_table()
    assert bool(ask(tables[0], code, {"b": 1, "w": 2}[color])) == plain
    return plain


HANE = [".....", ".....", ".XOX.", ".....", "....."]
CUT = [".....", "..X..", ".O.O.", ".....", "....."]
EDGE = [".....", ".....", ".....", ".XO..", "....."]
NOTHING = [".....", ".....", "..X..", ".....", "....."]


def test_hane_around_a_stone_matches_for_both_sides():
    assert fits(HANE, "C2", "b")
    assert fits(HANE, "C2", "w")


def test_a_cutting_point_matches():
    assert fits(CUT, "C3", "b")
    assert fits(CUT, "C3", "w")


def test_a_lone_stone_calls_for_nothing():
    assert not fits(NOTHING, "C2", "b")
    assert not fits(NOTHING, "B2", "w")


def test_the_edge_has_shapes_of_its_own():
    found = [point for point in ("A1", "B1", "C1", "D1") if fits(EDGE, point, "b")]
    assert found
    assert "A1" not in found


def test_a_shape_matches_in_all_eight_orientations_and_with_colours_exchanged():
    table = shape_table()
    matched = np.flatnonzero(table)
    assert len(matched) > 1000
    cells = (matched[:, None] >> (2 * np.arange(8))) & 3
    mirrored = cells[:, [2, 1, 0, 4, 3, 7, 6, 5]]
    turned = cells[:, [5, 3, 0, 6, 1, 7, 4, 2]]
    weights = 1 << (2 * np.arange(8))
    for image in (mirrored, turned):
        assert np.array_equal(table[image @ weights], table[matched])
    exchanged = np.array([0, 2, 1, 3])[cells] @ weights
    swapped = ((table[matched] & 1) << 1) | (table[matched] >> 1)
    assert np.array_equal(table[exchanged], swapped)


def test_fewer_shapes_match_less():
    assert 0 < np.count_nonzero(shape_table(MOGO[:1])) < np.count_nonzero(shape_table())
