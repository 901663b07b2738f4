"""Games as SGF: ours, HexGui's, and the files of LittleGolem with their ways."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.hex import GameRecord, Rules, read_sgf, read_sgf_file

pytestmark = pytest.mark.kernel

# Made up, in LittleGolem's way of writing: W begins and joins the rows; who has lost is named as the result.
SWAPPED = (
    "(;FF[4]EV[null]PB[second]PW[first]SZ[3]RE[W]GC[ game #1]SO[http://www.littlegolem.com]"
    ";W[ba];B[swap];W[cc];B[bb];W[ca];B[cb])"
)
RESIGNED = "(;FF[4]PB[second]PW[first]SZ[13]RE[B]SO[http://www.littlegolem.com];W[mf];B[gg];W[kj];B[resign])"
HEXGUI = "(;AP[HexGui:0.9]FF[4]GM[11]SZ[5];B[a4];W[swap-pieces];B[c3];W[resign])"


def test_a_game_of_littlegolem_with_a_swap_is_replayed_to_its_end():
    record = read_sgf(SWAPPED)
    assert (record.size, record.black, record.white, record.winner) == (3, "first", "second", "w")
    assert record.moves[:3] == (("b", "b1"), ("w", "swap"), ("b", "c3"))
    last = list(record.positions())[-1]
    assert last.rows() == ["..X", "OOO", "..X"]
    assert last.winner == "w"


def test_a_result_of_littlegolem_names_who_has_lost():
    record = read_sgf(RESIGNED)
    assert record.moves == (("b", "m6"), ("w", "g7"), ("b", "k10"))
    assert (record.result, record.winner) == ("B+R", "b")
    assert read_sgf(RESIGNED.replace(";B[resign]", "")).result == "B+"
    assert read_sgf("(;FF[4]GM[11]SZ[4]RE[B];B[a1])").winner == "b"


def test_a_game_of_hexgui_is_read():
    record = read_sgf(HEXGUI)
    assert record.moves == (("b", "a4"), ("w", "swap"), ("b", "c3"))
    assert record.rules == Rules(swap=True)
    assert record.winner == "b"
    assert list(record.positions())[2].stones() == {(3, 0): 2}


def test_our_own_records_are_read_as_they_were_written(tmp_path):
    moves = (("b", "c3"), ("w", "swap"), ("b", "a1"), ("w", "e5"))
    record = GameRecord(5, Rules(swap=True), "W+R", "left [x]", "right", moves, {0: "both\nlines", 2: "swapped"})
    path = tmp_path / "game.sgf"
    record.write(path)
    assert read_sgf_file(path) == record
    text = path.read_text(encoding="utf-8")
    assert "GM[11]" in text
    assert "W[swap-pieces]" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "x: not a usable SGF file"),
        ("(;FF[4]GM[1]SZ[9];B[aa])", "x: it is not a game of Hex"),
        ("(;FF[4]GM[11]SZ[20];B[a1])", "x: board size 20: it must be from 2 to 19"),
        ("(;FF[4]SZ[4];B[a1];W[zz])", "x: the move of node 2: 'zz' is not a cell"),
        ("(;FF[4]SZ[4];B[a1];W[a9])", "x: the move of node 2: a9 is off the board"),
        ("(;FF[4]SZ[4];W[a1]B[a2])", "x: node 1 has a move of both colours"),
    ],
)
def test_a_bad_file_is_an_error_of_one_line_that_names_it(text, message):
    with pytest.raises(BadInput) as caught:
        read_sgf(text, "x")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_an_illegal_move_is_an_error_that_names_the_move():
    record = read_sgf("(;FF[4]SZ[5];B[a1];W[a1])", "x")
    with pytest.raises(BadInput, match="x: move 2: illegal move W a1: the cell is occupied"):
        list(record.positions())
