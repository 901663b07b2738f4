"""Names of cells of Hex."""

import pytest

from ponnuki.games.hex.coords import (
    CLASSIC,
    GOGUI,
    LITTLEGOLEM,
    OPENSPIEL,
    read_move,
    write_move,
)


@pytest.mark.parametrize(
    ("classic", "littlegolem", "openspiel", "gogui"),
    [("a1", "aa", "0", "A13"), ("m6", "mf", "77", "N8"), ("i2", "ib", "21", "J12"), ("m13", "mm", "168", "N1")],
)
def test_the_same_cell_has_these_names_on_size_thirteen(classic, littlegolem, openspiel, gogui):
    at = CLASSIC.read(classic, 13)
    assert [codec.write(at, 13) for codec in (LITTLEGOLEM, OPENSPIEL, GOGUI)] == [littlegolem, openspiel, gogui]
    assert read_move(littlegolem.upper(), 13, LITTLEGOLEM) == classic


def test_the_swap_is_understood_in_both_words_and_written_as_others_call_it():
    assert read_move("Swap-Pieces", 5, CLASSIC) == read_move("swap", 5, LITTLEGOLEM) == "swap"
    assert [write_move("swap", 5, codec) for codec in (CLASSIC, LITTLEGOLEM)] == ["swap-pieces", "swap"]
    assert write_move("resign", 5, GOGUI) == read_move("Resign", 5, GOGUI) == "resign"
