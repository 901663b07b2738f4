"""Lines of the protocol, both ways."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki.gtp.wire import (
    Command,
    Reply,
    SyntaxFault,
    clean_line,
    format_reply,
    parse_color,
    parse_command,
    parse_float,
    parse_int,
    parse_reply,
)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", Command("", "name")),
        ("12 play b C3\r\n", Command("12", "play", ("b", "C3"), "b C3")),
        ("\t7\tplay\tb  c3 # here", Command("7", "play", ("b", "c3"), "b  c3")),
        ("0012 name", Command("0012", "name")),
        ("12", Command("12", "")),
        ("-1 name", Command("", "-1", ("name",), "name")),
        ("\ufeffname", Command("", "name")),
        ("na\x00me\x7f", Command("", "name")),
    ],
)
def test_a_line_is_an_id_a_name_and_arguments(line: str, command: Command) -> None:
    assert parse_command(line) == command


@pytest.mark.parametrize("line", ["", "\n", " \t\r\n", "# a comment", "   # 12 name", "\x00\x01"])
def test_a_line_with_nothing_on_it_is_no_command(line: str) -> None:
    assert parse_command(line) is None


@given(st.text())
def test_any_text_is_read_without_an_error_and_leaves_no_control_characters(text: str) -> None:
    line = text.replace("\n", "")
    command = parse_command(line)
    assert all(ord(char) >= 0x20 and not 0x7F <= ord(char) < 0xA0 for char in clean_line(line))
    assert command is None or not any(char.isspace() for char in command.name)


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (Reply(True, "", ""), "= \n\n"),
        (Reply(True, "7", "C3"), "=7 C3\n\n"),
        (Reply(False, "7", "illegal move"), "?7 illegal move\n\n"),
        (Reply(True, "", "a\nb"), "= a\nb\n\n"),
        (Reply(True, "", "\n a\n\n\nb\n"), "= \n a\nb\n\n"),
        (Reply(False, "", "a\rb\tc\x00"), "? ab c\n\n"),
    ],
)
def test_a_reply_ends_with_one_empty_line_and_contains_none(reply: Reply, text: str) -> None:
    assert format_reply(reply) == text


@given(
    st.booleans(), st.from_regex("[0-9]{0,9}", fullmatch=True), st.text(st.characters(exclude_categories=["C", "Z"]))
)
def test_what_is_formatted_is_parsed_again(success: bool, number: str, text: str) -> None:
    raw = format_reply(Reply(success, number, text))
    assert parse_reply(raw[:-2].split("\n")) == Reply(success, number, text)


@pytest.mark.parametrize("lines", [[], ["hello"], [" = 3"]])
def test_what_is_no_reply_is_refused(lines: list[str]) -> None:
    with pytest.raises(SyntaxFault, match="a reply starts with"):
        parse_reply(lines)


def test_colours_have_four_names_in_any_case() -> None:
    assert [parse_color(word) for word in ("b", "B", "black", "BLACK")] == ["b"] * 4
    assert [parse_color(word) for word in ("w", "W", "white", "White")] == ["w"] * 4
    with pytest.raises(SyntaxFault, match=r"^syntax error: a colour"):
        parse_color("green")


def test_whole_numbers_have_bounds() -> None:
    assert parse_int("-7", -10, 10) == -7
    assert parse_int("9" * 5000) == 10**18
    assert parse_int("-" + "9" * 5000) == -(10**18)
    for word in ("", "1.0", "0x1", "1_0", "٣", "1e3", "+-1"):
        with pytest.raises(SyntaxFault):
            parse_int(word)
    with pytest.raises(SyntaxFault, match="from 0 to 5"):
        parse_int("6", 0, 5)


@given(st.text(max_size=12))
def test_numbers_are_finite_and_within_bounds(word: str) -> None:
    try:
        value = parse_float(word, -1000, 1000)
    except SyntaxFault:
        return
    assert math.isfinite(value)
    assert -1000 <= value <= 1000


@pytest.mark.parametrize(("word", "value"), [("7.5", 7.5), ("-0.5", -0.5), (".5", 0.5), ("7.", 7.0), ("1e2", 100.0)])
def test_numbers_are_read_as_people_write_them(word: str, value: float) -> None:
    assert parse_float(word, -1000, 1000) == value
