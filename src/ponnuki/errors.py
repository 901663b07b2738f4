"""Errors people can act on: one line that says what was wrong, where, and what would be right."""

import difflib
from collections.abc import Iterable


class PonnukiError(Exception):
    """A run that failed; the command line prints the message as one line and exits with `exit_code`."""

    exit_code = 1


class BadInput(PonnukiError, ValueError):  # noqa: N818 - it names what was given, not what went wrong inside
    """Something the user gave is not usable; nothing was changed."""

    exit_code = 2


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """A line for a name that does not exist, with the nearest that does."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=len(names) or 1)
    best = max(near, key=lambda one: _likeness(name, one), default=None)
    hint = f"did you mean {best!r}?" if best is not None else f"known: {', '.join(names)}"
    return f"unknown {kind} {name!r}; {hint}"


def _likeness(one: str, other: str) -> tuple[float, int]:
    """How much two words have in common, and, for equals, how many letters at the beginning."""
    beginning = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    return difflib.SequenceMatcher(None, one, other).ratio(), beginning
