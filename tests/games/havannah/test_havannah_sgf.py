"""Games as SGF: ours, and the files of LittleGolem with their ways."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.havannah import GameRecord, Rules, read_sgf, read_sgf_file

pytestmark = pytest.mark.kernel

# Made up, in LittleGolem's way of writing; White, who has lost, is named as the result.
SWAPPED = (
    "(;FF[4]EV[null]PB[second]PW[first]SZ[4]RU[LG]RE[W]GC[ game #1]SO[http://www.littlegolem.com]"
    ";W[A1];B[swap];W[G1];B[A2];W[G2];B[A3];W[F3];B[A4])"
)
RESIGNED = "(;FF[4]PB[second]PW[first]SZ[5]RU[LG]RE[B]SO[http://www.littlegolem.com];W[I1];B[I5];W[E5];B[resign])"


def test_a_game_of_littlegolem_with_a_swap_is_replayed_to_its_end():
    record = read_sgf(SWAPPED)
    assert (record.size, record.black, record.white, record.winner) == (4, "second", "first", "b")
    assert record.moves[:4] == (("w", "a1"), ("b", "swap"), ("w", "g4"), ("b", "a2"))
    last = list(record.positions())[-1]
    assert (last.winner, last.won_by) == ("b", ("bridge",))


def test_a_result_of_littlegolem_names_who_has_lost():
    record = read_sgf(RESIGNED)
    assert record.moves == (("w", "i5"), ("b", "i9"), ("w", "e5"))
    assert (record.result, record.winner) == ("W+R", "w")
    assert read_sgf(RESIGNED.replace(";B[resign]", "")).result == "W+"
    assert read_sgf("(;FF[4]GM[havannah]SZ[4]RE[B];W[a1])").winner == "b"


def test_our_own_records_are_read_as_they_were_written(tmp_path):
    moves = (("w", "c3"), ("b", "swap"), ("w", "a1"), ("b", "e5"))
    record = GameRecord(3, Rules(swap=True), "W+R", "left [x]", "right", moves, {0: "both\nlines", 2: "swapped"})
    path = tmp_path / "game.sgf"
    record.write(path)
    assert read_sgf_file(path) == record
    assert "GM[havannah]" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "x: not a usable SGF file"),
        ("(;FF[4]GM[1]SZ[9];B[aa])", "x: it is not a game of Havannah"),
        ("(;FF[4]GM[havannah]SZ[11];W[a1])", "x: board size 11: it must be from 2 to 10"),
        ("(;FF[4]SZ[4];W[a1];B[zz])", "x: the move of node 2: 'zz' is not a cell"),
        ("(;FF[4]SZ[4];W[a1];B[a9])", "x: the move of node 2: a9 is off the board"),
        ("(;FF[4]SZ[4];W[a1]B[a2])", "x: node 1 has a move of both colours"),
    ],
)
def test_a_bad_file_is_an_error_of_one_line_that_names_it(text, message):
    with pytest.raises(BadInput) as caught:
        read_sgf(text, "x")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_an_illegal_move_is_an_error_that_names_the_move():
    record = read_sgf("(;FF[4]SZ[4];W[a1];B[a1])", "x")
    with pytest.raises(BadInput, match="x: move 2: illegal move B a1: the cell is occupied"):
        list(record.positions())


def test_a_missing_file_is_an_error_that_names_it(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        read_sgf_file(tmp_path / "none.sgf")
