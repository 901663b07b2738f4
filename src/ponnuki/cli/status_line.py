"""A line on stderr that moves in a terminal, and is repeated now and then where there is none."""

import time
from typing import Self

import typer
from rich.console import Console
from rich.status import Status

from ponnuki.cli.output import plain
from ponnuki.cli.verbosity import is_quiet
from ponnuki.processes.words import cleaned

BETWEEN_LINES = 30.0
"""Seconds between two lines where stderr is no terminal."""


class StatusLine:
    """To be subclassed by what knows what to say."""

    def __init__(self) -> None:
        self.console = Console(stderr=True)
        self._status: Status | None = None
        self._last_line = time.monotonic()

    def __enter__(self) -> Self:
        if self.console.is_terminal and not is_quiet():
            self._status = self.console.status("starting")
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._status is not None:
            self._status.stop()

    def say(self, text: str, always: bool = False) -> None:
        """Show a line; `always` also where one was shown just before."""
        if self._status is not None:
            self._status.update(plain(text))
        elif is_quiet():
            return
        elif always or time.monotonic() - self._last_line >= BETWEEN_LINES:
            self._last_line = time.monotonic()
            typer.echo(cleaned(text), err=True)
