"""The driver with small trials: what is written, told, replayed and lost."""

import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from commands_here import here
from held_farm import HeldFarm
from race_commands import children, start, trials_of, write_race
from race_samples import uniform

from ponnuki.errors import PonnukiError
from ponnuki.farm.base import Failed, Farm, Lost, Outcome, run_trial
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.races.fold import JournalDisagrees, csv_lines, stored_race
from ponnuki.lab.races.history import history_of
from ponnuki.lab.races.supply import RaceSupply
from ponnuki.lab.runs.driver import Driver, RunFailed
from ponnuki.lab.runs.interruption import Interrupted
from ponnuki.lab.runs.source import TrialSource
from ponnuki.lab.runs.supply import ListSupply
from ponnuki.match.trial import Trial, TrialResult
from ponnuki.processes import signals
from ponnuki.race import Race, Verdict

SETTINGS = {"candidates": ["good", "bad"], "risk": 0.1, "accept_above": 0.5, "drop_below": 0.56}
CHANCES = (0.65, 0.4)


@dataclass(frozen=True)
class Game:
    candidate: int
    seed: int
    reproducible: bool = True

    def run(self) -> TrialResult:
        return TrialResult(float(uniform(self.seed) < CHANCES[self.candidate]), {"seed": self.seed})


@dataclass
class Games(TrialSource):
    """The seed is a plain function of candidate and trial."""

    reproducible: bool = True

    def seed_of(self, key: tuple[int, int]) -> int:
        return 1_000_003 * key[0] + key[1]

    def trial(self, key: tuple[int, int]) -> Trial:
        return Game(key[0], self.seed_of(key), self.reproducible)

    def label(self, key: tuple[int, int]) -> str:
        return f"trial {key[1]} of {('good', 'bad')[key[0]]}"

    def samples(self) -> list[Trial]:
        return []


@dataclass
class ToyFarm(HeldFarm):
    """A farm in this process that loses what it is told to lose, and gives results back in a bad order."""

    losses: dict[tuple[int, int], int] = field(default_factory=dict)
    backwards: bool = True
    dies_after: int | None = None
    fails: str = ""
    ran: list[tuple[int, int]] = field(default_factory=list)

    def play(self) -> Sequence[Outcome]:
        if self.dies_after is not None and len(self.ran) >= self.dies_after:
            raise KeyboardInterrupt
        taken = self.take(-1 if self.backwards else 0)
        if taken is None:
            return []
        key, trial = taken
        _, candidate, number = key
        if self.losses.get((candidate, number), 0):
            self.losses[candidate, number] -= 1
            return [Lost(key, "it was told to")]
        self.ran.append((candidate, number))
        return [Failed(key, self.fails, 2) if self.fails else run_trial(key, trial)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "s.sqlite", write=True)


def drive(store: Store, farm: Farm, source: Games, budget: int | None = None, name: str = "r") -> tuple[Run, Verdict]:
    run = store.run_named(name) or store.add_run(name, "race", {})
    store.begin_session(run, budget)
    store.open_series(run, 0, SETTINGS)
    stored = stored_race(store, run, 0, budget)
    supply = RaceSupply(store, stored, stored.resumed())
    with Driver(store, farm) as driver:
        driver.play(stored.id, source, supply)
    return run, supply.verdict


def exported(store: Store, run: Run) -> str:
    return "".join(csv_lines(history_of(store, run).races))


def test_order_of_arrival_changes_nothing(store: Store) -> None:
    straight, first = drive(store, ToyFarm(backwards=False), Games(), name="straight")
    backwards, second = drive(store, ToyFarm(), Games(), name="backwards")
    assert first == second
    assert first.accepted == ("good",)
    assert exported(store, straight) == exported(store, backwards)


def test_results_are_committed_before_they_are_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    written: set[tuple[int, int]] = set()
    write = Store.write

    def noted(self, series, rows, begun=()):  # type: ignore[no-untyped-def]
        write(self, series, rows, begun)
        written.update(row.key for row in rows)

    monkeypatch.setattr(Store, "write", noted)
    tell = Race.tell

    def checked(self, candidate, first, rewards, lost=()):  # type: ignore[no-untyped-def]
        count = 1 if isinstance(rewards, float) else len(rewards)
        assert {(SETTINGS["candidates"].index(candidate), first + i) for i in range(count)} <= written  # type: ignore[attr-defined]
        tell(self, candidate, first, rewards, lost)

    monkeypatch.setattr(Race, "tell", checked)
    drive(store, ToyFarm(), Games())
    assert written


def test_a_lost_trial_is_played_again_with_the_same_seed(store: Store) -> None:
    plain, first = drive(store, ToyFarm(), Games(), name="plain")
    lossy, second = drive(store, ToyFarm(losses={(0, 0): 2, (0, 3): 1, (1, 0): 1}), Games(), name="lossy")
    assert first == second
    assert exported(store, plain) == exported(store, lossy)


