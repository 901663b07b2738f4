"""What a match has come to, for scripts and notebooks, and its games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponnuki.lab.journal.schema import understood
from ponnuki.lab.journal.store import Store
from ponnuki.lab.matches.result import MatchResult, games_of
from ponnuki.lab.matches.tally import odd_cases
from ponnuki.lab.public.pictures import Bar, draw_intervals
from ponnuki.lab.public.table import Table
from ponnuki.match.pair import CANDIDATE

if TYPE_CHECKING:
    import pandas

COPIED = ("a", "b", "games", "pairs", "void", "wins", "draws", "losses", "rate", "standard_error", "elo")
"""What a report takes from a tally's summary as it is."""
COLUMNS = ("pair", "black", "white", "result", "winner", "reason", "moves", "opening", "record")


@dataclass(frozen=True, slots=True, repr=False)
class MatchReport:
    """A match from A's side. `print` it for one line, or show it in a notebook."""

    name: str
    id: str
    store: Path
    a: str
    b: str
    games: int
    """Games that count."""
    pairs: int
    void: int
    """Pairs that were lost with their worker and could not be played again."""
    wins: int
    draws: int
    losses: int
    rate: float | None
    """A's mean result; None before the first game."""
    standard_error: float | None
    interval: tuple[float, float]
    """Where A's true rate lies with 95 % probability."""
    elo: float | None
    """The rate as an Elo difference; None where it is infinite."""
    elo_interval: tuple[float, float]
    details: Mapping[str, Any]
    """Everything that `ponnuki match --json` prints: results by colour, faults by side, times, repeated games."""
    _result: MatchResult
    _pairing: int

    @classmethod
    def make(cls, store: Path, result: MatchResult, pairing: int = 0) -> "MatchReport":
        """One pairing of what the journal says."""
        told = result.tallies[pairing].summary(result.names_of(pairing))
        (low, high), (elo_low, elo_high) = told["interval"], told["elo_interval"]
        return cls(
            name=result.run.name,
            id=result.run.id,
            store=store,
            **{key: told[key] for key in COPIED},
            interval=(low, high),
            elo_interval=(elo_low, elo_high),
            details=told,
            _result=result,
            _pairing=pairing,
        )

    @property
    def records(self) -> Table:
        """One row for each game: who had which colour, how it ended, and its record, SGF or PGN."""
        with Store(self.store) as store, understood(self.store):
            files = games_of(store, self._result)
            told = store.details(self._result.series)
            rows = [
                self._row(trial, game, text)
                for (pairing, trial, details), pair in zip(told, files, strict=True)
                if pairing == self._pairing
                for game, (_, text) in zip(details["games"], pair, strict=True)
            ]
        return Table(COLUMNS, rows)

    def _row(self, trial: int, game: Mapping[str, Any], text: str) -> dict[str, Any]:
        said = {side: self.a if side == CANDIDATE else self.b for side in (game["black"], game["white"])}
        winner = None if game["winner"] is None else said[game["winner"]]
        sides = (said[game["black"]], said[game["white"]])
        about = (game["result"], winner, game["reason"], game["moves"], game["opening"], text)
        return dict(zip(COLUMNS, (trial, *sides, *about), strict=True))

    def write_games(self, folder: str | Path) -> int:
        """Write one file for each game of the run; how many there are."""
        from ponnuki.lab.matches.result import write_games

        with Store(self.store) as store, understood(self.store):
            return write_games(store, self._result, Path(folder))

    @property
    def warnings(self) -> Sequence[str]:
        """Faults by side, and what makes the numbers worth less than they look."""
        return odd_cases(self.details)

    def __str__(self) -> str:
        if self.rate is None:
            return f"{self.a} against {self.b}: no game has been played"
        error = "" if self.standard_error is None else f" ± {self.standard_error:.4f}"
        low, high = self.elo_interval
        elo = ("+∞" if self.rate > 0.5 else "-∞") if self.elo is None else f"{self.elo:+.1f}"
        return (
            f"{self.a} against {self.b}: {self.rate:.4f}{error} in {self.games} games; "
            f"Elo {elo}, with 95 % probability from {low:+.1f} to {high:+.1f}"
        )

    def __repr__(self) -> str:
        return f"<MatchReport {self}>"

    def to_pandas(self) -> "pandas.DataFrame":
        """One row for each game, as a pandas frame."""
        return self.records.to_pandas()

    def _repr_svg_(self) -> str:
        bars = [] if self.rate is None else [Bar(self.a, self.rate, *self.interval)]
        return draw_intervals(bars)

    def _repr_html_(self) -> str:
        odd = "".join(f"<li>{escape(line)}</li>" for line in self.warnings)
        return f"<p>{escape(str(self))}</p>{self._repr_svg_()}<ul>{odd}</ul>"
