"""Names of cells of Havannah."""

import pytest

from ponnuki.games.havannah.coords import (
    CLASSIC,
    GOGUI,
    LITTLEGOLEM,
    OPENSPIEL,
    translate,
)
from ponnuki.games.havannah.layout import corners


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
