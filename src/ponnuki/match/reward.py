"""What evaluators return is checked here: a reward is a number from 0 to 1."""

import math
from typing import Any

from ponnuki.errors import PonnukiError
from ponnuki.processes.words import cleaned

LONGEST_MESSAGE = 2000
"""Characters of what is said about a failure, the evaluator's last words included."""


class EvaluatorFailed(PonnukiError):  # noqa: N818 - it names what happened
    """An evaluator gave no usable reward: the run stops, as nothing can be learned from it."""

    def __init__(self, message: str) -> None:
        super().__init__(cleaned(message, LONGEST_MESSAGE))


def checked(value: Any, source: str) -> float:
    """The reward as a float; `source` is what the error names."""
    try:
        reward = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        reward = math.nan
    if not 0.0 <= reward <= 1.0:
        raise EvaluatorFailed(f"{source}: a reward must be a number from 0 to 1, not {_brief(value)}")
    return reward


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
