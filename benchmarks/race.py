"""What a race costs: telling one reward, an array, a journal of a million; the displayed interval.

Run: python benchmarks/race.py. Times are processor times, so that other programs on the machine do not count.
"""

import time

import numpy as np

from ponnuki.race import Race

CANDIDATES = 100
PAIRS = np.array([0.0, 0.5, 1.0])


def rewards(kind: str, count: int) -> np.ndarray:
    rng = np.random.default_rng(3)
    return rng.choice(PAIRS, count, p=[0.25, 0.5, 0.25]) if kind == "pairs" else rng.beta(2, 2, count)


def tell_cost(kind: str, singly: bool, count: int) -> float:
    """Microseconds a reward, selection included, with a hundred candidates."""
    pool, race, used, spent = rewards(kind, 2 * count), Race(range(CANDIDATES)), 0, 0.0
    while used < count:
        ask = race.ask()
        batch = pool[used : used + ask.count]
        entries = (
            [(ask.first_trial + i, x) for i, x in enumerate(batch.tolist())] if singly else [(ask.first_trial, batch)]
        )
        start = time.process_time()
        for first, told in entries:
            race.tell(ask.candidate, first, told)
        spent += time.process_time() - start
        used += ask.count
    return spent / used * 1e6


def replay_cost(count: int) -> float:
    """Seconds to replay a journal of single trials."""
    race, journal, pool = Race(range(CANDIDATES)), [], rewards("pairs", 2 * count)
    while len(journal) < count:
        ask = race.ask()
        batch = pool[len(journal) : len(journal) + ask.count]
        race.tell(ask.candidate, ask.first_trial, batch)
        journal += [(ask.candidate, ask.first_trial + i, x) for i, x in enumerate(batch.tolist())]
    start = time.process_time()
    again = Race(range(CANDIDATES)).replay(journal)
    spent = time.process_time() - start
    assert again.verdict == race.verdict
    return spent


def interval_cost(kind: str, count: int) -> float:
    """Microseconds for the interval of a candidate that has played `count` trials."""
    race = Race(["a"], accept_above=0.4999, drop_below=0.5001)
    race.tell("a", 0, rewards(kind, count))
    bound, times = race._bounds[0], []
    bound._bars = (np.log(2), np.log(2))  # so low that there is an interval to look for
    for _ in range(50):
        start = time.process_time()
        bound._upper_shown = None
        bound._interval()
        times.append(time.process_time() - start)
    return float(np.median(times)) * 1e6


def main() -> None:
    for kind in ("pairs", "continuous"):
        print(f"tell one reward, {kind}: {tell_cost(kind, True, 20_000):.1f} us")
        print(f"tell an array, {kind}: {tell_cost(kind, False, 300_000):.2f} us a reward")
    print(f"replay a million trials: {replay_cost(1_000_000):.2f} s")
    for kind in ("pairs", "continuous"):
        costs = ", ".join(f"{interval_cost(kind, n):.0f} us after {n}" for n in (1000, 10_000, 1_000_000))
        print(f"interval, {kind}: {costs}")


if __name__ == "__main__":
    main()
