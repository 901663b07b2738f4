"""Capturing races of whole boards: found, solved, and the moves they need."""

import numpy as np
import pytest

from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import BLACK, WHITE, geometry, vertex_of
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai import RESULTS, semeais
from ponnuki.knowledge.semeai_alive import has_two_eyes
from ponnuki.knowledge.semeai_local import new_local
from ponnuki.knowledge.semeai_search import solve

pytestmark = pytest.mark.kernel
EVEN = [
    ".........",
    ".........",
    ".........",
    "XXXXXXXX.",
    ".......X.",
    "OOOOOOOX.",
    "XXXXXXXOO",
    ".......O.",
    "OOOOOOO.O",
]
BENT_FOUR = [
    ".........",
    ".........",
    ".........",
    ".........",
    "OOO......",
    "XXO......",
    ".XOO.....",
    "OXXXO....",
    ".O.XO....",
]


SHARED_EYE = [
    "XXXXXXXOO",
    ".XXXXXXO.",
    "X.XXXXXOO",
    "XXXXXXXXO",
    ".......XO",
    "OOOOOOOXO",
    "XXXXXXXO.",
    ".......OO",
    "OOOOOOOO.",
]


def race_of(rows, black="A3", white="A4", only_search=False, limit=30_000):
    """Results of the race between two chains, Black first and White first."""
    board, local, tables = Position.from_rows(rows).board()[0], new_local()[0], geometry(9)[0]
    local.only_search = only_search
    stones = [np.int64(vertex_of(9, *from_gtp(stone, 9))) for stone in (black, white)]
    return tuple(
        RESULTS[solve(board, tables, local, *stones, np.int64(first), np.int64(limit))] for first in (BLACK, WHITE)
    )


def test_with_as_many_liberties_who_is_first_wins():
    assert race_of(EVEN) == ("black", "white")
    (race,) = semeais(Position.from_rows(EVEN))
    assert race.black[0] == "A3"
    assert race.white[0] == "A4"
    assert race.necessary["black"] == tuple(f"{letter}5" for letter in "ABCDEFG")
    assert race.necessary["white"] == tuple(f"{letter}2" for letter in "ABCDEFG")
    assert (race.liberties["black"].outside, race.liberties["white"].outside, race.shared) == (7, 7, 0)


def test_a_race_that_is_won_by_two_liberties_needs_no_move():
    (race,) = semeais(Position.from_rows([*EVEN[:4], "XX.....X.", *EVEN[5:]]))
    assert (race.black_first, race.white_first) == ("black", "black")
    assert race.necessary == {"black": (), "white": ()}


def test_one_liberty_less_loses_even_by_playing_first():
    assert race_of([*EVEN[:4], "X......X.", *EVEN[5:7], "OO.....O.", EVEN[8]]) == ("white", "white")


def test_a_position_without_contact_has_no_races():
    assert semeais(Position.from_rows([*EVEN[:3], ".........", "..XXX....", ".........", "....OOO..", *EVEN[:2]])) == []


@pytest.mark.parametrize("black_liberties", [4, 6, 7])
@pytest.mark.parametrize(
    ("upper", "lower"),
    [("OOO", ".X."), ("O.O", ".X."), ("X.O", "OX."), ("OOO", "..O"), ("OOO", "X.O")],
    ids=["three", "pyramid four", "zigzag", "two", "two with a stone"],
)
def test_eyes_are_worth_what_a_search_finds(upper, lower, black_liberties):
    rows = [
        ".........",
        "XXXXXXXX.",
        "OOOO...X.",
        f"{upper}OOOOX.",
        f"{lower}OOOOX.",
        "OOOOOOOX.",
        "XXXXXXXOO",
        "O" * (7 - black_liberties) + "." * black_liberties + "O.",
        "OOOOOOO.O",
    ]
    counted, searched = race_of(rows), race_of(rows, only_search=True)
    assert "unknown" not in counted
    assert all(by_search in (by_count, "unknown") for by_count, by_search in zip(counted, searched, strict=True))
    assert "unknown" not in searched or upper == "O.O"


def test_a_bent_four_in_the_corner_is_lost_by_custom():
    assert race_of(BENT_FOUR, "D1", "B1") == ("white", "white")


def test_races_are_drawn_with_the_moves_they_need():
    position = Position.from_rows(EVEN)
    (race,) = semeais(position)
    drawn = race.draw(position).splitlines()
    assert drawn[5] == "  5 b b b b b b b X ."
    assert drawn[6] == "  4 @ @ @ @ @ @ @ X ."
    assert race.describe()[1] == "  if Black is first: Black wins; if White is first: White wins"
    assert race.to_json()["necessary"]["white"][0] == "A2"


def lives(rows, vertex):
    position, local = Position.from_rows(rows), new_local()[0]
    board = position.board()[0]
    chain = board.chain[vertex_of(9, *from_gtp(vertex, 9))]
    return bool(has_two_eyes(board, geometry(9)[0], local, chain))


def test_chains_live_together_by_an_eye_that_they_share():
    """J3 is an eye of the stones below it and of those above it; each has one more."""
    assert [lives(SHARED_EYE, vertex) for vertex in ("A1", "J9", "A9", "A3", "A4")] == [True, True, True, False, False]
    without_above = [SHARED_EYE[0], ".XXXXXXOO", *SHARED_EYE[2:]]
    assert [lives(without_above, vertex) for vertex in ("A1", "J9")] == [False, False]


def test_a_race_between_such_chains_is_counted():
    assert race_of(SHARED_EYE, limit=1) == ("black", "white")


def test_seven_liberties_between_enemy_stones_are_no_room():
    """Black A3 saves itself by capturing A4, so that White's stones below it have not won."""
    assert race_of(SHARED_EYE, "A3", "A1")[0] in ("seki", "unknown")
    assert race_of(SHARED_EYE, "A6", "A4")[1] in ("seki", "unknown")
