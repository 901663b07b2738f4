"""Komi that a search plays for when Black has a handicap."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go import Position
from ponnuki.players.dynamic_komi import handicap, komi_to_play_for
from ponnuki.players.own import OwnPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.tree import UNKNOWN

TWO_STONES = [".......", ".......", "....X..", ".......", "..X....", ".......", "......."]


NO_STONES = ["......."] * 7


def played(rows, to_move, *moves):
    position = Position.from_rows(rows, to_move)
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("rows", "moves", "stones"),
    [
        (NO_STONES, "", 0),
        (NO_STONES, "C3 E5 D4", 0),
        (NO_STONES, "C3 pass E5", 2),
        (NO_STONES, "C3 pass E5 D4 D5", 2),
        (TWO_STONES, "", 2),
        (TWO_STONES, "C5 E3", 2),
        ([".O.....", *TWO_STONES[1:]], "", 0),
    ],
)
def test_handicap_is_what_black_had_before_whites_first_stone(rows, moves, stones):
    assert handicap(played(rows, "b" if rows == NO_STONES else "w", *moves.split())) == stones


def test_komi_comes_back_to_the_real_one_as_the_board_fills():
    position = Position.from_rows(TWO_STONES, "w")
    seen = [komi_to_play_for(position, 0.5, 7.0)]
    moves = iter(f"{letter}{row}" for row in (1, 2, 6, 7) for letter in "ABCDEFG")
    while position.move_number < 25:
        position = position.play(next(moves))
        seen.append(komi_to_play_for(position, 0.5, 7.0))
    assert seen[0] == 14.5
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 0.5


def test_where_a_pass_may_end_the_game_komi_is_the_real_one():
    position = Position.from_rows(TWO_STONES, "w").play("pass")
    assert komi_to_play_for(position, 0.5, 7.0) == 0.5
    assert komi_to_play_for(played(NO_STONES, "b", "C3"), 0.5, 7.0) == 0.5


@pytest.mark.kernel
def test_a_search_plays_for_it_and_forgets_proofs_that_it_has_outlived():
    values = []
    for per_stone in (0.0, 15.0):
        player = OwnPlayer(PlayerSpec(size=7, sims=300, komi=0.5, dynamic_komi=per_stone))
        position = Position.from_rows(TWO_STONES, "w")
        player.set_position(position, 0.5)
        report = player.search(Limit(simulations=600, early_stop=False))
        values.append(report.value)
        move = report.best.move
        family = player._search.children([player._code(move)])
        family["proof"][:] = 1  # as if lost
        player.set_position(position.play(move), 0.5)
        kept = player._search.children()["proof"]
        assert len(kept) > 0
        assert (kept == UNKNOWN).all() == (per_stone > 0)
        player.close()
    assert values[1] > values[0] + 0.1


@pytest.mark.kernel
def test_nobody_resigns_a_game_for_a_komi_that_is_not_real():
    for per_stone in (0.0, 100.0):
        player = OwnPlayer(PlayerSpec(size=7, komi=0.5, dynamic_komi=per_stone))
        position = Position.from_rows(TWO_STONES, "w")
        for move in ("D4", "D5", "C4", "C5", "B4", "B5", "E4", "F5", "F4", "G4", "G3", "A5", "A4"):
            position = position.play(move)
        player.set_position(position, 0.5)
        decision = player.choose(Limit(simulations=300))
        assert decision.report.value < (0.1 if per_stone else 1.0)
        assert decision.move != "resign"
        player.close()


def test_havannah_has_no_komi():
    with pytest.raises(BadInput, match="dynamic_komi"):
        PlayerSpec.make({"game": "havannah", "size": 4, "dynamic_komi": 7.0})
