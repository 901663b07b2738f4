"""How much longer a race takes: nothing before it is worth saying, and about right afterwards."""

import random

from ponnuki.lab.simulation.estimate import trials_left
from ponnuki.race import Race


def told(chance: float, trials: int, seed: int) -> Race:
    race = Race(["a"], accept_above=0.5, drop_below=0.52)
    coin = random.Random(seed)
    while race.verdict.trials < trials and (ask := race.ask()):
        race.tell("a", ask.first_trial, [float(coin.random() < chance) for _ in range(ask.count)])
    return race


def test_early_means_are_mostly_luck_so_nothing_is_said() -> None:
    assert trials_left(told(0.6, 0, 0).verdict, 0.5, 0.52) is None
    assert trials_left(told(0.6, 16, 0).verdict, 0.5, 0.52) is None


def test_the_estimate_is_of_the_right_size() -> None:
    ratios = []
    for seed in range(20):
        verdict = told(0.56, 300, seed).verdict
        left = trials_left(verdict, 0.5, 0.52)
        whole = told(0.56, 100_000, seed).verdict.trials
        if left is not None and verdict.status == "running":
            ratios.append((verdict.trials + left) / whole)
    ratios.sort()
    assert 0.3 < ratios[len(ratios) // 2] < 3
