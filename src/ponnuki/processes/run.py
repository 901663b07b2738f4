"""A command that is run to its end within a time, and leaves nothing behind."""

import contextlib
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ponnuki.processes.child import start

LAST_OUTPUT = 1.0
"""Seconds to wait for the end of the output of a command that has been killed."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a command ended: its exit code (negative for a signal) and what it printed."""

    code: int
    output: str
    errors: str


def run(
    words: Sequence[str],
    *,
    folder: Path | str | None = None,
    variables: Mapping[str, str] | None = None,
    limit: float | None = None,
) -> Finished:
    """Run a command, for `limit` seconds at most: then it is killed and `TimeoutError` is raised.

    The command and all that it started are gone afterwards. Raises `OSError` where it cannot be started.
    """
    child = start(words, folder=folder, variables=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        output, errors = child.process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"not ended within {limit:g} s") from None
    finally:
        child.end()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.process.communicate(timeout=LAST_OUTPUT)
    return Finished(child.process.returncode, _text(output), _text(errors))


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace")
