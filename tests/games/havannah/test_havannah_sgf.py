"""Games as SGF: ours, and the files of LittleGolem with their ways."""

import pytest

from ponnuki.games.havannah import read_sgf

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
