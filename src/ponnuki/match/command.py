"""A trial that is a shell command which prints a reward: `my-eval --seed {seed} --candidate {candidate}`.

The command runs in the folder of the file that names it. The reward is the last line of its output that is not
empty. A command that fails stops the run: only whoever wrote it knows what its failure means.
"""

import contextlib
import os
import shlex
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ponnuki.gtp import watchdog
from ponnuki.gtp.programs import GAMES_FOLDER
from ponnuki.match.reward import EvaluatorFailed, checked
from ponnuki.match.trial import TrialResult

SHOWN_LINES = 5
"""Of stderr, in an error and in the details."""


@dataclass(frozen=True, slots=True)
class CommandTrial:
    """One run of the command for a candidate's name; `limit` is in seconds."""

    command: str
    candidate: str
    seed: int
    folder: str = ""
    limit: float | None = None
    reproducible: bool = True

    def run(self) -> TrialResult:
        """Run the command."""
        text = self.text
        code, output, errors = _run(text, self.folder, self.limit)
        tail = [line for line in errors.splitlines() if line.strip()][-SHOWN_LINES:]
        if code != 0:
            how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
            raise EvaluatorFailed(f"{text!r} {how}" + (f"; its last words: {' | '.join(tail)}" if tail else ""))
        lines = [line.strip() for line in output.splitlines() if line.strip()]
        if not lines:
            raise EvaluatorFailed(f"{text!r} printed nothing: the last line of its output must be the reward")
        return TrialResult(checked(lines[-1], repr(text)), {"stderr": tail} if tail else {})

    @property
    def text(self) -> str:
        """The command as the shell gets it."""
        return self.command.replace("{seed}", str(self.seed)).replace("{candidate}", shlex.quote(self.candidate))


def _run(text: str, folder: str, limit: float | None) -> tuple[int, str, str]:
    """Exit code, output and errors; the command and what it started are gone afterwards."""
    mark = watchdog.mark()
    environment = watchdog.environment(mark)
    places = [environment.get("PATH", os.defpath), GAMES_FOLDER, str(Path(folder).resolve())]
    environment["PATH"] = os.pathsep.join(places)
    try:
        process = subprocess.Popen(
            ["/bin/sh", "-c", text],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder or None,
            env=environment,
            start_new_session=True,
        )
    except OSError as error:
        raise EvaluatorFailed(f"{text!r} cannot be started: {error.strerror}") from None
    watchdog.watch(process.pid)
    try:
        output, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        raise EvaluatorFailed(f"{text!r} has not ended within {limit:g} s") from None
    finally:
        watchdog.end(process.pid, mark)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=1.0)
    return process.returncode, output.decode("utf-8", "replace"), errors.decode("utf-8", "replace")
