"""PGN and EPD: what is written can be read again, and what cannot be used is told with its line."""

from pathlib import Path

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.chess.record import read_games
from ponnuki.games.chess.rules import Rules
from ponnuki.match.conditions import Conditions
from ponnuki.match.openings import find_openings, opened
from ponnuki.players.kit import find_kit

CHESS = Conditions(game="chess", size=8)
BOOK = """rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
# a comment
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -
"""
GAMES = """[Event "?"]
[Result "*"]

1. e4 e5 (1... c5 2. Nf3) 2. Nf3 { a comment } *

[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]
[SetUp "1"]

1. Ra7 *
"""


def test_a_game_is_the_same_after_writing_and_reading(tmp_path: Path) -> None:
    kit = find_kit("chess")
    position = kit.start(8, kit.rules("standard"))
    for move in ("e2e4", "e7e5", "e1e2"):
        position = position.play(move)
    names, comments = {"b": 'the "black" one', "w": "White"}, {0: "about {all} of it", 2: "[%eval 0.20,7]"}
    record = kit.record(position, kit.rules("standard"), 0.0, "B+T", names, comments)
    record.write(tmp_path / "game.pgn")
    text = (tmp_path / "game.pgn").read_text(encoding="utf-8")
    assert '[Result "0-1"]' in text
    assert '[Termination "time forfeit"]' in text
    again = kit.read_record(tmp_path / "game.pgn")
    assert (again.moves, again.result, again.winner) == (record.moves, "B+T", "b")
    assert (again.black, again.comments[2]) == ("the 'black' one", "[%eval 0.20,7]")
    assert again.to_text() == kit.read_record(tmp_path / "game.pgn").to_text()
    assert [one.fen() for one in again.positions()][-1] == position.fen()


def test_openings_of_an_epd_file_come_once_each_in_either_order(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text(BOOK, encoding="utf-8")
    openings = find_openings("book.epd", CHESS, tmp_path)
    assert len(openings.listed) == 3
    assert {openings.in_turn(7, trial) for trial in range(3)} == set(openings.listed)
    listed = find_openings("book.epd,order=listed,offset=2", CHESS, tmp_path)
    assert [listed.in_turn(7, trial) for trial in range(4)] == [openings.listed[i] for i in (2, 0, 1, 2)]
    assert opened(CHESS, listed.in_turn(0, 0), 0).fen() == openings.listed[2][0]


def test_openings_of_a_pgn_file_are_its_main_lines_from_their_own_positions(tmp_path: Path) -> None:
    (tmp_path / "book.pgn").write_text(GAMES, encoding="utf-8")
    openings = find_openings("book.pgn", CHESS, tmp_path)
    fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    assert openings.listed == (("e2e4", "e7e5", "g1f3"), (fen, "a1a7"))
    cut = find_openings("book.pgn,plies=0,order=listed", CHESS, tmp_path)
    assert cut.listed == ((), (fen,))


def test_the_first_positions_of_chess960_are_openings_too() -> None:
    openings = find_openings("chess960", Conditions(game="chess", size=8, rules="chess960"))
    assert len(set(openings.listed)) == 960
    with pytest.raises(BadInput, match="is a position of Chess960: play it by these rules"):
        find_openings("chess960", CHESS)


def test_a_game_of_chess960_is_an_opening_by_its_own_rules_only(tmp_path: Path) -> None:
    fen = "4rkr1/4p1p1/8/8/8/8/8/5KR1 w G - 0 1"
    text = f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. O-O# 1-0\n'
    (tmp_path / "book.pgn").write_text(text, encoding="utf-8")
    [game] = read_games(tmp_path / "book.pgn", Rules(chess960=True))
    assert (game.first.fen(), game.moves, game.first.rules.chess960) == (fen, (("w", "f1g1"),), True)
    assert '[Variant "Chess960"]' in game.to_text()
    assert "1. O-O#" in game.to_text()
    with pytest.raises(BadInput, match="game 1: it is one of Chess960"):
        find_openings("book.pgn", CHESS, tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("book.epd", "8/8/8 w - -\n", "line 1: "),
        ("book.epd", BOOK + "7k/5KQ1/8/8/8/8/8/8 b - -\n", "line 5: the game is over before it begins, by checkmate"),
        ("book.epd", "", "no openings in it"),
        ("book.pgn", "1. e4 e5 2. Ke3 *\n", "game 1: illegal san"),
        ("book.epd,order=best", BOOK, "unknown order 'best'"),
        ("book.epd,offset=x", BOOK, "offset must be a whole number"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_place(name: str, text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name.partition(",")[0]).write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        find_openings(name, CHESS, tmp_path)
