"""Runs whose trials bear witness: each may be played once, and leaves a line in a log when it begins and when it ends.

    python witness.py KIND FOLDER [SCHEDULER FILE]     # a session of a race, match, campaign or confirmation

`Lives` starts such sessions, ends them by signals at random moments, and compares the log with the journal.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from race_samples import witness as flip

from ponnuki.farm.base import Farm
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn import confirm
from ponnuki.lab.learn.modification import Setting
from ponnuki.lab.learn.session import LearnSession, Limits
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import Drawn, Iteration, State, campaign_named, state_of
from ponnuki.lab.matches.schedule import match_schedule
from ponnuki.lab.matches.session import play
from ponnuki.lab.races.session import Session
from ponnuki.lab.runs.interruption import Interrupted
from ponnuki.lab.runs.source import TrialSource
from ponnuki.match.seeds import trial_seed
from ponnuki.match.trial import TrialResult
from ponnuki.players.spec import PlayerSpec

HERE = Path(__file__).parent
WORKERS = 2
PAIRS, TRIALS, CHECKED_PAIRS = 250, 250, 120
"""Of a match, of a race or a campaign, of each of two checks."""


@dataclass(frozen=True)
class Witness:
    """A trial that writes down when it begins and when it ends; the seed is its name."""

    folder: str
    seed: int
    chance: float = 0.5
    reproducible: bool = False

    def run(self) -> TrialResult:
        return TrialResult(flip({"log": f"{self.folder}/log", "p": self.chance}, self.seed))


@dataclass(frozen=True)
class Witnesses(TrialSource):
    """The trials of a race."""

    folder: str
    race: int
    chance: float = 0.5

    def seed_of(self, key: tuple[int, int]) -> int:
        return trial_seed("race", 0, self.race, *key)

    def trial(self, key: tuple[int, int]) -> Witness:
        return Witness(self.folder, self.seed_of(key), self.chance)

    def label(self, key: tuple[int, int]) -> str:
        return f"trial {key} of race {self.race}"

    def samples(self) -> list[Witness]:
        return []


@dataclass(frozen=True)
class Changes:
    """Candidates of a campaign, all alike."""

    folder: str
    chance: float = 0.5

    def propose(self, state: State) -> Drawn:
        values = [1000.0 + len(state.iterations) + i / 10 for i in range(3)]
        return Drawn(tuple(Setting("search.rave_equivalence", value) for value in values), ("settings",) * 3, {})

    def source(self, one: Iteration) -> Witnesses:
        return Witnesses(self.folder, one.stored.number, self.chance)


class WitnessPairs:
    """To be mixed into a schedule: its pairs of games are witnesses."""

    folder = ""

    def trial(self, key: tuple[int, int]) -> Witness:
        return Witness(self.folder, self.seed_of(key))  # type: ignore[attr-defined]


# ---- one session --------------------------------------------------------------------------------------------------


def race(folder: Path, store: Store, make_farm: Callable[[], Farm]) -> None:
    (folder / "race.toml").write_text(
        f'evaluate = "race_samples:witness"\nreproducible = false\nbudget = {TRIALS}\naccept_above = 0.5\n'
        + "drop_below = 0.502\n"
        + "".join(f'[[candidate]]\nname = "{name}"\nlog = "{folder}/log"\np = 0.5\n' for name in "ab")
    )
    Session.of_file(folder / "race.toml").run(store, make_farm)


def match(folder: Path, store: Store, make_farm: Callable[[], Farm]) -> None:
    made = match_schedule(("a", PlayerSpec(time=0.1)), ("b", PlayerSpec(time=0.2)), 2 * PAIRS, "none", 0, {})
    kind = type("WitnessMatch", (WitnessPairs, type(made)), {"folder": str(folder)})
    play(store, "match", kind(**vars(made)), make_farm)


def campaign(folder: Path, store: Store, make_farm: Callable[[], Farm]) -> None:
    """Iterations of a few dozen trials: some interruptions fall between two races."""
    _learn(store, make_farm, Changes(str(folder)), Limits(trials=TRIALS), patience=40)


def confirmation(folder: Path, store: Store, make_farm: Callable[[], Farm]) -> None:
    """A campaign that soon accepts something, and the checks of that."""
    _learn(store, make_farm, Changes(str(folder), 0.95), Limits(accepted=1))
    run = campaign_named(store, "campaign")
    state = state_of(store, run)
    confirm.ConfirmSchedule.trial = lambda self, key: Witness(str(folder), self.seed_of(key))  # type: ignore[assignment,method-assign,return-value]
    confirm.play(store, run, state, [(check, CHECKED_PAIRS) for check in confirm.checks(state)], make_farm)


def _learn(
    store: Store, make_farm: Callable[[], Farm], changes: Changes, limits: Limits, patience: int | None = None
) -> None:
    values = {"kind": "settings", "candidates": 3, "risk": 0.2, "accept_above": 0.5, "drop_below": 0.7}
    settings = CampaignSettings.make({**values, "patience": patience}, "test")
    LearnSession("campaign", settings, limits, changes).run(store, make_farm)


KINDS = {"race": race, "match": match, "campaign": campaign, "confirmation": confirmation}


def main() -> None:
    kind, folder, scheduler = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]

    def make_farm() -> Farm:
        if scheduler:
            from ponnuki.farm.dask import DaskFarm

            return DaskFarm(scheduler[0])
        from ponnuki.farm.local import LocalFarm

        return LocalFarm(WORKERS)

    try:
        with Store(folder / "s.sqlite", write=True) as store:
            KINDS[kind](folder, store, make_farm)
    except (Interrupted, KeyboardInterrupt):
        sys.exit(130)


# ---- many sessions ------------------------------------------------------------------------------------------------


@dataclass
class Life:
    """A session: how it was ended, and when (infinite if it ended by itself)."""

    signal: int
    began: float
    ended: float = float("inf")


@dataclass
class Findings:
    """What the comparison of log and journal shows, by trial."""

    begun: int
    twice: set[int]
    finished_and_lost: set[int]
    """Trials that had ended before the session was asked to stop, in a session that was not killed with -9."""
    lost: set[int]
    lost_and_never_begun: set[int]
    missing: int
    """Trials of the journal that the log does not know."""


@dataclass
class Lives:
    """Sessions of one run, one after the other, in one folder."""

    kind: str
    folder: Path
    chance: random.Random
    scheduler: Sequence[str] = ()
    lives: list[Life] = field(default_factory=list)

    def interrupted(self, number: int) -> None:
        """A session that is ended by a signal some time after a trial of it has begun; it may end before."""
        life, process = self._start(number)
        before = self._begins()
        deadline = time.monotonic() + 120
        while process.poll() is None and self._begins() == before:
            assert time.monotonic() < deadline, "nothing begins"
            time.sleep(0.01)
        time.sleep(self.chance.uniform(0.0, 0.6))
        life.ended = time.time()
        process.send_signal(number)
        process.wait(timeout=120)
        assert process.returncode in (130, -signal.SIGKILL, 0), process.returncode

    def whole(self) -> None:
        """A session to the end of the run."""
        _, process = self._start(0)
        assert process.wait(timeout=600) == 0

    def _start(self, number: int) -> "tuple[Life, subprocess.Popen[bytes]]":
        life = Life(number, time.time())
        self.lives.append(life)
        places = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"PYTHONPATH": places}
        words = [sys.executable, str(HERE / "witness.py"), self.kind, str(self.folder), *self.scheduler]
        return life, subprocess.Popen(words, env=environment, start_new_session=True)

    def _begins(self) -> int:
        log = self.folder / "log"
        return log.read_text().count("begin") if log.exists() else 0

    def findings(self) -> Findings:
        """Compare."""
        begins: Counter[int] = Counter()
        ends: dict[int, float] = {}
        for line in (self.folder / "log").read_text().splitlines():
            what, seed, when = line.split()
            if what == "begin":
                begins[int(seed)] += 1
            else:
                ends[int(seed)] = float(when)
        with Store(self.folder / "s.sqlite") as store:
            rewards = {seed: reward for run in store.runs() for seed, reward in _results(store, run)}
        lost = {seed for seed, reward in rewards.items() if reward is None}
        return Findings(
            begun=len(begins),
            twice={seed for seed, count in begins.items() if count > 1},
            finished_and_lost={seed for seed in ends if rewards.get(seed) is None and self._should_be_kept(ends[seed])},
            lost=lost,
            lost_and_never_begun=lost - set(begins),
            missing=len(set(rewards) - lost - set(begins)),
        )

    def _should_be_kept(self, end: float) -> bool:
        """Whether a trial that ended then must be in the journal: its session was not killed, and not yet stopped."""
        life = next(life for life in reversed(self.lives) if life.began <= end)
        return life.signal not in (0, signal.SIGKILL) and end < life.ended


def _results(store: Store, run: Run) -> list[tuple[int, float | None]]:
    return [(seed % 2**64, reward) for series, _ in store.series(run) for _, _, seed, reward in store.rewards(series)]


if __name__ == "__main__":
    import witness as importable  # workers must be able to import the trials

    importable.main()
