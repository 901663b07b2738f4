"""Options that cannot be used, said in the protocol too.

Some controllers wait for ever for a program that has ended before it answered. One that answers every command with an
error is reported by all of them.
"""

import contextlib
import sys
from io import TextIOWrapper
from typing import TextIO

from ponnuki.gtp.wire import Reply, format_reply, parse_command

QUIT = "quit"


def refuse(reason: str, source: TextIO | None = None, target: TextIO | None = None) -> None:
    """Answer every command with the reason, until `quit` or the end of input; a person at a terminal has read it."""
    source, target = source or sys.stdin, target or sys.stdout
    if isinstance(source, TextIOWrapper):
        source.reconfigure(errors="replace")
    if source.isatty():
        return
    with contextlib.suppress(BrokenPipeError):  # the controller has gone
        for line in source:
            command = parse_command(line)
            if command is None:
                continue
            target.write(format_reply(Reply(False, command.id, reason)))
            target.flush()
            if command.name == QUIT:
                return
