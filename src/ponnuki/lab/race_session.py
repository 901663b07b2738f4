"""One session of a race: find its run in the store or start it, see how far it may go, play, and say how it stands.

The same file again goes on where the journal ends; a race that is over gives its stored result; a larger budget
extends it. Other settings under the same name are refused: they would be another race.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.farm.base import Done, Failed, Farm, FarmError, Lost
from ponnuki.lab.contests import Contest
from ponnuki.lab.race_file import RaceFile
from ponnuki.lab.race_fold import stored_races
from ponnuki.lab.race_history import KIND, budget_of
from ponnuki.lab.race_run import Interrupted, Progress, RaceRun
from ponnuki.lab.store import Run, Store
from ponnuki.race import Verdict


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
    def of_file(cls, path: Path, budget: int | None = None, name: str | None = None) -> "Session":
        """A session from a race file and options, which take precedence."""
        file = RaceFile.read(path)
        if budget is not None and budget < 1:
            raise BadInput(f"budget is {budget}: it must be at least 1")
        try:
            file.race_settings()
        except BadInput as error:
            raise BadInput(f"{path}: {error}") from None
        return cls(file, file.contest(path.absolute().parent, str(path)), name or file.name or path.stem, budget)

    def run(
        self,
        store: Store,
        make_farm: Callable[[], Farm],
        on_progress: Callable[[Progress], None] = lambda _: None,
    ) -> RaceOutcome:
        """Play on until the race is over; a mistake found before the first trial leaves nothing in the store."""
        run = store.run_named(self.name)
        budget = self._budget(store, run)
        is_new = run is None
        if run is None:
            run = store.add_run(self.name, KIND, self.identity)
        try:
            verdict = self._play(store, run, budget, make_farm, on_progress)
        except Interrupted:
            raise
        except PonnukiError as error:
            if is_new and not isinstance(error, FarmError):  # what a farm has lost may have begun
                store.discard(run)
            raise
        return RaceOutcome(run, verdict, budget, self.reproducible)

    def _play(
        self,
        store: Store,
        run: Run,
        budget: int | None,
        make_farm: Callable[[], Farm],
        on_progress: Callable[[Progress], None],
    ) -> Verdict:
        store.open_race(run, 0, self.file.race_settings())
        [stored] = stored_races(store, run, budget)
        verdict = stored.resumed().verdict
        if verdict.status != "running":
            return verdict
        self.contest.check()
        store.begin_session(run, budget)
        farm = make_farm()
        try:
            race = RaceRun(store, stored, self.contest, farm)
        except BaseException:
            farm.close()
            raise
        try:
            return race.drive(on_progress)
        finally:
            race.finish()

    def _budget(self, store: Store, run: Run | None) -> int | None:
        """How far to go: what was asked for, but never less than before."""
        wanted = self.budget if self.budget is not None else self.file.budget
        if run is None:
            return wanted
        self._check_same(store, run)
        extents = [extent for _, extent, _ in store.sessions(run)]
        if not extents:
            return wanted
        before = budget_of(extents)
        if self.budget is not None and (before is None or self.budget < before):
            had = "no budget" if before is None else f"a budget of {before} trials"
            raise BadInput(f"run {run.name!r} has {had} already: a larger budget extends it, a smaller one cannot")
        return None if before is None or wanted is None else max(before, wanted)

    def _check_same(self, store: Store, run: Run) -> None:
        wanted = self.identity
        if run.kind != KIND:
            raise BadInput(f"{store.path} has a {run.kind} named {run.name!r} already: give the race another --name")
        changed = [key for key in wanted if wanted[key] != run.settings.get(key)]
        if changed:
            raise BadInput(
                f"run {run.name!r} in {store.path} was started with another {', '.join(changed)}: give this race "
                "another --name, or name another --store"
            )

    @property
    def identity(self) -> dict[str, Any]:
        """What makes it this race and no other: the file's keys, the openings that a path among them stands for, and
        which version of our programs plays."""
        return self.file.identity() | {
            "openings_digest": self.contest.openings_digest,
            "programs": self.contest.programs,
        }

    @property
    def reproducible(self) -> bool:
        """Whether every candidate's trials can be played again."""
        return all(trial.reproducible for trial in self.contest.samples())


def check(contest: Contest, farm: Farm) -> list[dict[str, Any]]:
    """Run one trial of each candidate, twice where it claims to be reproducible, and compare."""
    samples = contest.samples()
    wanted = [(i, again) for i, trial in enumerate(samples) for again in range(1 + trial.reproducible)]
    for key in wanted:
        farm.submit(key, samples[key[0]])
    results: dict[tuple[int, int], Done] = {}
    while len(results) < len(wanted):
        for outcome in farm.wait(1.0):
            name = contest.names[outcome.key[0]]
            if isinstance(outcome, Lost):
                raise FarmError(f"candidate {name!r}: {outcome.reason}")
            if isinstance(outcome, Failed):
                error = PonnukiError(f"candidate {name!r}: {outcome.message}")
                error.exit_code = outcome.exit_code
                raise error
            results[outcome.key] = outcome
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
    return [game.get("sgf") for game in details.get("games", [])]
