"""The default bound: a mixture of bets against each threshold.

    A = mean_k prod_t (1 + l_kt (x_t - accept_above))    accept when A >= 1/a
    D = mean_k prod_t (1 - l_kt (x_t - drop_below))      drop   when D >= 1/b

Whoever bets against a true statement cannot expect to get rich: if E[x | past] <= accept_above, A is a
non-negative supermartingale, and by Ville's inequality it ever reaches 1/a with probability at most a,
whatever the stopping, pausing and choosing. Five bets suit five sizes of effect; the mixture is within log
5 of the best.

The bets follow the variance v seen so far, refreshed when n has grown by a quarter (an *epoch*), so a game
of many draws is decided by far fewer trials. A grows when the effect is more than c gap/2 above
accept_above and D when it is more than c gap/2 below drop_below: c < 1 makes the two ranges overlap, so
that every race ends.
"""

from math import log

import numpy as np

from ponnuki.race.bounds.base import Bound, BoundSettings, Floats, running
from ponnuki.race.bounds.wealth import CAP, GRID, Counts, first_guess, log_mean_exp, lower_limit, split
from ponnuki.race.thresholds import SINGLE_GAME_VARIANCE

SMALLEST_BET = 0.9  # c, in units of the gap; termination needs c < 1
BETS = 5  # effects of c gap 2^k, k = 0 .. 4
PAIR_WEIGHT = 10.0  # how many trials the prior variance is worth: pairs vary by game,
SINGLE_GAME_WEIGHT = 50.0  # single games hardly
EPOCH_GROWTH = (5, 4)  # an epoch ends when n has grown by a quarter
FIRST_EPOCHS = 16  # room to begin with; doubled when full
LOST = GRID + 2  # counts per epoch: the grid, one cell to split into, lost trials, again one to split into
CELLS = LOST + 2
REMEMBERED = 64  # different rewards whose effect on the logs is kept; there are few, or too many to keep
SHORT = 8  # fewer trials than this are counted one by one: quicker than arrays

Increments = tuple[tuple[float, ...], tuple[float, ...]]


