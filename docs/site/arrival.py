"""The figure of docs/statistics.md on order: `python docs/site/arrival.py` prints its numbers and draws it.

Races of a candidate exactly at the accept threshold, whose losses take 1.3 times as long as its wins, on more and more
workers. The same games are told in order of arrival, and under their own numbers.
"""

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

from ponnuki.race import Race

PICTURE = Path(__file__).parents[1] / "pictures" / "arrival.svg"
RACES, GAMES, RATE = 60, 20_000, 0.52
IN_FLIGHT = (1, 4, 16, 64, 256)


def main() -> None:
    """Run, print and draw."""
    shares: dict[str, list[float]] = {"as they arrive": [], "in canonical order": []}
    for in_flight in IN_FLIGHT:
        accepted = np.array([verdicts(in_flight, seed) for seed in range(RACES)]).mean(axis=0)
        for name, share in zip(shares, accepted, strict=True):
            shares[name].append(float(share))
        print(
            f"{in_flight:4} in flight: {accepted[0]:.2f} accepted as they arrive, {accepted[1]:.2f} in canonical order"
        )
    mpl.rcParams["svg.hashsalt"] = "arrival"
    figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    for name, marker in zip(shares, "os", strict=True):
        axes.plot(IN_FLIGHT, shares[name], marker=marker, label=f"counted {name}")
    axes.axhline(0.05, linestyle=":", color="grey", label="the risk that was agreed to")
    axes.set(xscale="log", xlabel="games at a time", ylabel="races that accept it", ylim=(-0.03, 1.03))
    axes.set_xticks(IN_FLIGHT, [str(number) for number in IN_FLIGHT])
    axes.legend(frameon=False)
    figure.savefig(PICTURE, metadata={"Date": None})


def verdicts(in_flight: int, seed: int) -> tuple[bool, bool]:
    """Whether one race accepts its candidate by mistake: told as games arrive, and in canonical order."""
    rng = np.random.default_rng(seed)
    wins = rng.random(GAMES) < RATE
    durations = np.where(wins, 1.0, 1.3) * rng.uniform(0.9, 1.1, GAMES)
    workers, ends = np.zeros(in_flight), np.empty(GAMES)
    for game, duration in enumerate(durations):
        worker = workers.argmin()
        workers[worker] += duration
        ends[game] = workers[worker]
    return tuple(accepts(wins[order].astype(float)) for order in (np.argsort(ends), np.arange(GAMES)))  # type: ignore[return-value]


def accepts(rewards: np.ndarray) -> bool:
    """The verdict on these rewards in this order."""
    race = Race(["equal"], accept_above=RATE, drop_below=0.6, prior_variance=0.25)
    race.tell("equal", 0, rewards)
    return race.verdict.status == "accepted"


if __name__ == "__main__":
    main()
