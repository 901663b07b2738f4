"""Vertices of Go as controllers write them."""

import pytest

from ponnuki.games.common import OffBoard
from ponnuki.gtp.wire import SyntaxFault
from ponnuki.kits.go_vertices import is_vertex, parse_vertex


def test_a_vertex_is_written_in_capitals_without_needless_zeros() -> None:
    assert parse_vertex("c3", 9) == "C3"
    assert parse_vertex("J09", 9) == "J9"
    assert parse_vertex("PASS", 9) == "pass"


@pytest.mark.parametrize("word", ["", "3C", "I5", "C", "CC3", "C-3", "C3.0", "resign", "C³", "A1234567890"])
def test_what_does_not_look_like_a_vertex_is_a_syntax_error(word: str) -> None:
    assert not is_vertex(word)
    with pytest.raises(SyntaxFault):
        parse_vertex(word, 9)


@pytest.mark.parametrize("word", ["K1", "A10", "A0", "Z25"])
def test_a_vertex_off_the_board_is_another_error(word: str) -> None:
    assert is_vertex(word)
    with pytest.raises(OffBoard, match="is off the 9x9 board"):
        parse_vertex(word, 9)


def test_a_row_that_no_board_has_is_off_the_board_too() -> None:
    with pytest.raises(OffBoard):
        parse_vertex("A123456", 9)
