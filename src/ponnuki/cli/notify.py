"""`--notify COMMAND`: a shell command that is run when the command line has ended, however it ended."""

import shlex

import typer

LIMIT = 60.0
"""Seconds that the command may take."""
WORDS = {0: "done", 1: "failed", 130: "interrupted"}
"""What {status} becomes, by exit code. Bad input, code 2, is seen at once by whoever gave it: nobody is notified."""
_wanted: list[str] = []


def remember(command: str | None) -> str | None:
    """Note what is to be run at the end; the option gives it."""
    if command:
        _wanted.append(command)
    return command


def tell(code: object) -> None:
    """Run what was asked for; a command that fails is a line on stderr and changes nothing else."""
    from ponnuki.processes.run import run

    number = code if isinstance(code, int) else 0
    while _wanted:
        command = _wanted.pop()
        if number not in WORDS:
            continue
        text = command.replace("{status}", shlex.quote(WORDS[number]))
        try:
            done = run(["/bin/sh", "-c", text], limit=LIMIT)
        except (OSError, TimeoutError, ValueError) as error:  # a null character is a ValueError
            typer.echo(f"warning: --notify: {error}", err=True)
        else:
            if done.code:
                typer.echo(f"warning: --notify: {command!r} ended with code {done.code}", err=True)
