"""A trial that is a shell command which prints a reward: `my-eval --seed {seed} --candidate {candidate}`.

The command runs in the folder of the file that names it. The reward is the last line of its output that is not
empty. A command that fails stops the run: only whoever wrote it knows what its failure means.
"""

import shlex
import signal
from dataclasses import dataclass
from pathlib import Path

from ponnuki.match.reward import EvaluatorFailed, checked
from ponnuki.match.trial import TrialResult
from ponnuki.processes.programs import search_path
from ponnuki.processes.run import Finished, run
from ponnuki.processes.words import cleaned

SHOWN_LINES = 5
"""Lines of stderr that an error and the details quote."""


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
        done = _run(text, self.folder, self.limit)
        tail = [cleaned(line) for line in done.errors.splitlines() if line.strip()][-SHOWN_LINES:]
        if done.code != 0:
            how = f"was ended by {signal.Signals(-done.code).name}" if done.code < 0 else f"ended with code {done.code}"
            raise EvaluatorFailed(f"{text!r} {how}" + (f"; its last words: {' | '.join(tail)}" if tail else ""))
        lines = [line.strip() for line in done.output.splitlines() if line.strip()]
        if not lines:
            raise EvaluatorFailed(f"{text!r} printed nothing: the last line of its output must be the reward")
        return TrialResult(checked(lines[-1], repr(text)), {"stderr": tail} if tail else {})

    @property
    def text(self) -> str:
        """The command as the shell gets it."""
        return self.command.replace("{seed}", str(self.seed)).replace("{candidate}", shlex.quote(self.candidate))


def _run(text: str, folder: str, limit: float | None) -> Finished:
    """Run the text by the shell, which finds programs beside the file too."""
    path = {"PATH": search_path(str(Path(folder).resolve()))}
    try:
        return run(["/bin/sh", "-c", text], folder=folder, variables=path, limit=limit)
    except TimeoutError:
        raise EvaluatorFailed(f"{text!r} has not ended within {limit:g} s") from None
    except OSError as error:
        raise EvaluatorFailed(f"{text!r} cannot be started: {error.strerror}") from None
    except ValueError as error:  # a null character
        raise EvaluatorFailed(f"{text!r} cannot be started: it has an {error}") from None