def test_three_losses_of_one_trial_in_a_row_stop_the_run(store: Store) -> None:
    with pytest.raises(RunFailed, match="trial 2 of good was lost 3 times in a row"):
        drive(store, ToyFarm(losses={(0, 2): 3}), Games())


def test_a_lost_trial_that_cannot_be_replayed_counts_against_both_decisions(store: Store) -> None:
    run, verdict = drive(store, ToyFarm(losses={(0, 1): 1}, backwards=False), Games(reproducible=False))
    lines = exported(store, run).splitlines()
    assert "0,good,1,1," in lines
    assert verdict.status == "accepted"
    assert stored_race(store, run, 0, None).resumed().verdict == verdict


def test_what_had_begun_and_not_ended_is_lost_and_what_only_waited_is_played(store: Store) -> None:
    farm = ToyFarm(dies_after=5, most_begun=8)
    with pytest.raises(KeyboardInterrupt):
        drive(store, farm, Games(reproducible=False))
    begun = {(candidate, number) for _, candidate, number in farm.begun}
    waited = {(candidate, number) for (_, candidate, number), _ in farm.held} - begun
    assert waited
    again = ToyFarm(backwards=False)
    run, _ = drive(store, again, Games(reproducible=False))
    assert not begun & set(again.ran)
    assert waited <= set(again.ran)
    lost = {tuple(line.split(",")[1:3]) for line in exported(store, run).splitlines() if line.endswith(",")}
    assert lost == {(("good", "bad")[candidate], str(number)) for candidate, number in begun - set(farm.ran)}
    assert lost


@pytest.mark.parametrize("dies_after", [0, 1, 7, 15, 16, 17, 33])
def test_a_race_that_stops_anywhere_goes_on_to_the_same_bytes(store: Store, dies_after: int) -> None:
    whole, expected = drive(store, ToyFarm(), Games(), name="whole")
    with pytest.raises(KeyboardInterrupt):
        drive(store, ToyFarm(dies_after=dies_after), Games(), name="stopped")
    stopped, verdict = drive(store, ToyFarm(backwards=False), Games(), name="stopped")
    assert verdict == expected
    assert exported(store, stopped) == exported(store, whole)


def test_a_larger_budget_extends_a_race_to_what_it_would_have_been(store: Store) -> None:
    _, first = drive(store, ToyFarm(), Games(), budget=10, name="grown")
    assert (first.status, first.trials) == ("undecided", 10)
    grown, second = drive(store, ToyFarm(), Games(), budget=40, name="grown")
    whole, third = drive(store, ToyFarm(), Games(), budget=40, name="whole")
    assert second == third
    assert exported(store, grown) == exported(store, whole)


def test_an_evaluator_that_fails_stops_the_run_and_names_the_trial(store: Store) -> None:
    with pytest.raises(PonnukiError, match="trial 15 of good: no such opening") as stopped:
        drive(store, ToyFarm(fails="no such opening"), Games())
    assert stopped.value.exit_code == 2


@dataclass
class BunchFarm(ToyFarm):
    """Three results at once, of which the first is a failure."""

    def play(self) -> Sequence[Outcome]:
        taken = [self.take() for _ in range(3)]
        results = [run_trial(*one) for one in taken if one is not None]
        return [Failed(results[0].key, "no luck", 1), *results[1:]] if results else []


@pytest.mark.parametrize("reproducible", [True, False])
def test_what_ended_beside_a_trial_that_fails_is_written(store: Store, reproducible: bool) -> None:
    with pytest.raises(RunFailed, match="trial 0 of good: no luck"):
        drive(store, BunchFarm(), Games(reproducible))
    [(series, _)] = store.series(store.find_run("r"))
    assert store.keys(series) == {(0, 1), (0, 2)}


@dataclass
class TardyFarm(HeldFarm):
    """The first of its trials ends only when it has some of another series too, and then at once."""

    is_joined: bool = False

    def play(self) -> Sequence[Outcome]:
        series = [key[0] for key, _ in self.held]
        is_early = not self.is_joined and len(self.held) == 1
        self.is_joined |= len(set(series)) > 1
        taken = None if is_early else self.take(0 if self.is_joined else -1)
        return [run_trial(*taken)] if taken else []


@pytest.mark.parametrize("reproducible", [True, False])
def test_a_late_result_of_an_earlier_series_is_written_if_it_could_not_be_had_again(
    store: Store, reproducible: bool
) -> None:
    run = store.add_run("r", "match", {})
    first, second = (store.open_series(run, number, {"candidates": ["x"]}) for number in range(2))
    with Driver(store, TardyFarm()) as driver:
        driver.play(first, Games(reproducible), Enough([(0, number) for number in range(4)], enough=3))
        assert store.keys(first) == {(0, 1), (0, 2), (0, 3)}
        driver.play(second, Games(reproducible), ListSupply([(0, number) for number in range(4)], ()))
    assert ((0, 0) in store.keys(first)) == (not reproducible)
    assert store.keys(second) == {(0, number) for number in range(4)}
    assert not store.unfinished(first)


