"""`ponnuki.run_race`: candidates of anything that gives rewards, raced in parallel to a verdict."""

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypedDict, Unpack

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import DEFAULT_STORE, Store
from ponnuki.lab.public.fingerprint import fingerprint
from ponnuki.lab.public.race_report import RaceReport
from ponnuki.lab.public.surroundings import farm_maker, resumable
from ponnuki.lab.races.contests import CallContest, Contest
from ponnuki.lab.races.file import RaceFile
from ponnuki.lab.races.session import RaceProgress, Session, check_budget
from ponnuki.match.call import Evaluate, pack

SOURCE = "run_race"
"""What errors call what was given."""
BETWEEN_REPORTS = 1.0
"""Seconds between two calls of `on_progress`."""


class RaceSettings(TypedDict, total=False):
    """Settings of a race: the keys of a race file."""

    risk: float
    accept_above: float | str
    drop_below: float | str
    preset: str
    seed: int
    reproducible: bool
    bound: str
    selection: str
    accept: str
    first: int
    prior_variance: float
    limit: float
    baseline: Mapping[str, Any]
    game: str
    size: int
    komi: float
    rules: str
    openings: str
    referee: str
    longest: int
    resign_at: str
    draw_at: str


def run_race(
    evaluate: Evaluate | str | Path | None,
    candidates: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    workers: int | None = None,
    executor: Any = None,
    budget: int | None = None,
    name: str | None = None,
    store: str | Path = DEFAULT_STORE,
    on_progress: Callable[[RaceReport], object] | None = None,
    **settings: Unpack[RaceSettings],
) -> RaceReport:
    """Race candidates until one is proven better than `accept_above` or all are dropped.

    Every finished trial is written to `store` before it counts. The same call again goes on where the journal ends, or
    returns the stored verdict; a larger `budget` extends a race that ran out of it.

    Args:
        evaluate: what judges a candidate. A function that gets the candidate's keys (a dict, its name included) and a
            seed, and returns a reward from 0 to 1; `"module:function"`; a shell command with `{candidate}` and
            `{seed}`; the path of a race file; or None for games of Ponnuki's players against `baseline`.
        candidates: by name, the keys that `evaluate` gets, as JSON values; for games, what a candidate changes of the
            baseline. Leave it out for a race file.
        workers: processes of this machine, by default one for each core; with a pool as the executor, trials at once.
        executor: a pool of `concurrent.futures` or a Dask client (or the address of a Dask scheduler) to play the
            trials on. It stays open.
        budget: most trials to play; without it the race goes on until it is decided.
        name: of the run in the store; by default made of what is raced, so that another race is another run.
        store: the SQLite file that holds all runs.
        on_progress: called with the report so far, `print` for example: about once a second while more trials count.
        settings: keys of a race file, such as `risk=0.05`, `accept_above=0.501`, `drop_below=0.504`, `preset="gain"`,
            `seed=1`, `reproducible=False` (the same seed may give another reward), `baseline={"sims": 100}`, `size=9`.

    Returns:
        The verdict, with each candidate's rate and interval.

    Raises:
        BadInput: something that was given cannot be used; nothing was changed.
        KeyboardInterrupt: Ctrl-C; what has finished is in the store.
    """
    session = _session(evaluate, candidates, budget, name, settings)
    path = Path(store)
    make_farm = farm_maker(workers, executor, session.contest.samples)
    with resumable(path), Store(path, write=True) as opened:
        outcome = session.run(opened, make_farm, _watcher(on_progress, session, path))
    run, verdict = outcome.run, outcome.verdict
    raced = session.file.race_settings()
    return RaceReport.make(run.name, run.id, path, verdict, raced, outcome.budget, outcome.reproducible)


def _session(
    evaluate: Evaluate | str | Path | None,
    candidates: Mapping[str, Mapping[str, Any]] | None,
    budget: int | None,
    name: str | None,
    settings: Mapping[str, Any],
) -> Session:
    """The race that was asked for, checked as a whole."""
    check_budget(budget)
    if isinstance(evaluate, Path) or (isinstance(evaluate, str) and evaluate.endswith(".toml")):
        if candidates is not None or settings:
            given = "candidates" if candidates is not None else next(iter(settings))
            raise BadInput(f"{SOURCE}: {given} belongs into the race file {evaluate}")
        return Session.of_file(Path(evaluate), budget, name)
    if not isinstance(candidates, Mapping) or not candidates:
        raise BadInput(f'{SOURCE}: candidates are needed, by name, as in {{"a": {{"p": 0.5}}, "b": {{"p": 0.6}}}}')
    for one, keys in candidates.items():
        _check_keys(one, keys)
    values = {**settings, "candidate": [{**keys, "name": one} for one, keys in candidates.items()]}
    if callable(evaluate):
        file, contest = _called(evaluate, values)
    else:
        file = RaceFile.make(values if evaluate is None else {**values, "evaluate": evaluate}, SOURCE)
        contest = file.contest(Path.cwd(), SOURCE)
    file.race_settings()  # bad thresholds are told before anything is written
    session = Session(file, contest, name or "", budget)
    return session if name else Session(file, contest, _default_name(session, evaluate), budget)


def _check_keys(name: Any, keys: Any) -> None:
    if not isinstance(name, str) or not isinstance(keys, Mapping):
        raise BadInput(f"{SOURCE}: candidate {name!r}: it needs a name, as text, and its keys, as a dict")
    try:
        json.dumps(dict(keys))
    except (TypeError, ValueError) as error:
        raise BadInput(f"{SOURCE}: candidate {name!r}: its keys must be JSON values: {error}") from None


def _called(evaluate: Evaluate, values: Mapping[str, Any]) -> tuple[RaceFile, Contest]:
    """A race that a function judges; which function is part of what makes it this race."""
    packed = pack(evaluate)
    file = RaceFile.make({**values, "evaluate": fingerprint(evaluate, packed.code)}, SOURCE)
    return file, CallContest(file.names, file.seed, 0, packed, file.candidate, file.reproducible)


def _default_name(session: Session, evaluate: Any) -> str:
    what = "race" if evaluate is None else getattr(evaluate, "__name__", "race")
    plain = "".join(letter for letter in what if letter.isalnum() or letter in "_-") or "race"
    text = json.dumps(session.identity, sort_keys=True)
    return f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def _watcher(
    on_progress: Callable[[RaceReport], object] | None, session: Session, store: Path
) -> Callable[[RaceProgress], None]:
    """What the driver calls again and again; it passes on a report now and then, if there is something new in it."""
    raced, last, counted = session.file.race_settings(), 0.0, -1

    def watch(progress: RaceProgress) -> None:
        nonlocal last, counted
        if on_progress is None or time.monotonic() - last < BETWEEN_REPORTS:
            return
        last, verdict = time.monotonic(), progress.verdict
        if verdict.trials > counted:
            counted = verdict.trials
            on_progress(RaceReport.make(session.name, "", store, verdict, raced, session.budget, None))

    return watch
