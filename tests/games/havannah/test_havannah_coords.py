"""Names of cells, and the twelve symmetries."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.havannah.coords import (
    CLASSIC,
    CODECS,
    GOGUI,
    LITTLEGOLEM,
    OPENSPIEL,
    SYMMETRIES,
    inverse,
    symmetry_table,
    transform,
    translate,
)
from ponnuki.games.havannah.layout import cells, corners
from ponnuki.games.havannah.naive import NaivePosition


@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
@pytest.mark.parametrize("size", range(2, 11))
def test_every_cell_has_a_name_of_its_own_that_leads_back_to_it(size, codec):
    names = [codec.write(at, size) for at in cells(size)]
    assert len(set(names)) == len(names)
    assert [codec.read(name, size) for name in names] == list(cells(size))


def test_the_corners_of_size_four_are_those_of_the_classic_system():
    assert {CLASSIC.write(at, 4) for at in corners(4)} == {"a1", "a4", "d1", "d7", "g4", "g7"}


@pytest.mark.parametrize(
    ("classic", "littlegolem", "openspiel", "gogui"),
    [("a1", "A1", "0", "A1"), ("h8", "H8", "112", "H8"), ("i2", "I1", "23", "J2"), ("o15", "O8", "224", "P15")],
)
def test_the_same_cell_has_these_names_on_size_eight(classic, littlegolem, openspiel, gogui):
    at = CLASSIC.read(classic, 8)
    assert [codec.write(at, 8) for codec in (LITTLEGOLEM, OPENSPIEL, GOGUI)] == [littlegolem, openspiel, gogui]
    assert translate(littlegolem.lower(), 8, LITTLEGOLEM, CLASSIC) == classic
    assert translate("Swap", 8, LITTLEGOLEM, CLASSIC) == "swap"


@pytest.mark.parametrize("word", ["", "a", "1", "4d", "d", "d0x", "ä1", "d1234", "²1", "pass", "dd4", "-1"])
@pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
def test_what_is_no_cell_is_said_to_be_none(word, codec):
    if codec is OPENSPIEL and word == "1":
        return
    with pytest.raises(BadInput, match="is not a cell"):
        codec.read(word, 4)


@pytest.mark.parametrize(
    ("codec", "word"),
    [(CLASSIC, "a5"), (CLASSIC, "g3"), (CLASSIC, "d0"), (LITTLEGOLEM, "G5"), (LITTLEGOLEM, "G0"), (OPENSPIEL, "4")],
)
def test_what_is_off_the_board_is_said_to_be_off(codec, word):
    with pytest.raises(BadInput, match="is off the board of size 4"):
        codec.read(word, 4)


@pytest.mark.parametrize("size", [2, 3, 6])
def test_symmetries_are_twelve_and_keep_neighbours(size):
    table = symmetry_table(size)
    assert len({tuple(row) for row in table.tolist()}) == SYMMETRIES
    for symmetry in range(SYMMETRIES):
        for at in cells(size):
            image = transform(at, size, symmetry)
            assert transform(image, size, inverse(symmetry)) == at
            around = {transform(near, size, symmetry) for near in NaivePosition.around(at)}
            assert around == set(NaivePosition.around(image))
