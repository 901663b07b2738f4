"""Shapes of 12 to 28 points: what a word holds, that symmetries are one shape, and what the table answers."""

import itertools

import numpy as np
import pytest

from ponnuki.games.go.layout import geometry, vertex_of
from ponnuki.games.go.position import Position
from ponnuki.kernels import jit
from ponnuki.knowledge import go_moves
from ponnuki.knowledge.go_patterns import (
    CELLS,
    KINDS,
    MARKS,
    MASKS,
    canonical,
    new_table,
    pattern_score,
    symmetries,
    word_of,
)
from ponnuki.knowledge.go_priors import GoPriors, new_priors

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]

SIZE = 7
SYMBOLS = {".": 0, "X": 1, "O": 2}


@jit
def read_word(board, tables, v, color):
    return word_of(board, tables, v, color)


@jit
def read_score(weights, word):
    return pattern_score(weights, word)


def random_rows(random):
    return ["".join(row) for row in random.choice(list(".........XO"), (SIZE, SIZE))]


def word_at(rows, row, column, to_move="b"):
    """`row` counts from the top, as in the diagram."""
    board = Position.from_rows(rows, to_move=to_move).board(komi=7.5)
    v = np.uint16(vertex_of(SIZE, SIZE - 1 - row, column))
    return int(read_word(board[0], geometry(SIZE)[0], v, board[0].to_move))


def naive_cells(rows, row, column, to_move):
    """By where a point is, seen from the move, upwards and to the right: 0 empty, 1 own, 2 other, 3 off the board."""
    found = {}
    for up, right in CELLS:
        there = row - up, column + right
        if min(there) < 0 or max(there) >= SIZE:
            found[up, right] = 3
        else:
            symbol = SYMBOLS[rows[there[0]][there[1]]]
            found[up, right] = 3 - symbol if to_move == "w" and symbol else symbol
    return found


def test_a_word_holds_the_points_around_as_the_mover_sees_them():
    random = np.random.default_rng(5)
    assert len(CELLS) == len(set(CELLS)) == 28
    for _ in range(20):
        rows = random_rows(random)
        for to_move in "bw":
            row, column = random.integers(0, SIZE, 2)
            word = word_at(rows, int(row), int(column), to_move)
            cells = naive_cells(rows, int(row), int(column), to_move)
            assert [(word >> (2 * k)) & 3 for k in range(28)] == [cells[cell] for cell in CELLS]
    assert [int(mask).bit_count() // 2 for mask in MASKS] == [12, 20, 28]
    assert [int(small & ~large) for small, large in itertools.pairwise(MASKS)] == [0, 0]


def test_a_turned_or_flipped_board_has_the_same_canonical_words():
    random = np.random.default_rng(6)
    for _ in range(10):
        rows = random_rows(random)
        turned = ["".join(line) for line in zip(*rows[::-1], strict=True)]  # clockwise: (r, c) goes to (c, last - r)
        row, column = (int(i) for i in random.integers(0, SIZE, 2))
        words = np.array(
            [
                word_at(rows, row, column),
                word_at(turned, column, SIZE - 1 - row),
                word_at([line[::-1] for line in rows], row, SIZE - 1 - column),
            ],
            np.uint64,
        )
        assert len(set(canonical(words).tolist())) == 1
        assert len({int(one[0]) for one in symmetries(words)} & {int(words[1]), int(words[2])}) in (1, 2)


def test_the_table_knows_every_symmetry_of_its_shapes_and_tells_what_it_does_not_know():
    random = np.random.default_rng(7)
    words = canonical(random.integers(0, 2**56, 300, dtype=np.uint64))
    known, kinds = [], []
    for mark, mask, some in zip(MARKS, MASKS, (words[:100], words[50:200], words), strict=True):
        shapes = np.unique(canonical(some & mask))
        weights = random.normal(size=len(shapes)).astype(np.float32)
        kinds.append((mark, shapes, weights))
        known.append(dict(zip(shapes.tolist(), weights.tolist(), strict=True)))
    records = new_priors(GoPriors(), 9).copy()
    records[0].pattern[:], records[0].pattern_weight[:] = new_table(kinds)
    records[0].unknown[:] = (10, 100, 1000)
    for turned in symmetries(words[::15]):
        for word in turned:
            expected = sum(
                of_kind.get(int(canonical(np.array([word & mask]))[0]), unknown)
                for of_kind, mask, unknown in zip(known, MASKS, (10, 100, 1000), strict=True)
            )
            assert float(read_score(records[0], word)) == pytest.approx(expected, abs=1e-3)
    strange = np.uint64(random.integers(2**55, 2**56))
    assert float(read_score(records[0], strange)) == pytest.approx(1110)


def test_small_boards_know_larger_shapes_unless_they_are_switched_off():
    with_shapes, without, large = (
        new_priors(GoPriors(patterns=patterns), size)[0] for patterns, size in ((True, 9), (False, 9), (True, 13))
    )
    assert with_shapes.patterns
    assert not without.patterns
    assert not large.patterns
    assert np.count_nonzero(with_shapes.pattern) > 10_000
    assert not np.array_equal(with_shapes.feature, without.feature)
    assert len(KINDS) == len(with_shapes.unknown)
    assert go_moves.load_weights(9, False)["patterns"] is False