class Enough(ListSupply):
    """A list that is over when some of it has been told."""

    def __init__(self, keys: Sequence[tuple[int, int]], enough: int) -> None:
        super().__init__(keys, ())
        self.enough = enough

    @property
    def is_over(self) -> bool:
        return self.done >= self.enough


@pytest.mark.parametrize("error", [None, ImportError("numpy.core.multiarray failed to import")])
def test_a_signal_that_nobody_has_heard_interrupts_the_run_when_it_is_closed(
    store: Store, error: Exception | None
) -> None:
    signals.raised.append(signal.SIGINT)  # as after an exception that Python has dropped
    with pytest.raises(Interrupted), Driver(store, ToyFarm()):
        end_with(error)
    assert signals.raised == []


def test_a_signal_is_not_forgotten_where_an_error_closes_the_run_first(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> list[object]:
        signals.raised.append(signal.SIGINT)
        raise ImportError("numpy.core.multiarray failed to import")

    monkeypatch.setattr(Store, "unfinished", broken)
    with pytest.raises(Interrupted):
        drive(store, ToyFarm(), Games())
    assert signals.raised == []


def end_with(error: Exception | None) -> None:
    if error is not None:
        raise error


def test_an_error_of_a_run_is_not_taken_for_an_interruption(store: Store) -> None:
    signals.raised.append(signal.SIGINT)
    with pytest.raises(RunFailed), Driver(store, ToyFarm()):
        raise RunFailed("the farm is gone")


def test_a_journal_that_contradicts_its_decisions_is_refused(store: Store) -> None:
    run, _ = drive(store, ToyFarm(), Games())
    store._db.execute("UPDATE trial SET reward = 0.0")
    with pytest.raises(JournalDisagrees, match="'good' was accepted after"):
        history_of(store, run)


# ---- the command --------------------------------------------------------------------------------------------------


def test_an_interruption_prints_the_command_that_goes_on(tmp_path: Path) -> None:
    path = write_race(tmp_path, [{"name": "a", "p": 0.5, "wait": 0.02}], accept_above=0.501, drop_below=0.502)
    process = start("race", path.name, "--workers", "1", folder=tmp_path)
    deadline = time.monotonic() + 60
    while len(children(process.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    while not trials_of(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == ""
    assert "To go on: ponnuki race race.toml --workers 1" in err
    status = here("status", "--json", folder=tmp_path)
    assert '"status": "interrupted"' in status.stdout
    assert sorted(file.name for file in tmp_path.iterdir() if file.suffix == ".sqlite") == ["ponnuki.sqlite"]


def test_the_same_command_again_prints_the_stored_result(tmp_path: Path) -> None:
    path = write_race(tmp_path, [{"name": "a", "p": 0.9}, {"name": "b", "p": 0.1}], accept_above=0.5, drop_below=0.6)
    first = here("race", path.name, "--json", "--workers", "1", folder=tmp_path)
    second = here("race", path.name, "--json", "--workers", "1", folder=tmp_path)
    assert first.returncode == 0
    assert first.stdout == second.stdout
    path.write_text(path.read_text().replace("0.9", "0.8"))
    other = here("race", path.name, "--json", folder=tmp_path)
    assert other.returncode == 2
    assert "was started with another candidate" in other.stderr


def test_check_finds_an_evaluator_that_only_claims_to_be_reproducible(tmp_path: Path) -> None:
    path = write_race(tmp_path, [{"name": "a"}], evaluate="race_samples:clock")
    done = here("race", path.name, "--check", "--workers", "1", folder=tmp_path)
    assert done.returncode == 2
    assert "claims to be reproducible" in done.stderr
    path = write_race(tmp_path, [{"name": "a", "p": 0.5}])
    assert here("race", path.name, "--check", "--workers", "1", folder=tmp_path).returncode == 0
    assert not list(tmp_path.glob("*.sqlite"))


def test_an_evaluator_that_kills_its_worker_stops_the_run(tmp_path: Path) -> None:
    path = write_race(tmp_path, [{"name": "a"}], evaluate="race_samples:suicide")
    done = here("race", path.name, "--workers", "1", folder=tmp_path)
    assert done.returncode == 1
    assert "was lost 3 times in a row; the last time its worker ended with code 7" in done.stderr


def test_a_report_needs_no_other_file(tmp_path: Path) -> None:
    path = write_race(tmp_path, [{"name": "a<b", "p": 0.9}, {"name": "b", "p": 0.1}], accept_above=0.5, drop_below=0.6)
    assert here("race", path.name, "--out", "results", "--workers", "1", folder=tmp_path).returncode == 0
    page = (tmp_path / "results" / "report.html").read_text()
    assert "a&lt;b" in page
    assert page.count("data:image/svg+xml") == 2
    assert "src='http" not in page
    exported = here("export", "race", "--csv", folder=tmp_path).stdout
    assert (tmp_path / "results" / "trials.csv").read_text() == exported
    again = here("report", "rac", "--out", "results", folder=tmp_path)
    assert (again.returncode, "--force" in again.stderr) == (2, True)
