"""What the compiled race keeps for each candidate, and the case it plays. K candidates, V possible
rewards."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ponnuki.race.bounds.betting import BETS
from ponnuki.race.bounds.gsprt import PAIR_REWARDS
from ponnuki.race.bounds.wealth import split
from ponnuki.race.nat_index import HIGHEST, LOWEST

MOST_EPOCHS = 128  # epochs grow by a quarter: enough for 10^11 trials

EFFECTS = HIGHEST - LOWEST + 1
"""Points of the grid of effects that `nat-index` uses."""

RUNNING, ACCEPTED, DROPPED = 0, 1, 2


class Case(NamedTuple):
    """Everything that does not change during a race."""

    values: NDArray[np.float64]  # (V,) the possible rewards
    cells: NDArray[np.int64]  # (V,) the grid cell at or below each
    rests: NDArray[np.float64]  # (V,) the part of each that belongs to the next cell
    pair_cells: NDArray[np.int64]  # (V,) which result of a pair it is, -1 for none
    cumulative: NDArray[np.float64]  # (K, V)
    accept_risks: NDArray[np.float64]  # (K,)
    drop_risks: NDArray[np.float64]  # (K,)
    accept_above: float
    drop_below: float
    prior_variance: float
    prior_weight: float
    first: int
    seed: int
    race: int


class State(NamedTuple):
    """What changes, candidate by candidate."""

    n: NDArray[np.int64]  # (K,)
    total: NDArray[np.float64]  # (K,)
    square: NDArray[np.float64]  # (K,) sum of (x - 1/2)^2
    decision: NDArray[np.int8]  # (K,)
    batches: NDArray[np.int64]  # (K,)
    strength: NDArray[np.float64]  # (K,)
    upper: NDArray[np.float64]  # (K,)
    upper_at: NDArray[np.int64]  # (K,) the n for which upper was computed
    tests: NDArray[np.int64]  # (K,) doubling bounds
    tested_lower: NDArray[np.float64]  # (K,)
    tested_upper: NDArray[np.float64]  # (K,)
    seen: NDArray[np.int64]  # (K, 5) results of pairs
    fresh: NDArray[np.int64]  # (V,) scratch: how often each reward came in the present run
    logs: NDArray[np.float64]  # (K, 2, BETS) wealth for accepting, for dropping
    steps: NDArray[np.float64]  # (K, 2, V, BETS) what a reward adds while the epoch lasts
    epochs: NDArray[np.int64]  # (K,)
    epoch_end: NDArray[np.int64]  # (K,)
    bets: NDArray[np.float64]  # (K, MOST_EPOCHS, BETS) before the cap
    counts: NDArray[np.int64]  # (K, MOST_EPOCHS, V)
    prior: NDArray[np.float64]  # (EFFECTS,) scratch of `nat-index`, as are the next three
    posterior: NDArray[np.float64]
    left: NDArray[np.float64]
    share: NDArray[np.float64]


def new_state(candidates: int, rewards: int) -> State:
    """Room for a race; `simulate` clears it for each."""
    k = candidates
    return State(
        n=np.zeros(k, np.int64),
        total=np.zeros(k),
        square=np.zeros(k),
        decision=np.zeros(k, np.int8),
        batches=np.zeros(k, np.int64),
        strength=np.zeros(k),
        upper=np.ones(k),
        upper_at=np.zeros(k, np.int64),
        tests=np.zeros(k, np.int64),
        tested_lower=np.zeros(k),
        tested_upper=np.ones(k),
        seen=np.zeros((k, len(PAIR_REWARDS)), np.int64),
        fresh=np.zeros(rewards, np.int64),
        logs=np.zeros((k, 2, BETS)),
        steps=np.zeros((k, 2, rewards, BETS)),
        epochs=np.zeros(k, np.int64),
        epoch_end=np.zeros(k, np.int64),
        bets=np.zeros((k, MOST_EPOCHS, BETS)),
        counts=np.zeros((k, MOST_EPOCHS, rewards), np.int64),
        prior=np.zeros(EFFECTS),
        posterior=np.zeros(EFFECTS),
        left=np.zeros(EFFECTS),
        share=np.zeros(EFFECTS),
    )


def places(values: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
    """Cells, rests and pair cells of the possible rewards."""
    parts = [split(float(value)) for value in values]
    cells = np.array([cell for cell, _ in parts], dtype=np.int64)
    rests = np.array([rest for _, rest in parts])
    matches = [np.flatnonzero(value == PAIR_REWARDS) for value in values]
    pair_cells = np.array([match[0] if match.size else -1 for match in matches], dtype=np.int64)
    return cells, rests, pair_cells
