"""Names of cells, and the symmetries."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.hex.coords import (
    CLASSIC,
    CODECS,
    GOGUI,
    LITTLEGOLEM,
    OPENSPIEL,
    SYMMETRIES,
    read_move,
    transform,
    write_move,
)
from ponnuki.games.hex.layout import cells
from ponnuki.games.hex.naive import NaivePosition


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize("size", range(2, 20))
def test_every_cell_has_a_name_of_its_own_that_leads_back_to_it(size, codec):
    names = [codec.write(at, size) for at in cells(size)]
    assert len(set(names)) == len(names)
    assert [codec.read(name, size) for name in names] == list(cells(size))


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


@pytest.mark.parametrize("word", ["", "a", "4d", "d0x", "ä1", "d1234", "²1", "pass", "dd4", "-1"])
@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
def test_what_is_no_cell_is_said_to_be_none(word, codec):
    with pytest.raises(BadInput, match="is not a cell"):
        codec.read(word, 4)


@pytest.mark.parametrize(
    ("codec", "word"), [(CLASSIC, "a5"), (CLASSIC, "e1"), (CLASSIC, "d0"), (LITTLEGOLEM, "ae"), (OPENSPIEL, "16")]
)
def test_what_is_off_the_board_is_said_to_be_off(codec, word):
    with pytest.raises(BadInput, match="is off the board of size 4"):
        codec.read(word, 4)


@pytest.mark.parametrize("size", [2, 3, 6])
def test_symmetries_are_four_and_keep_neighbours(size):
    tables = {tuple(transform(at, size, symmetry) for at in cells(size)) for symmetry in range(SYMMETRIES)}
    assert len(tables) == SYMMETRIES
    for symmetry in range(SYMMETRIES):
        for at in cells(size):
            image = transform(at, size, symmetry)
            assert transform(image, size, symmetry) == at
            around = {transform(near, size, symmetry) for near in NaivePosition.around(at)}
            assert around == set(NaivePosition.around(image))
