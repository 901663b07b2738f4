"""What a race has come to, for scripts and notebooks."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponnuki.lab.matches.elo import elo
from ponnuki.lab.public.pictures import Bar, draw_intervals
from ponnuki.lab.public.table import Table
from ponnuki.race import Verdict
from ponnuki.race.thresholds import rate

if TYPE_CHECKING:
    import pandas

OPEN = "open"
COLUMNS = ("name", "trials", "rate", "lower", "upper", "decision")


@dataclass(frozen=True, slots=True)
class CandidateReport:
    """One candidate: its mean reward and where that lies by the race's bound."""

    name: str
    trials: int
    rate: float
    interval: tuple[float, float]
    decision: str
    """"accepted", "dropped" or "open"; dropped does not mean proven bad."""

    @property
    def elo(self) -> float | None:
        """The rate as an Elo difference; None where it is infinite."""
        return elo(self.rate)


@dataclass(frozen=True, slots=True, repr=False)
class RaceReport:
    """A race as far as it has come. `print` it for one line, or show it in a notebook."""

    name: str
    id: str
    store: Path
    status: str
    """"accepted", "none" (all dropped), "undecided" (the budget is spent) or "running"."""
    accepted: tuple[str, ...]
    dropped: tuple[str, ...]
    trials: int
    """Trials that count."""
    candidates: tuple[CandidateReport, ...]
    risk: float
    accept_above: float
    drop_below: float
    budget: int | None
    reproducible: bool | None
    """Whether the same seed gives the same trials; None where only the race's own settings could tell."""
    asymptotic: bool
    """Whether the bound has no finite-sample guarantee."""

    @classmethod
    def make(
        cls,
        name: str,
        id_: str,
        store: Path,
        verdict: Verdict,
        settings: Mapping[str, Any],
        budget: int | None,
        reproducible: bool | None,
    ) -> "RaceReport":
        """A report from a verdict and the settings that `Race` took."""
        found = tuple(
            CandidateReport(str(one), s.trials, s.mean, (s.lower, s.upper), s.decision or OPEN)
            for one, s in verdict.bounds.items()
        )
        variance = settings["prior_variance"]
        return cls(
            name=name,
            id=id_,
            store=store,
            status=verdict.status,
            accepted=tuple(str(one) for one in verdict.accepted),
            dropped=tuple(str(one) for one in verdict.dropped),
            trials=verdict.trials,
            candidates=found,
            risk=settings["risk"],
            accept_above=rate(settings["accept_above"], variance),
            drop_below=rate(settings["drop_below"], variance),
            budget=budget,
            reproducible=reproducible,
            asymptotic=verdict.asymptotic,
        )

    @property
    def best(self) -> CandidateReport | None:
        """The candidate with the highest rate of those that were not dropped; None if there is none."""
        left = [one for one in self.candidates if one.trials and one.decision != "dropped"]
        return max(left, key=lambda one: one.rate, default=None)

    def __getitem__(self, name: str) -> CandidateReport:
        """A candidate by its name."""
        return {one.name: one for one in self.candidates}[name]

    def __str__(self) -> str:
        words = {
            "accepted": f"accepted {', '.join(self.accepted)}",
            "none": "nothing accepted, all dropped",
            "undecided": "undecided, the budget is spent",
        }
        trials = "1 trial" if self.trials == 1 else f"{self.trials} trials"
        line = f"{self.name}: {words.get(self.status, self.status)} ({trials})"
        if (best := self.best) is None:
            return line
        return f"{line}; best {best.name} {best.rate:.3f} in [{best.interval[0]:.3f}, {best.interval[1]:.3f}]"

    def __repr__(self) -> str:
        return f"<RaceReport {self}>"

    def table(self) -> Table:
        """One row for each candidate."""
        rows = [
            dict(zip(COLUMNS, (one.name, one.trials, one.rate, *one.interval, one.decision), strict=True))
            for one in self.candidates
        ]
        return Table(COLUMNS, rows)

    def to_pandas(self) -> "pandas.DataFrame":
        """One row for each candidate, as a pandas frame."""
        return self.table().to_pandas()

    def _repr_svg_(self) -> str:
        bars = [Bar(one.name, one.rate, *one.interval, one.decision) for one in self.candidates if one.trials]
        return draw_intervals(bars, (self.accept_above, self.drop_below))

    def _repr_html_(self) -> str:
        warning = "<p>asymptotic bound: no finite-sample guarantee</p>" if self.asymptotic else ""
        return f"<p>{escape(str(self))}; risk {self.risk:g}</p>{self._repr_svg_()}{warning}"
