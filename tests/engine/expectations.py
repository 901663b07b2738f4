"""What a reply must be, and the line that it answers."""

from collections.abc import Callable
from dataclasses import dataclass

Expect = Callable[[bool, str], None]


@dataclass
class Step:
    """A line to send, the id its reply must bear, and what to make of it; no `expect`, no reply."""

    line: str
    id: str
    expect: Expect | None


def succeeds(success: bool, text: str) -> None:
    assert success


def fails(success: bool, text: str) -> None:
    assert not success
    assert text


def says(message: str) -> Expect:
    def expect(success: bool, text: str) -> None:
        assert not success
        assert text == message

    return expect


def gives(wanted: str) -> Expect:
    def expect(success: bool, text: str) -> None:
        assert success
        assert text == wanted

    return expect


def words(text: str) -> list[str]:
    """A list written as words."""
    return text.split()


def lines(text: str) -> list[str]:
    """A list written as lines."""
    return text.strip().split("\n")
