"""What positions of all games on hexagons have in common: turns, swaps, sizes, and the rules written down twice."""

import random

import pytest
from hexagon_games import GAMES, HAVANNAH, HEX

from ponnuki.errors import BadInput
from ponnuki.games.common import IllegalMove
from ponnuki.games.hexagons.layout import LONG_RUN, RUN_COUNT, RUN_PLACE, run_table

pytestmark = pytest.mark.kernel
GAME = pytest.mark.parametrize("game", GAMES, ids=str)


@GAME
def test_a_game_begins_with_all_cells_empty(game):
    position = game.Position.empty(4)
    assert (position.to_move, position.move_number, position.last_move) == (game.first, 0, None)
    assert len(position.legal_moves()) == {HEX: 16, HAVANNAH: 37}[game]
    assert not position.is_over


@GAME
def test_a_position_never_changes(game):
    position = game.Position.empty(3)
    before = position.rows()
    position.play("a1")
    assert position.rows() == before
    assert set("".join(before)) == {"."}


@GAME
def test_rows_lead_back_to_the_same_board(game):
    position = game.after("a1 b2 c3 c1")
    again = game.Position.from_rows(position.rows(), position.to_move)
    assert again.rows() == position.rows()
    assert again.stones() == position.stones()
    assert again.legal_moves() == position.legal_moves()
    assert position.rows()[0][0] == game.stone(game.first)
    assert position.rows()[1][1] == game.stone(game.second)


@pytest.mark.parametrize(
    ("moves", "move", "reason"),
    [
        ("a1", "a1", "occupied"),
        ("", "a5", "off the board of size 4"),
        ("", "h1", "off the board"),
        ("", "pass", "is not a cell"),
        ("", "swap", "only the second player may swap"),
        ("a1", "swap", "only the second player may swap"),
        ("a1 b1 a2 b2 a3 b3 a4", "c3", "the game is over"),
    ],
)
@GAME
def test_illegal_moves_say_why(game, moves, move, reason):
    with pytest.raises(IllegalMove, match=reason):
        game.after(moves).play(move)


@GAME
def test_cells_may_be_written_in_capitals(game):
    assert game.after("A1 D4").history == ((game.first, "a1"), (game.second, "d4"))


@pytest.mark.parametrize("moves", ["", "b2 swap", "b2 c3", "b2 swap c3"])
@GAME
def test_there_is_no_swap_but_as_the_second_move(game, moves):
    position = game.after(moves, swap=True)
    assert not position.may_swap
    with pytest.raises(IllegalMove):
        position.play("swap")


@GAME
def test_either_colour_may_move_as_controllers_allow(game):
    position = game.Position.empty(4).play("a1", game.second).play("a2", game.second)
    assert position.to_move == game.first
    assert [row[0] for row in position.rows()[:2]] == [game.stone(game.second)] * 2


@pytest.mark.parametrize("size", [1, 20, 0, -3, "4", 4.0])
@GAME
def test_other_sizes_are_refused(game, size):
    low, high = game.sizes
    with pytest.raises(BadInput, match=f"a {game.title} board has sides of {low} to {high} cells"):
        game.Position.empty(size)
    assert game.Position.empty(high).size == high
    with pytest.raises(BadInput, match="cells"):
        game.Position.empty(high + 1)


@GAME
def test_a_swap_is_a_matter_of_yes_or_no(game):
    with pytest.raises(BadInput, match="swap must be True or False, not 1"):
        game.Rules(1)


def compare_game(game, size, swap, chance):
    """One game, all of it compared with the naive rules; how many moves it had."""
    layout, naive = game.module("layout"), game.module("naive").NaivePosition(size, swap)
    numbers = {"b": layout.BLACK, "w": layout.WHITE}
    position = game.Position.empty(size, game.Rules(swap))
    while not position.is_over:
        legal = position.legal_moves()
        assert {game.cell(move, size) for move in legal} == naive.legal_moves()
        move = "swap" if "swap" in legal and chance.random() < 0.5 else chance.choice(legal)
        mover = naive.to_move
        position, naive = position.play(move), naive.play(game.cell(move, size))
        assert (position.is_over, position.winner, position.to_move) == (naive.is_over, naive.winner, naive.to_move)
        assert position.stones() == {at: numbers[color] for at, color in naive.stones.items()}
        if game is HAVANNAH:
            assert set(position.won_by) == naive.wins(mover)
    assert position.legal_moves() == []
    return position.move_number


@pytest.mark.uncompiled
@pytest.mark.parametrize(("size", "games"), [(2, 100), (3, 60), (4, 20)])
@GAME
def test_whole_games_agree_with_the_naive_rules_move_by_move(game, size, games, scaled):
    chance = random.Random(size)
    moves = sum(compare_game(game, size, number % 2 == 0, chance) for number in range(scaled(games)))
    assert moves > 2 * scaled(games)


@pytest.mark.uncompiled
def test_the_table_of_runs_says_how_many_there_are_and_where():
    for mask, word in enumerate(run_table().tolist()):
        around = [mask >> i & 1 for i in range(6)]
        starts = [i for i in range(6) if around[i] and not around[i - 1]]
        if mask == 63:
            starts = [0]
        assert word & RUN_COUNT == len(starts)
        assert [word >> (2 + 3 * k) & RUN_PLACE for k in range(len(starts))] == starts
        three = any(around[i] and around[i - 1] and around[i - 2] for i in range(6))
        assert bool(word & LONG_RUN) == three
