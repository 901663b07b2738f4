"""Positions of chess: whose turn it is, what is illegal and why, when a game is over."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.chess.position import Position
from ponnuki.games.chess.rules import Rules
from ponnuki.games.common import IllegalMove
from ponnuki.players.kit import find_kit

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
KNIGHTS = ("g1f3", "g8f6", "f3g1", "f6g8")


def played(*moves: str, position: Position | None = None) -> Position:
    position = position or Position.first(Rules())
    for move in moves:
        position = position.play(move)
    return position


def test_moves_change_a_position_and_leave_the_one_before_alone() -> None:
    first = Position.first(Rules())
    after = played("e2e4")
    assert (first.to_move, after.to_move) == ("w", "b")
    assert (first.move_number, after.move_number, after.last_move) == (0, 1, "e2e4")
    assert after.history == (("w", "e2e4"),)
    assert after.start.fen() == first.fen()
    assert len(first.legal_moves()) == 20


@pytest.mark.parametrize(
    ("move", "reason"),
    [("e2e5", "no legal move here"), ("hello", "no move as UCI writes it"), ("0000", "nobody may pass")],
)
def test_an_illegal_move_is_told_with_its_reason(move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        played(move)


def test_mate_stalemate_repetition_fifty_moves_and_bare_kings_end_a_game() -> None:
    kit = find_kit("chess")
    mate = played(*FOOLS_MATE)
    assert kit.as_it_stands(mate, 0).result == "B+checkmate"
    with pytest.raises(IllegalMove, match="the game is over by checkmate"):
        mate.play("a2a3")
    assert not played(*KNIGHTS, *KNIGHTS[:3]).is_over
    for position, end in (
        (played(*KNIGHTS, *KNIGHTS), "threefold repetition"),
        (Position.from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1", Rules()), "insufficient material"),
        (Position.from_fen("k7/2Q5/8/8/8/8/8/K7 b - - 0 1", Rules()), "stalemate"),
        (played("a1b1", position=Position.from_fen("7k/r7/8/8/8/8/8/K7 w - - 99 90", Rules())), "fifty moves"),
    ):
        judged = kit.as_it_stands(position, 0)
        assert (judged.score, judged.result, judged.how) == (0, "0", end)


def test_in_chess960_the_king_takes_his_rook() -> None:
    fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"
    position = Position.from_fen(fen, Rules(chess960=True))
    assert position.fen() == fen
    assert "f1g1" in position.legal_moves()


def test_a_position_that_cannot_be_is_bad_input() -> None:
    with pytest.raises(BadInput, match="is no position"):
        Position.from_fen("8/8 w", Rules())
    with pytest.raises(BadInput, match="no white king"):
        Position.from_fen("7k/8/8/8/8/8/8/8 w - - 0 1", Rules())
