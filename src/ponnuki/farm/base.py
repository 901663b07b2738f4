"""What a farm is: it takes trials as values and says, in whatever order they end, what became of them.

A farm decides nothing. A trial whose worker died is reported as `Lost`, and whoever drives the farm knows whether it
may be played again. A trial that is not reproducible may be played once only: a worker that takes one says so
(`Taken`) and waits for the answer, so that it can be written down before it begins:

    submit -> wait: Taken -> (on the disk) -> answer(begin) -> wait: Done

So what no answer has let begin has certainly not begun.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.match.reward import EvaluatorFailed
from ponnuki.match.trial import Trial, TrialResult

Key = tuple[int, ...]
"""How a driver names a trial; it means nothing to the farm."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A worker has taken a trial that may be played once; it waits for the answer before it begins."""

    key: Key


@dataclass(frozen=True, slots=True)
class Done:
    """A trial that ended with a reward."""

    key: Key
    result: TrialResult


@dataclass(frozen=True, slots=True)
class Lost:
    """A trial whose worker died, whether the trial had begun or not; `times` says how often that has happened to it."""

    key: Key
    reason: str
    times: int = 1


@dataclass(frozen=True, slots=True)
class Failed:
    """A trial that cannot be run: its evaluator raised, or gave something that is no reward."""

    key: Key
    message: str
    exit_code: int


Outcome = Taken | Done | Lost | Failed


class FarmError(PonnukiError):
    """The farm itself cannot go on."""


class Farm(ABC):
    """Trials in, outcomes out; usable as a context manager, so that nothing stays behind."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many trials are worth having under way at this moment; it follows the number and speed of workers."""

    @property
    @abstractmethod
    def workers(self) -> int:
        """How many workers there are at this moment."""

    @property
    @abstractmethod
    def in_flight(self) -> int:
        """How many trials were submitted and have no outcome yet."""

    @property
    def room(self) -> int:
        """How many more trials should be submitted now: the back-pressure."""
        return max(0, self.capacity - self.in_flight)

    @abstractmethod
    def submit(self, key: Key, trial: Trial) -> None:
        """Queue a trial; its outcome comes back under this key."""

    @abstractmethod
    def wait(self, timeout: float) -> Sequence[Outcome]:
        """The outcomes that have arrived, after waiting for the first of them for `timeout` seconds at most."""

    @abstractmethod
    def answer(self, begin: Iterable[Key], leave: Iterable[Key] = ()) -> None:
        """Let some of the trials that were `Taken` begin, and drop others, of which no outcome will come."""

    @abstractmethod
    def stop(self) -> Sequence[Outcome]:
        """Stop the workers, then return the outcomes that they had sent by then. Every trial that has ended is among
        them: if one that was let begin is missing, it has not ended."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def run_trial(key: Key, trial: Trial) -> Done | Failed:
    """Run a trial where we are. An exception is the evaluator's own fault, so it ends the run, in one line."""
    try:
        result = trial.run()
        reward = result.reward
        if isinstance(reward, bool) or not isinstance(reward, int | float) or not 0.0 <= reward <= 1.0:
            raise BadInput(f"the reward is {reward!r}: it must be a number between 0 and 1")
    except Exception as error:
        is_given = isinstance(error, BadInput | EvaluatorFailed)
        return Failed(key, _one_line(error), BadInput.exit_code if is_given else PonnukiError.exit_code)
    return Done(key, TrialResult(float(reward), dict(result.details)))


def prepare_trial(trial: Trial) -> None:
    """Let a trial compile what it needs, if it has something to compile."""
    prepare = getattr(trial, "prepare", None)
    if prepare is not None:
        prepare()


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split())
    if isinstance(error, PonnukiError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
