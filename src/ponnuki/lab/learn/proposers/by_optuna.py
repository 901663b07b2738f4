"""Optuna's samplers as proposers: TPE and CMA-ES (extra `tune`).

A study is made anew for each draw: seeded, told all candidates of the journal in canonical order, and asked. So nothing
of Optuna's is stored, and a campaign that was killed is proposed the same candidates again.
"""

import warnings
from collections.abc import Sequence

import optuna

from ponnuki.lab.learn.parameters import Parameter
from ponnuki.lab.learn.proposers.base import Seen, Values

Base = optuna.distributions.BaseDistribution


class ByOptuna:
    """One of Optuna's samplers."""

    def __init__(self, name: str) -> None:
        self._name = name
        if name == "cma-es":
            import cmaes  # noqa: F401 - Optuna would only say so when it is first asked

    def propose(
        self, parameters: Sequence[Parameter], seen: Sequence[Seen], baseline: Values, count: int, seed: int
    ) -> list[Values]:
        """What the sampler asks for after all that was seen; the first baseline is worth 1/2."""
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        space: dict[str, Base] = {one.name: _distribution(one) for one in parameters}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of experimental arguments, and of values between two steps
            study = optuna.create_study(direction="maximize", sampler=self._sampler(seed))
            for one in seen:
                values = {each.name: _inside(one.values[each.name], each) for each in parameters}
                study.add_trial(optuna.trial.create_trial(params=values, distributions=space, value=one.rate))
            asked = [study.ask(space) for _ in range(count)]
        return [{one.name: one.fitted(float(trial.params[one.name])) for one in parameters} for trial in asked]

    def _sampler(self, seed: int) -> optuna.samplers.BaseSampler:
        number = seed % 2**32
        if self._name == "cma-es":
            return optuna.samplers.CmaEsSampler(seed=number)
        return optuna.samplers.TPESampler(seed=number, constant_liar=True)


def _distribution(one: Parameter) -> Base:
    low, high = one.range
    if one.is_whole and one.step is not None:
        step = int(one.step)
        top = int(low) + (int(high) - int(low)) // step * step
        return optuna.distributions.IntDistribution(int(low), top, log=one.log and step == 1, step=step)
    return optuna.distributions.FloatDistribution(low, high, log=one.log)


def _inside(value: float, one: Parameter) -> float | int:
    """A value as the distribution has it; that of a baseline may lie outside, or between two steps."""
    return int(one.fitted(value)) if one.is_whole else min(max(float(value), one.range[0]), one.range[1])
