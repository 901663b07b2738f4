"""Errors people can act on: one line that says what was wrong, where, and what would be right."""

from collections.abc import Iterable


class PonnukiError(Exception):
    """A run that failed; the command line prints the message as one line and exits with `exit_code`."""

    exit_code = 1


class BadInput(PonnukiError, ValueError):  # noqa: N818 - it names what was given, not what went wrong inside
    """Something the user gave is not usable; nothing was changed."""

    exit_code = 2


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """A line for a name that does not exist, with the nearest that does."""
    import difflib  # which takes a moment, and is for faults alone

    names = list(known)
    near = difflib.get_close_matches(name, names, n=len(names) or 1)

    def likeness(one: str) -> tuple[float, int]:
        """How much it has in common with the name, and, for equals, how many letters at the beginning."""
        beginning = next((i for i, (a, b) in enumerate(zip(name, one, strict=False)) if a != b), len(name))
        return difflib.SequenceMatcher(None, name, one).ratio(), beginning

    best = max(near, key=likeness, default=None)
    hint = f"did you mean {best!r}?" if best is not None else f"known: {', '.join(names)}"
    return f"unknown {kind} {name!r}; {hint}"
