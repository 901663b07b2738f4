"""Every incremental field of the board against its recomputation."""

import random

import numpy as np
import pytest

from ponnuki.games.havannah.board import is_legal, play, root_of
from ponnuki.games.havannah.layout import (
    BLACK,
    DIRECTIONS,
    EMPTY,
    WHITE,
    border_bits,
    cell_count,
    cells,
    geometry,
    new_board,
    vertex_count,
    vertex_of,
)
from ponnuki.games.havannah.naive import NaivePosition

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


def check(board, size, stones):
    empty = {vertex_of(size, *at) for at in cells(size) if at not in stones}
    assert {int(v) for v in board.empty[: int(board.empty_count)]} == empty
    assert all(board.empty[board.place[v]] == v for v in empty)
    naive = NaivePosition(size, stones=stones)
    roots = set()
    for color, number in (("w", WHITE), ("b", BLACK)):
        for chain in naive.chains(color):
            found = {int(root_of(board, np.uint16(vertex_of(size, *at)))) for at in chain}
            assert len(found) == 1
            (root,) = found
            assert root not in roots
            roots.add(root)
            assert board.weight[root] == len(chain)
            assert board.border[root] == np.bitwise_or.reduce([border_bits(size, *at) for at in chain])
            assert all(board.color[vertex_of(size, *at)] == number for at in chain)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_fields_equal_their_recomputation_after_every_move(size, scaled):
    for seed in range(scaled(20)):
        chance, order, stones = random.Random(seed), list(cells(size)), {}
        chance.shuffle(order)
        board, tables = new_board(size)[0], geometry(size)[0]
        for number, at in enumerate(order):
            v = np.uint16(vertex_of(size, *at))
            assert is_legal(board, v)
            play(board, tables, v, WHITE if number % 2 == 0 else BLACK)
            stones[at] = "wb"[number % 2]
            assert (board.last, board.moves) == (v, number + 1)
            check(board, size, stones)
            if board.won:
                break


@pytest.mark.parametrize("size", range(2, 11))
def test_a_board_has_as_many_cells_corners_and_sides_as_it_should(size):
    assert len(cells(size)) == cell_count(size)
    bits = [border_bits(size, *at) for at in cells(size)]
    assert sum(bit in (1, 2, 4, 8, 16, 32) for bit in bits) == 6
    for side in range(6, 12):
        assert sum(bit == 1 << side for bit in bits) == size - 2
    board = new_board(size)[0]
    on_board = {vertex_of(size, *at) for at in cells(size)}
    assert {int(v) for v in np.flatnonzero(board.color == EMPTY)} == on_board
    assert all(0 <= v + d[0] + d[1] * 2 * size < vertex_count(size) for v in on_board for d in DIRECTIONS)
