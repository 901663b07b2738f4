"""`ponnuki.run_race`: a function is judged in parallel, goes on where it was, and is never taken for another."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ponnuki
from ponnuki.farm.base import FarmError
from ponnuki.lab.public.table import Table

CANDIDATES = {"same": {"p": 0.5}, "better": {"p": 0.7}}
WIDE = {"accept_above": 0.51, "drop_below": 0.6}


class Calls(list[int]):
    """The seeds of all calls; it looks the same whatever is in it, as its contents decide nothing."""

    def __repr__(self) -> str:
        return "calls"


CALLS = Calls()


def coin(candidate: dict[str, Any], seed: int) -> float:
    return float(Random(seed).random() < candidate["p"])


def counted(candidate: dict[str, Any], seed: int) -> float:
    CALLS.append(seed)
    return coin(candidate, seed)


def deadly(candidate: dict[str, Any], seed: int) -> float:
    if seed % 16 == 0 and os.environ.get("DEADLY"):
        os._exit(7)
    return coin(candidate, seed)


def interrupting(candidate: dict[str, Any], seed: int) -> float:
    CALLS.append(seed)
    if len(CALLS) == 10:
        os.kill(os.getpid(), signal.SIGINT)
    return coin(candidate, seed)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def race(evaluate: Any, store: Path, **more: Any) -> Any:
    return ponnuki.run_race(evaluate, CANDIDATES, store=store, **(WIDE | more))


def test_the_better_candidate_is_accepted_and_the_report_says_so(store: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        report = race(coin, store, executor=pool)
    assert (report.status, report.accepted) == ("accepted", ("better",))
    assert report["better"].decision == "accepted"
    assert report["better"].interval[0] > 0.51
    assert "accepted better" in str(report)
    assert report.best == report["better"]
    assert report["better"].elo is not None


def test_processes_threads_and_a_pool_of_processes_play_the_same_trials(tmp_path: Path) -> None:
    with ThreadPoolExecutor(3) as threads, ProcessPoolExecutor(2) as processes:
        ways: dict[str, dict[str, Any]] = {
            "threads": {"executor": threads},
            "processes": {"executor": processes},
            "workers": {"workers": 2},
        }
        runs = {}
        for way, options in ways.items():
            report = race(coin, tmp_path / f"{way}.sqlite", **options)
            runs[way] = list(ponnuki.load_run(report.name, report.store).trials)
    assert runs["threads"] == runs["processes"] == runs["workers"]


def test_a_lambda_reaches_workers_of_this_machine(store: Path) -> None:
    better = 0.7
    report = ponnuki.run_race(
        lambda candidate, seed: float(Random(seed).random() < better), {"one": {}}, workers=1, store=store, **WIDE
    )
    assert report.accepted == ("one",)


def test_the_same_call_again_gives_the_stored_verdict_and_plays_nothing(store: Path) -> None:
    CALLS.clear()
    with ThreadPoolExecutor(2) as pool:
        first = race(counted, store, executor=pool)
        calls = len(CALLS)
        assert race(counted, store, executor=pool) == first
    assert calls >= first.trials
    assert len(CALLS) == calls


def test_a_larger_budget_extends_a_race_that_ran_out_of_it(store: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        short = race(coin, store, executor=pool, budget=20)
        longer = race(coin, store, executor=pool, budget=5000)
    assert (short.status, short.trials) == ("undecided", 20)
    assert (longer.name, longer.status) == (short.name, "accepted")


def made(p: float) -> Callable[[dict[str, Any], int], float]:
    def judge(candidate: dict[str, Any], seed: int) -> float:
        return float(Random(seed).random() < p)

    return judge


def test_a_function_with_other_values_around_it_is_another_race(store: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        names = {race(made(p), store, executor=pool, budget=20).name for p in (0.5, 0.5, 0.6)}
    assert len(names) == 2


def test_another_function_under_the_name_of_a_run_is_refused(store: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        race(coin, store, executor=pool, budget=20, name="mine")
        with pytest.raises(ponnuki.BadInput, match="was started with another evaluate"):
            race(counted, store, executor=pool, budget=20, name="mine")


def test_trials_that_are_not_reproducible_are_each_played_once(store: Path) -> None:
    CALLS.clear()
    with ThreadPoolExecutor(2) as pool:
        report = race(counted, store, executor=pool, reproducible=False, budget=60)
    assert not report.reproducible
    assert len(CALLS) == len(set(CALLS))


def test_a_pool_whose_process_died_ends_the_run_and_another_goes_on(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEADLY", "1")
    with ProcessPoolExecutor(1) as pool, pytest.raises(FarmError, match="bring another"):
        race(deadly, store, executor=pool, name="deadly")
    monkeypatch.delenv("DEADLY")
    before = len(ponnuki.load_run("deadly", store).trials)
    with ThreadPoolExecutor(2) as pool:
        report = race(deadly, store, executor=pool, name="deadly")
    assert report.accepted == ("better",)
    assert 0 < before < report.trials


def test_a_pool_that_was_shut_down_is_one_line(store: Path) -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(FarmError, match="takes no more trials"):
        race(coin, store, executor=pool)


def test_ctrl_c_says_that_nothing_is_lost_and_the_same_call_goes_on(store: Path) -> None:
    CALLS.clear()
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(KeyboardInterrupt, match="the same call again goes on"):
            race(interrupting, store, executor=pool, name="stopped")
        before = len(ponnuki.load_run("stopped", store).trials)
        assert before > 0
        assert race(interrupting, store, executor=pool, name="stopped").trials > before


def test_an_exception_of_the_function_names_it_the_candidate_and_the_seed(store: Path) -> None:
    with (
        ThreadPoolExecutor(1) as pool,
        pytest.raises(ponnuki.BadInput.__mro__[1], match=r"coin\('no', seed=\d+\): Key"),
    ):
        ponnuki.run_race(coin, {"no": {}}, executor=pool, store=store)


def test_a_dask_client_plays_the_trials_and_stays_open(store: Path, cluster: Any) -> None:
    import distributed

    cluster.refill()
    with distributed.Client(scheduler_file=str(cluster.file), set_as_default=False) as client:
        first = race(coin, store, executor=client)
        assert first.accepted == ("better",)
        assert client.submit(sum, [1, 2]).result(timeout=60) == 3
    with ThreadPoolExecutor(2) as pool:
        again = race(coin, store.with_name("other.sqlite"), executor=pool)
    assert again.candidates == first.candidates


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: ponnuki.run_race(coin, {}), "candidates are needed"),
        (lambda: ponnuki.run_race(coin, {"a": {"p": {1}}}), "'a': its keys must be JSON values"),
        (lambda: ponnuki.run_race(coin, {"a": 3}), "its keys, as a dict"),  # type: ignore[dict-item]
        (lambda: ponnuki.run_race(coin, CANDIDATES, rsik=0.1), "did you mean 'risk'"),  # type: ignore[call-arg]
        (lambda: ponnuki.run_race(coin, CANDIDATES, size=9), "size has no meaning beside evaluate"),
        (lambda: ponnuki.run_race(coin, CANDIDATES, budget=0), "budget is 0"),
        (lambda: ponnuki.run_race(coin, CANDIDATES, workers=0), "workers is 0"),
        (lambda: ponnuki.run_race(coin, CANDIDATES, executor=3), "executor is of type int"),
        (lambda: ponnuki.run_race("race.toml", CANDIDATES), "belongs into the race file"),
        (lambda: ponnuki.run_race(coin, CANDIDATES, accept_above=0.6, drop_below=0.5), "drop_below"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_leaves_no_store(
    call: Callable[[], object], line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ponnuki.BadInput, match=line) as found:
        call()
    assert "\n" not in str(found.value)
    assert not list(tmp_path.iterdir())


def test_a_race_file_and_a_command_are_taken_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.toml").write_text('evaluate = "echo 0.5"\nbudget = 4\n[[candidate]]\nname = "a"\n')
    with ThreadPoolExecutor(1) as pool:
        filed = ponnuki.run_race("race.toml", executor=pool)
        given = ponnuki.run_race("echo 0.5 # {seed}", {"a": {}}, executor=pool, budget=4)
    assert (filed.name, filed.trials, filed["a"].rate) == ("race", 4, 0.5)
    assert (given.trials, given["a"].rate) == (4, 0.5)


def test_reports_become_frames_and_pictures(store: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        report = ponnuki.run_race(coin, {"<b>": {"p": 0.9}}, executor=pool, store=store, **WIDE)
    frame = report.to_pandas()
    assert list(frame["name"]) == ["<b>"]
    assert frame["trials"][0] == report.trials
    shown = report._repr_html_()
    assert "<svg" in shown
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
    run = ponnuki.load_run(report.name, store)
    assert run.verdict == report.__class__(**{**_fields(report), "reproducible": None})
    assert len(run.to_pandas()) == report.trials
    assert "<svg" in run._repr_html_()
    assert run.page().startswith("<!")


def _fields(report: Any) -> dict[str, Any]:
    return {name: getattr(report, name) for name in report.__dataclass_fields__}


def test_without_pandas_the_line_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(ponnuki.BadInput, match=r"pip install 'ponnuki\[notebook\]'"):
        Table(("a",), [{"a": 1}]).to_pandas()


def test_a_table_is_a_sequence_of_rows_with_columns() -> None:
    table = Table(("a", "b"), [{"a": number, "b": None} for number in range(30)])
    assert len(table) == 30
    assert table.column("a")[-1] == table[-1]["a"] == 29
    assert "10 more rows" in table._repr_html_()
    with pytest.raises(ponnuki.BadInput, match="no column 'c'"):
        table.column("c")


def test_progress_is_told_as_a_report_whenever_more_trials_count(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ponnuki.lab.public.race.BETWEEN_REPORTS", 0.0)
    told: list[int] = []
    with ThreadPoolExecutor(1) as pool:
        race(coin, store, executor=pool, on_progress=lambda report: told.append(report.trials))
    assert len(told) > 1
    assert told == sorted(set(told))
