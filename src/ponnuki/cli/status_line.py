"""A line on stderr that moves in a terminal, and is repeated now and then where there is none."""

import time
from typing import Self

import typer
from rich.console import Console
from rich.status import Status

BETWEEN_LINES = 30.0
"""Seconds between two lines where stderr is no terminal."""
SECONDS_OF = {"d": 86400, "h": 3600, "min": 60}


class StatusLine:
    """To be subclassed by what knows what to say."""

    def __init__(self) -> None:
        self.console = Console(stderr=True)
        self._status: Status | None = None
        self._last_line = time.monotonic()

    def __enter__(self) -> Self:
        if self.console.is_terminal:
            self._status = self.console.status("starting")
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def say(self, text: str, always: bool = False) -> None:
        """Show a line; `always` also where one was shown just before."""
        if self._status is not None:
            self._status.update(text)
        elif always or time.monotonic() - self._last_line >= BETWEEN_LINES:
            self._last_line = time.monotonic()
            typer.echo(text, err=True)


def duration(seconds: float) -> str:
    """A length of time in the largest unit that gives a number worth reading."""
    for unit, length in SECONDS_OF.items():
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"
