"""Every incremental field of the board against its recomputation."""

import random

import numpy as np
import pytest

from ponnuki.games.hex.board import is_legal, play, root_of, swap
from ponnuki.games.hex.layout import (
    BLACK,
    EMPTY,
    FIRST_COLUMN,
    FIRST_ROW,
    LAST_COLUMN,
    LAST_ROW,
    OFF,
    WHITE,
    cell_count,
    cells,
    geometry,
    new_board,
    sides,
    vertex_of,
)
from ponnuki.games.hex.naive import NaivePosition

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]
NUMBERS = {"b": BLACK, "w": WHITE}


def touched(chain, color, size):
    """The sides of its own colour that a chain lies at, as bits."""
    place, first, last = (1, FIRST_ROW, LAST_ROW) if color == "b" else (0, FIRST_COLUMN, LAST_COLUMN)
    along = {at[place] for at in chain}
    return (first if 0 in along else 0) | (last if size - 1 in along else 0)


def check(board, size, stones):
    empty = {vertex_of(size, *at) for at in cells(size) if at not in stones}
    assert {int(v) for v in board.empty[: int(board.empty_count)]} == empty
    assert all(board.empty[board.place[v]] == v for v in empty)
    naive = NaivePosition(size, stones=stones)
    assert board.won == NUMBERS.get(naive.winner, 0)
    for color, number in NUMBERS.items():
        assert all((board.color[vertex_of(size, *at)] == number) == (stone == color) for at, stone in stones.items())
        if not board.won:
            check_chains(board, size, naive, color)


def check_chains(board, size, naive, color):
    """While nobody has won, a chain lies at one side of its colour or at none, and is joined to that side alone."""
    side_of = {bit: root_of(board, np.uint16(at[0])) for bit, (one, at) in sides(size).items() if one == NUMBERS[color]}
    weights = {int(root): size for root in side_of.values()}
    assert len(weights) == 2
    for chain in naive.chains(color):
        (root,) = {int(root_of(board, np.uint16(vertex_of(size, *at)))) for at in chain}
        bits = touched(chain, color, size)
        assert bits == board.sides[root]
        assert [bit for bit, side in side_of.items() if side == root] == ([bits] if bits else [])
        weights[root] = weights.get(root, 0) + len(chain)
    assert {root: int(board.weight[root]) for root in weights} == weights


@pytest.mark.parametrize("size", [2, 3, 5])
def test_fields_equal_their_recomputation_after_every_move(size, scaled):
    for seed in range(scaled(20)):
        chance, order, stones = random.Random(seed), list(cells(size)), {}
        chance.shuffle(order)
        board, tables = new_board(size, True)[0], geometry(size)[0]
        if seed % 2 == 0:  # a swapped first stone must leave nothing behind
            (x, y) = order.pop()
            play(board, tables, np.uint16(vertex_of(size, x, y)), BLACK)
            swap(board, tables)
            stones[y, x] = "w"
            order = [at for at in cells(size) if at not in stones]
            check(board, size, stones)
        for number, at in enumerate(order):
            v = np.uint16(vertex_of(size, *at))
            assert is_legal(board, v)
            play(board, tables, v, BLACK if number % 2 == 0 else WHITE)
            stones[at] = "bw"[number % 2]
            assert board.last == v
            check(board, size, stones)
            if board.won:
                break


@pytest.mark.parametrize("size", range(2, 20))
def test_a_board_has_its_cells_four_sides_and_four_corners_of_nobody(size):
    board = new_board(size)[0]
    assert (board.color == EMPTY).sum() == len(cells(size)) == cell_count(size)
    assert (board.color == BLACK).sum() == (board.color == WHITE).sum() == 2 * size
    assert (board.color == OFF).sum() == 4
    assert board.color[0] == OFF
