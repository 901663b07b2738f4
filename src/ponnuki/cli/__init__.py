"""The command line: `ponnuki COMMAND`. The commands are registered in `commands`.

`main` runs one. Whatever ends it early is one line on stderr and an exit code: 2 for bad input, 1 for a run or output
that failed, 130 for an interruption by Ctrl-C or SIGTERM. Until signals are watched hardly anything is imported: one
that comes before would end Python with a traceback.
"""

import contextlib
import errno
import io
import os
import signal
import sys
import warnings

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.processes import signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130
LONGEST_LINE = 4000
"""Characters of a line about an error: some quote a command with all its words."""


def main() -> None:
    """Run the command that was given, and then what `--notify` asks for."""
    try:
        _run()
    except SystemExit as end:
        from ponnuki.cli.notify import tell

        tell(end.code)
        raise


def _run() -> None:
    """Run the command that was given; Ctrl-C, SIGTERM and SIGUSR1 end it, but for a run that plays and handles them."""
    # Python from 3.12 on shows it when sgfmill is compiled, which some installers leave to the first command.
    warnings.filterwarnings("ignore", "invalid escape sequence", SyntaxWarning, module=".*sgfmill")
    with signals.interrupting((signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)):
        try:
            _check_surroundings()
            from ponnuki.cli.commands import run

            run()
        except SystemExit as end:
            _leave(end)
        except KeyboardInterrupt:
            _fail("interrupted", INTERRUPTED)
        except Exception as error:
            if signals.raised and not isinstance(error, PonnukiError):  # made of it by a library that was being loaded
                _fail("interrupted", INTERRUPTED)
            _explain(error)


def _check_surroundings() -> None:
    """Check that the current folder exists and that stdout is open; let the output replace characters that it cannot
    encode. A closed stdin or stderr becomes an empty one: otherwise a file that is opened later would get its
    number."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: PTH123, SIM115 - it stays open
    if sys.stdout is None:
        raise BadInput("the output is closed: there is nowhere to write results to")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        os.getcwd()  # noqa: PTH109
    except OSError as error:
        raise BadInput(f"the current folder cannot be used ({error.strerror}): change to another one") from None


def _leave(end: SystemExit) -> "NoReturn":
    """End with the code that typer has chosen, when all output has been written. What typer does not say, a closed pipe
    or an interruption, is said here."""
    signals.settle()
    if isinstance(end.__context__, BrokenPipeError):
        _explain(end.__context__)
    if end.code == INTERRUPTED:
        _fail("interrupted", INTERRUPTED)
    try:
        sys.stdout.flush()
    except OSError as error:
        _explain(error)
    raise end


def _explain(error: Exception) -> "NoReturn":
    """Print an error as one line and end. An error that nobody has foreseen is raised again, with all its details."""
    if isinstance(error, PonnukiError):
        beginning = "" if error.exit_code == INTERRUPTED else "error: "
        _fail(f"{beginning}{error}", error.exit_code)
    if not isinstance(error, OSError):
        raise error
    if error.errno == errno.EPIPE:
        _fail("error: the output was closed before all of it was written", PonnukiError.exit_code)
    what = "the output cannot be written" if error.filename is None else str(error.filename)
    _fail(f"error: {what}: {error.strerror or error}", PonnukiError.exit_code)


def _fail(line: str, code: int) -> "NoReturn":
    """Print a line on stderr and end with a code. Output that can no longer be written is given up."""
    signals.settle()
    from ponnuki.processes.words import cleaned

    with contextlib.suppress(OSError):
        print(cleaned(line, LONGEST_LINE), file=sys.stderr, flush=True)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
