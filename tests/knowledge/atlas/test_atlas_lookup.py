"""The kernel's look into a table against surroundings that are read cell by cell."""

import pytest
from atlas_samples import SIZE, known, largest, random_game, table_of

from ponnuki.games.go.position import Position
from ponnuki.knowledge.atlas import naive
from ponnuki.knowledge.atlas.rings import ENDS, LEVELS, OFFSETS, distance, symmetries

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]

CORNERS_AND_EDGES = ["A1", "E1", "A5", "E5", "A3", "C1", "C5", "E3", "C3"]
ROWS = [".X...", "..O..", ".XO..", "O.X..", "....."]


def turned(rows):
    return ["".join(column) for column in zip(*rows[::-1], strict=True)]


def turned_move(move):
    """Where a point goes when the board is turned clockwise."""
    column, row = "ABCDE".index(move[0]), int(move[1]) - 1
    return f"{'ABCDE'[row]}{SIZE - column}"


def reflected(rows):
    return [row[::-1] for row in rows]


def reflected_move(move):
    return f"{'EDCBA'['ABCDE'.index(move[0])]}{move[1]}"


def all_sides(rows, last, move):
    """A position, its last move and a move from each of the eight sides."""
    for _ in range(2):
        for _ in range(4):
            rows, last, move = turned(rows), turned_move(last), turned_move(move)
            yield rows, last, move
        rows, last, move = reflected(rows), reflected_move(last), reflected_move(move)


def test_neighbourhoods_are_nested_symmetric_and_end_where_the_distance_says():
    assert ENDS[0] == 8
    assert ENDS[1] == 12
    assert list(ENDS) == sorted(set(ENDS))
    assert [distance(*offset) for offset in OFFSETS] == sorted(distance(*offset) for offset in OFFSETS)
    for offset in OFFSETS:
        there = symmetries(*offset)
        assert {distance(*one) for one in there} == {distance(*offset)}
        assert set(there) <= set(OFFSETS)
    assert len(set(symmetries(1, 2))) == 8


def test_the_largest_known_surroundings_are_those_of_the_naive_way_on_random_positions():
    """What half of the moves have is known, so that the others end at all levels."""
    levels = set()
    for seed in range(3):
        *_, position = random_game(seed, 6 + 3 * seed)
        moves = [move for move in position.legal_moves() if move != "pass"]
        known_ones = {one for move in moves[::2] for one in naive.surroundings(position, move)}
        table = table_of(known_ones)
        for move in [*moves, *CORNERS_AND_EDGES]:
            if move in moves:
                assert known(table, position, move) == largest(known_ones, position, move)
                levels.add(max((one[0] for one in naive.surroundings(position, move) if one in known_ones), default=-1))
    assert len(levels) > 2
    assert LEVELS - 1 in levels


def test_corners_and_edges_of_an_empty_board_are_told_apart_and_their_symmetries_are_not():
    empty = Position.empty(SIZE)
    known_ones = {one for move in ("A1", "C1", "C3") for one in naive.surroundings(empty, move)}
    table = table_of(known_ones)
    keys = {move: known(table, empty, move)[0] for move in CORNERS_AND_EDGES}
    assert len({keys[corner] for corner in ("A1", "E1", "A5", "E5")}) == 1
    assert len({keys[edge] for edge in ("A3", "C1", "C5", "E3")}) == 1
    assert len(set(keys.values())) == 3
    assert None not in keys.values()


@pytest.mark.parametrize("move", ["E5", "D4", "A5"])
def test_turned_reflected_and_exchanged_positions_have_the_same_keys(move):
    position = Position.from_rows(ROWS).play("C5")
    table = table_of(set(naive.surroundings(position, move)))
    expected = known(table, position, move)
    assert None not in expected
    for rows, last, there in all_sides(ROWS, "C5", move):
        assert known(table, Position.from_rows(rows).play(last), there) == expected
        exchanged = [row.translate(str.maketrans("XO", "OX")) for row in rows]
        assert known(table, Position.from_rows(exchanged, "w").play(last), there) == expected


def test_a_stone_of_the_other_colour_or_another_last_move_makes_another_key():
    position = Position.from_rows(ROWS).play("C5")
    table = table_of(set(naive.surroundings(position, "D4")))
    shape, reply = known(table, position, "D4")
    other_last = Position.from_rows([".XX..", "..O..", ".XO..", "O....", "....."]).play("C2")
    assert known(table, other_last, "D4")[0] == shape
    assert known(table, other_last, "D4")[1] != reply
    other_color = Position.from_rows([".XX..", "..X..", ".XO..", "O.X..", "....."], "w")
    assert known(table, other_color, "D4")[0] != shape


def test_where_nothing_was_played_before_there_is_no_reply():
    position = Position.from_rows(ROWS)
    table = table_of(set(naive.surroundings(position, "D4")))
    shape, reply = known(table, position, "D4")
    assert shape is not None
    assert reply is None
