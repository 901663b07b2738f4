"""Who gets how much risk inside one race.

The promise of a race fails only if (i) something with efficiency <= accept_above is accepted, or (ii) the
best candidate is dropped although its efficiency is > drop_below. Let K be the *initial* number of
candidates, a the accept risk of each and b the drop risk of each.

*Proof that b need not be divided by K.* If the best candidate is above drop_below, at most K - 1 candidates
are at or below accept_above, so (i) has probability at most (K - 1) a; and if nothing false is accepted,
the race can only fail by dropping that one best candidate (as long as it is in the race, the race is not
over without an acceptance), so (ii) adds at most b, once. With a = r d/(K - 1) and b = (1 - r) d the sum is
d. If no candidate is above drop_below only (i) can happen: at most K a = r d K/(K - 1) <= d whenever r <=
(K - 1)/K, which r = 1/2 satisfies for all K >= 2. For K = 1 the two failures exclude each other, so each
side gets the whole risk.

When accepted candidates leave and the race goes on (`accept="all"`), every candidate can fail, one way or the
other, so both sides are divided by K.
"""

from dataclasses import dataclass
from math import pi
from typing import Literal

AcceptMode = Literal["first", "all"]

ACCEPT_SHARE = 0.5  # r in the proof: half of the risk for each way to fail
BASEL = 6 / pi**2  # sum of BASEL / i^2 over i >= 1 is 1


@dataclass(frozen=True, slots=True)
class RaceRisk:
    """The risk of a whole race and the place of one candidate in it (`rank` counts from 1).

    `accept` and `drop` differ only in campaigns, which spend the accept side alone.
    """

    accept: float
    drop: float
    candidates: int
    rank: int
    countable: bool
    mode: AcceptMode


@dataclass(frozen=True, slots=True)
class SideRisks:
    """The risks of one candidate: of being accepted by mistake, and of being dropped by mistake."""

    accept: float
    drop: float


def by_rank(risk: float, rank: int) -> float:
    """The share of the `rank`-th of countably many: they sum to the whole."""
    return risk * BASEL / rank**2


def split(risk: RaceRisk) -> SideRisks:
    """The split proved above, for bounds that test each side on its own."""
    if risk.mode == "all":
        return union_split(risk)
    if risk.countable:
        return SideRisks(ACCEPT_SHARE * by_rank(risk.accept, risk.rank), (1 - ACCEPT_SHARE) * risk.drop)
    if risk.candidates == 1:
        return SideRisks(risk.accept, risk.drop)
    return SideRisks(
        ACCEPT_SHARE * risk.accept / (risk.candidates - 1),
        (1 - ACCEPT_SHARE) * risk.drop,
    )


def union_split(risk: RaceRisk) -> SideRisks:
    """As Hoock and Teytaud split it, a union bound over all candidates: risk / #S, or by rank if S is countable."""
    if risk.countable:
        return SideRisks(by_rank(risk.accept, risk.rank), by_rank(risk.drop, risk.rank))
    return SideRisks(risk.accept / risk.candidates, risk.drop / risk.candidates)
