"""What moves on stderr while a command runs: a line or a table in a terminal, a plain line now and then elsewhere."""

import time
from typing import Self

import typer
from rich.console import Console, RenderableType
from rich.live import Live
from rich.spinner import Spinner

from ponnuki.cli.output import plain
from ponnuki.cli.verbosity import is_quiet
from ponnuki.processes.words import cleaned

BETWEEN_LINES = 30.0
"""Seconds between two lines where stderr is no terminal."""


class StatusLine:
    """To be subclassed by what knows what to say."""

    def __init__(self) -> None:
        self.console = Console(stderr=True)
        self._live: Live | None = None
        self._last_line = time.monotonic()

    @property
    def is_live(self) -> bool:
        """Whether there is a terminal that can show something that moves."""
        return self._live is not None

    def __enter__(self) -> Self:
        if self.console.is_terminal and not self.console.is_dumb_terminal and not is_quiet():
            spinner = Spinner("dots", text="starting")
            self._live = Live(spinner, console=self.console, refresh_per_second=8, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def say(self, text: str, always: bool = False) -> None:
        """Show a line; `always` also where one was shown just before."""
        if self._live is not None:
            self._live.update(Spinner("dots", text=plain(text)))
        elif is_quiet():
            return
        elif always or time.monotonic() - self._last_line >= BETWEEN_LINES:
            self._last_line = time.monotonic()
            typer.echo(cleaned(text), err=True)

    def draw(self, what: RenderableType) -> None:
        """Show anything, where there is a terminal."""
        if self._live is not None:
            self._live.update(what)
