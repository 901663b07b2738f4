"""Risk over many races: each race of a campaign starts from the baseline that the last one left.

*any* (default): race j may accept by mistake with probability d_j = risk * 6 / (pi^2 j^2), or risk / J when
the number J of races is known; the sum is the risk of *any* false acceptance in the whole campaign. The
games of a race are fresh, so d_j may depend on what happened before.

*e-lond*: d_j times (acceptances so far + 1). It bounds the expected share of false acceptances among all.
Proof: if race j accepts falsely, the final number of acceptances R is at least R_(j-1) + 1, so the expected
share is at most the sum over j of E[P(false_j | past) / (R_(j-1) + 1)] <= sum of d_j = risk.

Only the accept side is spent. Dropping a good modification costs one opportunity, not the truth of the
campaign; spending it too would make every drop dearer from race to race.
"""

from collections.abc import Hashable, Sequence
from typing import Any, Literal

from ponnuki.errors import BadInput
from ponnuki.race.checks import check_count, check_risk
from ponnuki.race.race import Race
from ponnuki.race.risks import by_rank
from ponnuki.race.verdict import Verdict

Spending = Literal["any", "e-lond"]
SPENDINGS: dict[Spending, str] = {
    "any": "the risk of any false acceptance in the whole campaign",
    "e-lond": "the expected share of false acceptances among all acceptances",
}


class Campaign:
    """Opens races one after the other and gives each its accept risk; pure, like the race itself."""

    def __init__(self, *, risk: float = 0.05, spending: Spending = "any", horizon: int | None = None) -> None:
        if spending not in SPENDINGS:
            raise BadInput(f"unknown spending {spending!r}: choose from {', '.join(SPENDINGS)}")
        self.risk = check_risk("risk", risk)
        self.spending = spending
        self.horizon = None if horizon is None else check_count("horizon", horizon)
        self.races = 0
        self.accepted = 0

    @property
    def next_risk(self) -> float:
        """The accept risk of the next race."""
        number = self.races + 1
        if self.horizon is None:
            share = by_rank(self.risk, number)
        elif number <= self.horizon:
            share = self.risk / self.horizon
        else:
            raise BadInput(f"the campaign was planned for {self.horizon} races: their risk is spent")
        return min(share * (self.accepted + 1), self.risk) if self.spending == "e-lond" else share

    def next_race(self, candidates: Sequence[Hashable], **settings: Any) -> Race:
        """The next race, with its accept risk from the campaign and its drop risk as in a single race."""
        return Race(candidates, risk=self.next_risk, drop_risk=self.risk, **settings)

    def close(self, verdict: Verdict) -> None:
        """Record a race that is over; only then does the next one get its risk."""
        if verdict.status == "running":
            raise BadInput("the race is still running: a campaign goes on when it is over")
        self.races += 1
        self.accepted += len(verdict.accepted)