class Betting(Bound):
    """Needs 1.2 times the information-theoretic floor for small effects, whatever the variance."""

    name = "betting"
    summary = "mixture of bets, valid at every trial, adapts to the variance (default)"
    needs_gap = True

    def __init__(self, settings: BoundSettings) -> None:
        super().__init__(settings)
        gap = settings.drop_below - settings.accept_above
        self._effects = SMALLEST_BET * gap * 2.0 ** np.arange(BETS)
        self._bars = log(1 / self.risks.accept), log(1 / self.risks.drop)
        self._weight = prior_weight(settings.prior_variance)
        self._accept_logs = [0.0] * BETS
        self._drop_logs = [0.0] * BETS
        self._upper_shown: tuple[int, float] | None = None
        self._epochs = 0
        self._all_bets = np.zeros((FIRST_EPOCHS, BETS))
        self._all_counts = np.zeros((FIRST_EPOCHS, CELLS))
        self._open_epoch()

    def fold(self, low: Floats, high: Floats) -> int:
        """Count rewards epoch by epoch."""
        start = 0
        while start < len(low) and self.decision is None:
            stop = min(len(low), start + self._epoch_end - self.n)
            if stop - start < SHORT:
                start = self._fold_singly(low, high, start, stop)
            else:
                start = self._fold_together(low, high, start, stop)
            if self.n == self._epoch_end:
                self._all_counts[self._epochs - 1] = self._counts
                self._open_epoch()
        return start

    @property
    def strength(self) -> float:
        """log A: how much the bets on this candidate have won."""
        return log_mean_exp(self._accept_logs)

    @property
    def variance(self) -> float:
        """The variance the bets assume: the prior's, drawn towards what was seen."""
        return (self._weight * self.settings.prior_variance + self.square_sum) / (self._weight + self.n)

    def _open_epoch(self) -> None:
        grow, of = EPOCH_GROWTH
        self._epoch_end = max(self.n + 1, -(-self.n * grow // of))
        bets = self._effects / self.variance
        self._accept_bets = np.minimum(bets, CAP / self.settings.accept_above)
        self._drop_bets = np.minimum(bets, CAP / (1 - self.settings.drop_below))
        self._known: dict[tuple[float, float], Increments] = {}
        self._counts = [0.0] * CELLS
        if self._epochs == len(self._all_bets):
            self._all_bets = np.concatenate([self._all_bets, np.zeros_like(self._all_bets)])
            self._all_counts = np.concatenate([self._all_counts, np.zeros_like(self._all_counts)])
        self._all_bets[self._epochs] = bets
        self._epochs += 1

    def _fold_singly(self, low: Floats, high: Floats, start: int, stop: int) -> int:
        accept_bar, drop_bar = self._bars
        for x, y in zip(low[start:stop].tolist(), high[start:stop].tolist(), strict=True):
            start += 1
            up, down = self._known.get((x, y)) or self._learn(x, y)
            self._accept_logs = [v + d for v, d in zip(self._accept_logs, up, strict=True)]
            self._drop_logs = [v + d for v, d in zip(self._drop_logs, down, strict=True)]
            self.n += 1
            self.low_sum += x
            self.high_sum += y
            self.square_sum += (x - 0.5) ** 2
            cell, rest = split(x) if x == y else (LOST, 0.0)
            self._counts[cell] += 1.0 - rest
            self._counts[cell + 1] += rest
            if max(self._accept_logs) >= accept_bar or max(self._drop_logs) >= drop_bar:
                self._decide()
                if self.decision:
                    break
        return start

    def _learn(self, low: float, high: float) -> Increments:
        """What one reward adds to the logs, remembered while the bets stay."""
        up = np.log1p(self._accept_bets * (low - self.settings.accept_above))
        down = np.log1p(-self._drop_bets * (high - self.settings.drop_below))
        known = tuple(up.tolist()), tuple(down.tolist())
        if len(self._known) == REMEMBERED:
            self._known.clear()
        self._known[low, high] = known
        return known

    def _fold_together(self, low: Floats, high: Floats, start: int, stop: int) -> int:
        """The same sums in the same order, as arrays."""
        x, y = low[start:stop], high[start:stop]
        up = running_logs(self._accept_logs, np.log1p(np.outer(self._accept_bets, x - self.settings.accept_above)))
        down = running_logs(self._drop_logs, np.log1p(np.outer(-self._drop_bets, y - self.settings.drop_below)))
        accept_bar, drop_bar = self._bars
        used = stop - start
        for i in np.flatnonzero((up.max(axis=0) >= accept_bar) | (down.max(axis=0) >= drop_bar)).tolist():
            self._accept_logs, self._drop_logs = up[:, i].tolist(), down[:, i].tolist()
            self._decide()
            if self.decision:
                used = i + 1
                break
        self._accept_logs, self._drop_logs = up[:, used - 1].tolist(), down[:, used - 1].tolist()
        self._keep(self._tally(x[:used], y[:used]), used - 1)
        self._counts = counted(self._counts, x[:used], y[:used])
        return start + used

    def _decide(self) -> None:
        """The mixture reaches its bar only after its largest part has, so it is looked at only then."""
        accept_bar, drop_bar = self._bars
        if log_mean_exp(self._accept_logs) >= accept_bar:
            self.decision = "accepted"
        elif log_mean_exp(self._drop_logs) >= drop_bar:
            self.decision = "dropped"

    @property
    def upper(self) -> float:
        """The upper bound alone, kept until another trial is counted."""
        if self._upper_shown is None or self._upper_shown[0] != self.n:
            self._upper_shown = self.n, self._upper_limit() if self.n else 1.0
        return self._upper_shown[1]

    def _interval(self) -> tuple[float, float]:
        lower = self._limit(1, self.low_sum / self.n, self._bars[0])
        if self.decision == "accepted":  # the exact wealth has passed the bar, even where the counted one is short
            lower = max(lower, self.settings.accept_above)
        return lower, self.upper

    def _upper_limit(self) -> float:
        upper = 1 - self._limit(-1, 1 - self.high_sum / self.n, self._bars[1])
        return min(upper, self.settings.drop_below) if self.decision == "dropped" else upper

    def _limit(self, direction: int, mean: float, bar: float) -> float:
        """The lower limit of the rewards, or read from the other end, of 1 minus the rewards."""
        self._all_counts[self._epochs - 1] = self._counts
        counts = self._all_counts[: self._epochs, : GRID + 1][:, ::direction].copy()
        counts[:, 0] += self._all_counts[: self._epochs, LOST]
        seen = Counts(counts, self._all_bets[: self._epochs])
        return lower_limit(seen, bar, first_guess(mean, self.variance, self.n, bar))


def prior_weight(variance: float) -> float:
    """How many trials the prior variance is worth."""
    return SINGLE_GAME_WEIGHT if variance >= SINGLE_GAME_VARIANCE else PAIR_WEIGHT


def running_logs(logs: list[float], steps: Floats) -> Floats:
    """The logs of every bet after each trial. Shape: (bets, trials)."""
    return np.stack([running(start, row) for start, row in zip(logs, steps, strict=True)])


def counted(counts: list[float], low: Floats, high: Floats) -> list[float]:
    """Counts with some rewards added, in the order and so with the bits of adding them one by one."""
    place = low * GRID
    cell = place.astype(np.intp)
    rest = place - cell
    lost = low != high
    cell[lost], rest[lost] = LOST, 0.0
    sums = np.array(counts)
    np.add.at(sums, np.column_stack([cell, cell + 1]).ravel(), np.column_stack([1.0 - rest, rest]).ravel())
    more: list[float] = sums.tolist()
    return more
