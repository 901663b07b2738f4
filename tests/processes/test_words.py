"""What other programs say: it reaches no terminal, and is not too long."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki.processes.words import LONGEST_TEXT, cleaned, shortened


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("as it is: äöü 日本 [/b]", "as it is: äöü 日本 [/b]"),
        ("\x1b[2J\x1b[1;31mred\x1b[0m", "red"),
        ("\x1b]0;a new title\x07rest", "rest"),
        ("\x1b]0;a new title\x1b\\rest", "rest"),
        ("\x9b2Jrest", "rest"),
        ("\x1bcreset", "reset"),
        ("one\r\ntwo\tthree\x00", "one  two three "),
        ("right \u202e to left", "right   to left"),
        ("half a letter \udcff", "half a letter  "),
    ],
)
def test_what_a_terminal_would_obey_is_left_out(said: str, shown: str) -> None:
    assert cleaned(said) == shown


@given(st.text(), st.integers(20, 100))
def test_any_text_becomes_one_line_that_prints_and_is_short(text: str, most: int) -> None:
    shown = cleaned(text, most)
    assert shown.isprintable()
    assert len(shown) <= most


def test_of_a_long_text_the_beginning_and_the_end_are_kept() -> None:
    text = "first words " + "x" * 2_000_000 + " last words"
    shown = cleaned(text)
    assert len(shown) == LONGEST_TEXT
    assert shown.startswith("first words")
    assert shown.endswith("last words")
    assert shortened("short") == "short"
