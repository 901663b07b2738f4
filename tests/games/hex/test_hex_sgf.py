"""Games as SGF: ours, HexGui's, and the files of LittleGolem with their ways."""

import pytest

from ponnuki.games.hex import Rules, read_sgf

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
