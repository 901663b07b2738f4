"""A study is played: its rows one after the other, on one farm, each as a series of trials of one run.

What the journal has is not played again, so the same command goes on where it was stopped.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from ponnuki.farm.base import Farm
from ponnuki.lab.journal.schema import understood
from ponnuki.lab.journal.store import Run, Store, unsigned
from ponnuki.lab.matches import elo
from ponnuki.lab.matches.schedule import Schedule
from ponnuki.lab.races.fold import quoted
from ponnuki.lab.runs.driver import Driver
from ponnuki.lab.runs.opening import opened_run
from ponnuki.lab.runs.supply import ListSupply
from ponnuki.lab.studies.campaigns import play_campaigns
from ponnuki.lab.studies.plan import Measure, Plan, Row
from ponnuki.lab.studies.progress import StudyProgress, StudyWatcher
from ponnuki.lab.studies.results import Estimate, Result, rate_error

KIND = "study"


@dataclass(frozen=True, slots=True)
class StudyOutcome:
    """What a study has shown: its rows, a sentence about each campaign, and the run that its folder is named after."""

    results: list[Result]
    notes: list[str]
    run: Run


def play_study(store: Store, plan: Plan, make_farm: Callable[[], Farm], watch: StudyWatcher) -> StudyOutcome:
    """Play what is missing of a study of either kind."""
    if plan.campaigns:
        results, notes = play_campaigns(store, plan.campaigns, make_farm, watch)
        return StudyOutcome([*results, *plan.known], notes, store.find_run(plan.campaigns[0].run_name))
    results = play(store, plan, make_farm, watch)
    return StudyOutcome(results, [], store.find_run(plan.run_name))


def play(
    store: Store, plan: Plan, make_farm: Callable[[], Farm], watch: Callable[[StudyProgress], None] = lambda _: None
) -> list[Result]:
    """Play what is missing, and say what all rows have shown."""
    with opened_run(store, plan.run_name, KIND, plan.settings()) as run:
        with understood(store.path):
            series = _open(store, run, plan)
        if any(not supply.is_over for _, _, supply in series):
            for row in plan.rows:
                row.schedule.check()
            store.begin_session(run, plan.trials)
            with Driver(store, make_farm()) as driver:
                for number, row, supply in series:
                    driver.play(number, row.schedule, supply, _watcher(plan, series, row, watch))
    with understood(store.path):
        return [_result(store, number, row, plan) for number, row, _ in series]


def results_of(store: Store, run: Run, plan: Plan) -> list[Result]:
    """What the rows of a run have shown so far; nothing is played."""
    with understood(store.path):
        series = [number for number, _ in store.series(run)]
        found = [_result(store, number, row, plan) for number, row in zip(series, plan.rows, strict=False)]
    return found + [Result(row.labels, 0, None, None, row.published) for row in plan.rows[len(series) :]]


_Series = tuple[int, Row, ListSupply]


def _open(store: Store, run: Run, plan: Plan) -> list[_Series]:
    found = []
    for place, row in enumerate(plan.rows):
        number = store.open_series(run, place, {"candidates": [", ".join(row.labels)]})
        found.append((number, row, ListSupply(row.schedule.all_keys(), store.keys(number))))
    return found


def _watcher(
    plan: Plan, series: Sequence[_Series], now: Row, watch: Callable[[StudyProgress], None]
) -> Callable[[object], None]:
    return lambda _: watch(_progress(plan, series, now))


def _progress(plan: Plan, series: Sequence[_Series], now: Row) -> StudyProgress:
    return StudyProgress(
        label=", ".join(now.labels),
        done_trials=sum(supply.done for _, _, supply in series),
        all_trials=plan.trials,
        unit="pairs of games" if isinstance(now.schedule, Schedule) else "calls",
        done_seconds=sum(row.seconds * supply.done / max(supply.total, 1) for _, row, supply in series),
        all_seconds=plan.seconds,
    )


def csv_lines(store: Store, run: Run) -> Iterator[str]:
    """One line for each pair of games; one that is void has no reward."""
    labels = [quoted(", ".join(row["labels"])) for row in run.settings["rows"]]
    yield "row,labels,pair,seed,reward\n"
    for place, (series, _) in enumerate(store.series(run)):
        for _, pair, seed, reward in store.rewards(series):
            shown = "" if reward is None else repr(reward)
            yield f"{place},{labels[place]},{pair},{unsigned(seed)},{shown}\n"


def _result(store: Store, series: int, row: Row, plan: Plan) -> Result:
    if isinstance(row.schedule, Schedule):
        counts: Counter[float] = Counter(reward for *_, reward in store.rewards(series) if reward is not None)
        pairs = elo.pairs_of(counts)
        rate = elo.rate(counts) if pairs else None
        return Result(row.labels, 2 * pairs, rate, rate_error(counts), row.published)
    told = _told(store, series)
    estimates = [_estimate(told.get(measure.name, []), measure) for measure in (plan.measure, *plan.more)]
    count = max((len(values) for values in told.values()), default=0)
    first = estimates[0]
    rate, error = (None, None) if first is None else (first.value, first.error)
    return Result(row.labels, count, rate, error, row.published, tuple(estimates[1:]), row.reference)


def _told(store: Store, series: int) -> dict[str, list[float]]:
    """By name, what all calls have told: numbers, or a list of them for each call. Rewards are told too."""
    told: dict[str, list[float]] = {"reward": [reward for *_, reward in store.rewards(series) if reward is not None]}
    for _, _, details in store.details(series):
        for name, value in details.items():
            told.setdefault(name, []).extend(value if isinstance(value, list) else [value])
    return told


def _estimate(values: Sequence[float], measure: Measure) -> Estimate | None:
    """The mean and its standard error. For a share, the error assumes one more success and one more failure, so that it
    is never 0."""
    n = len(values)
    if not n:
        return None
    mean = fmean(values)
    if measure.percent and set(values) <= {0, 1}:
        share = (sum(values) + 1) / (n + 2)
        return Estimate(mean, sqrt(share * (1 - share) / n))
    return Estimate(mean, stdev(values) / sqrt(n) if n > 1 else 0.0)
