"""One session of a race: find its run in the store or start it, see how far it may go, play, and say how it stands.

The same file again goes on where the journal ends; a race that is over gives its stored result; a larger budget
extends it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.farm.base import Done, Failed, Farm, FarmError, Lost, Taken
from ponnuki.lab.journal.schema import LARGEST_NUMBER, understood
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.races.contests import Contest
from ponnuki.lab.races.file import RaceFile
from ponnuki.lab.races.fold import stored_race
from ponnuki.lab.races.history import KIND
from ponnuki.lab.races.players import Player, players_name, race_of_players
from ponnuki.lab.races.supply import RaceSupply
from ponnuki.lab.runs.driver import Driver, Progress
from ponnuki.lab.runs.opening import opened_run
from ponnuki.match.pair import written
from ponnuki.race import Verdict


@dataclass(frozen=True, slots=True)
class RaceProgress:
    """How a race stands while it is being worked on."""

    verdict: Verdict
    driver: Progress


@dataclass(frozen=True, slots=True)
class RaceOutcome:
    """How a run stands at the end of a session."""

    run: Run
    verdict: Verdict
    budget: int | None
    reproducible: bool

    def as_json(self) -> dict[str, Any]:
        """One object, as the command prints it."""
        verdict = self.verdict
        return {
            "run": self.run.name,
            "id": self.run.id,
            "status": verdict.status,
            "accepted": list(verdict.accepted),
            "dropped": list(verdict.dropped),
            "trials": verdict.trials,
            "budget": self.budget,
            "reproducible": self.reproducible,
            "asymptotic": verdict.asymptotic,
            "candidates": [{"name": name, **asdict(standing)} for name, standing in verdict.bounds.items()],
        }


@dataclass(frozen=True, slots=True)
class Session:
    """A race about to be worked on."""

    file: RaceFile
    contest: Contest
    name: str
    budget: int | None

    @classmethod
    def of_file(
        cls, path: Path, budget: int | None = None, name: str | None = None, preset: str | None = None
    ) -> "Session":
        """A session from a race file and options, which take precedence."""
        file = RaceFile.read(path, preset)
        return cls._checked(file, path.absolute().parent, str(path), name or file.name or path.stem, budget)

    @classmethod
    def of_players(
        cls, players: Sequence[Player], options: Mapping[str, Any], budget: int | None = None, name: str | None = None
    ) -> "Session":
        """A session of a race without a file: the first player is the baseline. Options are keys of a race file."""
        file = race_of_players(players, options)
        return cls._checked(file, Path.cwd(), "race", name or players_name(file, players), budget)

    @classmethod
    def _checked(cls, file: RaceFile, folder: Path, source: str, name: str, budget: int | None) -> "Session":
        check_budget(budget)
        try:
            file.race_settings()
        except BadInput as error:
            raise BadInput(f"{source}: {error}") from None
        return cls(file, file.contest(folder, source), name, budget)

    def run(
        self,
        store: Store,
        make_farm: Callable[[], Farm],
        on_progress: Callable[[RaceProgress], None] = lambda _: None,
    ) -> RaceOutcome:
        """Play on until the race is over."""
        with opened_run(store, self.name, KIND, self.identity) as run:
            with understood(store.path):
                budget = self._budget(store, run)
                store.open_series(run, 0, self.file.race_settings())
                stored = stored_race(store, run, 0, budget)
                supply = RaceSupply(store, stored, stored.resumed())
            if not supply.is_over:
                self.contest.check()
                store.begin_session(run, budget)
                with Driver(store, make_farm()) as driver:
                    driver.play(
                        stored.id,
                        self.contest,
                        supply,
                        lambda progress: on_progress(RaceProgress(supply.verdict, progress)),
                    )
        reproducible = all(trial.reproducible for trial in self.contest.samples())
        return RaceOutcome(run, supply.verdict, budget, reproducible)

    def _budget(self, store: Store, run: Run) -> int | None:
        """How far to go: what was asked for, but never less than before."""
        wanted = self.budget if self.budget is not None else self.file.budget
        if not store.sessions(run):
            return wanted
        before = store.budget(run)
        if self.budget is not None and (before is None or self.budget < before):
            had = "no budget" if before is None else f"a budget of {before} trials"
            raise BadInput(f"run {run.name!r} has {had} already: a larger budget extends it, a smaller one cannot")
        return None if before is None or wanted is None else max(before, wanted)

    @property
    def identity(self) -> dict[str, Any]:
        """What makes it this race and no other: the file's keys, the openings that a path among them stands for, and
        which version of our programs plays."""
        return self.file.identity() | {
            "openings_digest": self.contest.openings_digest,
            "programs": self.contest.programs,
        }


def check_budget(budget: int | None) -> None:
    """Refuse what is no number of trials."""
    if budget is not None and not 1 <= budget <= LARGEST_NUMBER:
        raise BadInput(f"budget is {budget}: it must be a number of trials from 1 to {LARGEST_NUMBER}")


def check(contest: Contest, farm: Farm) -> list[dict[str, Any]]:
    """Run one trial of each candidate, twice where it claims to be reproducible, and compare."""
    samples = contest.samples()
    wanted = [(i, again) for i, trial in enumerate(samples) for again in range(1 + trial.reproducible)]
    for key in wanted:
        farm.submit(key, samples[key[0]])
    results: dict[tuple[int, int], Done] = {}
    while len(results) < len(wanted):
        for outcome in farm.wait(1.0):
            if isinstance(outcome, Taken):
                farm.answer([outcome.key])
                continue
            name = contest.names[outcome.key[0]]
            if isinstance(outcome, Lost):
                raise FarmError(f"candidate {name!r}: {outcome.reason}")
            if isinstance(outcome, Failed):
                error = PonnukiError(f"candidate {name!r}: {outcome.message}")
                error.exit_code = outcome.exit_code
                raise error
            results[outcome.key[0], outcome.key[1]] = outcome
    return [_compared(contest, i, trial.reproducible, results) for i, trial in enumerate(samples)]


def _compared(
    contest: Contest, candidate: int, reproducible: bool, results: dict[tuple[int, int], Done]
) -> dict[str, Any]:
    name, first = contest.names[candidate], results[candidate, 0].result
    if reproducible:
        second = results[candidate, 1].result
        if (first.reward, _games(first.details)) != (second.reward, _games(second.details)):
            raise BadInput(
                f"candidate {name!r} claims to be reproducible, but the same seed gave {first.reward:g} and then "
                f"{second.reward:g} in another game: give its program {{seed}}, or say reproducible = false"
            )
    games = first.details.get("games", [])
    faults = [fault for game in games for fault in game.get("faults", {}).values()]
    return {"name": name, "reward": first.reward, "reproducible": reproducible, "faults": faults}


def _games(details: Any) -> list[Any]:
    return [written(game)[1] for game in details.get("games", [])]
