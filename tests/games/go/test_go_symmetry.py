"""Rules do not care which way the board is turned, nor which colour is called Black."""

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from oracle import ALL_RULES

from ponnuki.games.go import IllegalMove, Position
from ponnuki.games.go.coords import SYMMETRIES, from_gtp, inverse, symmetry_table, to_gtp, transform

pytestmark = pytest.mark.kernel

GAMES = {
    "size": st.sampled_from([2, 3, 5]),
    "rules": st.sampled_from(ALL_RULES),
    "choices": st.lists(st.integers(0, 10**6), max_size=60),
}
SWAP = str.maketrans("XO", "OX")


def turned(move, size, symmetry):
    point = from_gtp(move, size)
    return move if point is None else to_gtp(transform(point, size, symmetry))


def turned_colors(colors, symmetry):
    image = np.zeros_like(colors)
    size = len(colors)
    for row in range(size):
        for column in range(size):
            image[transform((row, column), size, symmetry)] = colors[row, column]
    return image


def moves_of(size, rules, choices):
    """A legal game: each choice picks one of the legal moves, the pass not unless it is the last left."""
    position, moves = Position.empty(size, rules), []
    for choice in choices:
        legal = position.legal_moves()
        if not legal:
            break
        moves.append(legal[choice % max(1, len(legal) - (choice % 10 != 0))])
        position = position.play(moves[-1])
    return moves


@given(**GAMES, symmetry=st.integers(0, SYMMETRIES - 1))
@settings(max_examples=120)
def test_a_turned_game_gives_the_turned_position(size, rules, choices, symmetry):
    position = image = Position.empty(size, rules)
    for move in moves_of(size, rules, choices):
        position, image = position.play(move), image.play(turned(move, size, symmetry))
        assert {turned(m, size, symmetry) for m in position.legal_moves()} == set(image.legal_moves())
        assert position.score() == image.score()
    assert np.array_equal(image.colors(), turned_colors(position.colors(), symmetry))


@given(**GAMES)
@settings(max_examples=200)
def test_a_game_with_colours_swapped_gives_the_position_with_colours_swapped(size, rules, choices):
    position = Position.empty(size, rules)
    image = Position.from_rows(["." * size] * size, "w", rules)
    for move in moves_of(size, rules, choices):
        position, image = position.play(move), image.play(move)
        assert position.legal_moves() == image.legal_moves()
        assert position.score() == -image.score()
        assert position.to_move != image.to_move
    assert [row.translate(SWAP) for row in position.rows()] == image.rows()


@given(**GAMES)
@settings(max_examples=100)
def test_playing_on_never_changes_an_earlier_position(size, rules, choices):
    def everything(position):
        return (
            position.rows(),
            position.to_move,
            position.is_over,
            position.move_number,
            position.last_move,
            position.legal_moves(),
            [position.records[0][name].tolist() for name in position.records.dtype.names],
            str(position),
        )

    positions = [Position.empty(size, rules)]
    for move in moves_of(size, rules, choices):
        positions.append(positions[-1].play(move))
    before = [everything(position) for position in positions]
    for position in positions:
        for move in position.legal_moves():
            position.play(move)
        occupied = [to_gtp((int(r), int(c))) for r, c in np.argwhere(position.colors())]
        for move in occupied[:3]:
            with pytest.raises(IllegalMove):
                position.play(move)
        position.records[0].color[:] = 3  # a copy: scribbling on it is harmless
        position.colors()[:] = 2
    assert [everything(position) for position in positions] == before


@given(**GAMES)
@settings(max_examples=100)
def test_replaying_the_rows_of_a_position_gives_the_same_board(size, rules, choices):
    position = Position.empty(size, rules)
    for move in moves_of(size, rules, choices):
        position = position.play(move)
    again = Position.from_rows(position.rows(), position.to_move, rules)
    assert again.rows() == position.rows()
    assert again.score() == position.score()
    assert again.records[0].hash == position.records[0].hash
    assert np.array_equal(again.records[0].code, position.records[0].code)


@pytest.mark.parametrize("size", [2, 3, 19])
def test_the_eight_symmetries_are_different_and_each_has_its_inverse(size):
    table = symmetry_table(size)
    assert table.shape == (8, size * size)
    assert len({tuple(row) for row in table.tolist()}) == 8
    for symmetry in range(SYMMETRIES):
        assert sorted(table[symmetry].tolist()) == list(range(size * size))
        assert (table[inverse(symmetry)][table[symmetry]] == np.arange(size * size)).all()
        assert inverse(inverse(symmetry)) == symmetry
        for row in range(size):
            for column in range(size):
                image = transform((row, column), size, symmetry)
                assert table[symmetry, row * size + column] == image[0] * size + image[1]
                assert transform(image, size, inverse(symmetry)) == (row, column)


def test_symmetries_keep_neighbours_together():
    for symmetry in range(SYMMETRIES):
        (r0, c0), (r1, c1) = (transform(point, 9, symmetry) for point in ((2, 3), (2, 4)))
        assert abs(r0 - r1) + abs(c0 - c1) == 1
