"""Proposers of parameter values: one file for each, behind `base.ParameterProposer`. None of them decides anything.

What a proposer believes to be best is a candidate like any other: the race accepts it or not, at the campaign's risk.
"""

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.learn.proposers.base import ParameterProposer, Seen
from ponnuki.lab.learn.proposers.ours import Ours

PROPOSERS = ("ours", "tpe", "cma-es")

__all__ = ["PROPOSERS", "ParameterProposer", "Seen", "find_proposer"]


def find_proposer(name: str) -> ParameterProposer:
    """The proposer of that name; Optuna's samplers need the extra `tune`."""
    if name not in PROPOSERS:
        raise BadInput(unknown("proposer", name, PROPOSERS))
    if name == "ours":
        return Ours()
    try:
        from ponnuki.lab.learn.proposers.by_optuna import ByOptuna
    except ImportError as error:
        raise BadInput(f"proposer {name!r} needs Optuna ({error}): pip install 'ponnuki[tune]'") from None
    return ByOptuna(name)
