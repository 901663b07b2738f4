"""The game as a value: passes and resumption, undo, out of turn, other rules."""

import pytest

from ponnuki.engine.game import Game
from ponnuki.games.go.position import IllegalMove
from ponnuki.games.go.rules import RULE_NAMES, Rules
from ponnuki.kits.go import KIT
from ponnuki.kits.go_gtp.kgs import under

KO = ["b", "B1", "w", "C1", "b", "A2", "w", "D2", "b", "B3", "w", "C3", "b", "E5", "w", "B2", "b", "C2"]


def played(*words: str, size: int = 5, rules: Rules = Rules()) -> Game:  # noqa: B008 - frozen
    game = Game.new(KIT, size, rules)
    for color, move in zip(words[::2], words[1::2], strict=True):
        game = game.play("b" if color == "b" else "w", move)
    return game


def test_a_move_gives_another_game_and_leaves_the_first() -> None:
    game = Game.new(KIT, 5, Rules())
    assert game.play("b", "c3").moves == (("b", "C3"),)
    assert game.moves == ()
    assert game.turns == ()


def test_two_passes_end_the_game_and_a_move_goes_on() -> None:
    game = played("b", "C3", "w", "pass", "b", "pass")
    assert game.position.is_over
    resumed = game.play("w", "B2")
    assert not resumed.position.is_over
    assert resumed.position.to_move == "b"
    assert len(resumed.moves) == 4
    assert resumed.undo() == game


def test_a_third_and_fourth_pass_leave_the_game_over() -> None:
    game = played("b", "C3", "w", "pass", "b", "pass", "w", "pass", "b", "pass")
    assert game.position.is_over
    assert len(game.moves) == 5


def test_superko_is_remembered_across_the_end_of_the_game() -> None:
    """White may not take the ko back so that the board is as it was before, passes or not."""
    before = played(*KO)
    with pytest.raises(IllegalMove, match="ko"):
        before.play("w", "B2")
    with pytest.raises(IllegalMove, match="superko"):
        before.play("w", "pass").play("b", "pass").play("w", "B2")
    with pytest.raises(IllegalMove, match="superko"):
        before.play("w", "pass").play("b", "pass").play("w", "pass").play("w", "B2")


def test_simple_ko_is_lifted_by_the_passes() -> None:
    game = played(*KO, rules=Rules("simple"))
    with pytest.raises(IllegalMove):
        game.play("w", "B2")
    assert game.play("w", "pass").play("b", "pass").play("w", "B2").moves[-1] == ("w", "B2")


@pytest.mark.parametrize("color", ["b", "w"])
@pytest.mark.parametrize("passes", range(5))
def test_there_is_always_a_position_to_think_about(color: str, passes: int) -> None:
    game = played("b", "C3")
    for number in range(passes):
        game = game.play("w" if number % 2 == 0 else "b", "pass")
    position = game.position_for("b" if color == "b" else "w")
    assert position.to_move == color
    assert not position.is_over
    assert position.rows() == game.position.rows()


def test_a_colour_out_of_turn_may_take_the_ko() -> None:
    game = played(*KO, rules=Rules("simple"))
    assert "B2" in game.position_for("b").legal_moves()
    assert "B2" not in game.position_for("w").legal_moves()


def test_undo_stops_at_the_start() -> None:
    game = played("b", "C3", "w", "B2")
    assert game.undo(3) is None
    assert game.undo(0) == game
    start = game.undo(2)
    assert start is not None
    assert start.turns == ()


def test_other_rules_apply_to_the_moves_there_are() -> None:
    suicide = played(
        "b", "A1", "w", "A2", "b", "E5", "w", "B2", "b", "E4", "w", "C1", "b", "B1", rules=RULE_NAMES["NZ"]
    )
    assert under(suicide, RULE_NAMES["Tromp-Taylor"]).position.rows() == suicide.position.rows()
    with pytest.raises(IllegalMove, match="suicide"):
        under(suicide, RULE_NAMES["Chinese"])
