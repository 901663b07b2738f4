"""What all tests share: their order, how many games a test may afford in this run, and settings of Hypothesis.

The same tests run three times: compiled; with bounds checks (`NUMBA_BOUNDSCHECK=1 pytest -m kernel`), where code is
slower; and as plain Python (`NUMBA_DISABLE_JIT=1 pytest -m uncompiled`), where it is very much slower. `scaled` divides
the number of games for the last two, and the header of the run says so.
"""

import signal
from collections.abc import Callable, Generator, Iterator
from typing import Any

import hypothesis
import numba
import pytest

from ponnuki.kernels.cache import SharedFunctionCache
from ponnuki.players import kit

if numba.config.DISABLE_JIT:
    HOW, DIVISOR = "plain Python", 100
elif numba.config.BOUNDSCHECK:
    HOW, DIVISOR = "compiled with bounds checks", 4
else:
    HOW, DIVISOR = "compiled", 1

LONGEST_FIRST = (
    "test_records.py",  # compiles what the processes of many other tests then find
    "test_semeai_oracle.py",
    "test_learn_commands.py",
    "test_go_board_fields.py",
    "test_go_against_naive.py",
    "test_atlas_command.py",
    "test_lab_race_proof.py",
    "test_match_command.py",
    "test_guide.py",
    "test_web_browser.py",
    "test_cluster_mpi.py",
    "test_atlas_priors.py",
    "test_kernel_cache.py",
    "test_kernel_reach.py",
    "test_engine_fuzz.py",
    "test_match_reports.py",
    "test_race_guarantees.py",
    "test_engine_ranks.py",
    "test_solver.py",
    "test_lab_interruptions.py",
    "test_race_schedules.py",
    "test_plugin_game.py",
)
"""Files of few but long tests. A file's tests stay in one process: one that began last would leave the others idle."""

LASTING = (
    "test_cli.py",
    "test_cli_ends.py",
    "test_cli_live.py",
    "test_cli_status.py",
    "test_cluster_mpi.py",
    "test_engine_against_gnugo.py",
    "test_engine_fuzz.py",
    "test_engine_hexagons.py",
    "test_engine_process.py",
    "test_engine_ranks.py",
    "test_engine_start.py",
    "test_farm_contract.py",
    "test_farm_dask.py",
    "test_farm_dask_tls.py",
    "test_farm_local.py",
    "test_guide.py",
    "test_kernel_cache.py",
    "test_kernel_compiling.py",
    "test_kernel_reach.py",
    "test_lab_bench_cluster.py",
    "test_lab_bench_farm.py",
    "test_lab_driver.py",
    "test_lab_interruptions.py",
    "test_lab_list_supply.py",
    "test_lab_old_stores.py",
    "test_lab_race_cluster.py",
    "test_lab_race_commands.py",
    "test_lab_race_players.py",
    "test_lab_race_proof.py",
    "test_learn_campaigns.py",
    "test_learn_commands.py",
    "test_learn_functions.py",
    "test_learn_individuals.py",
    "test_learn_parameters.py",
    "test_match_bad_programs.py",
    "test_match_command.py",
    "test_match_examples.py",
    "test_match_hexagons.py",
    "test_match_reports.py",
    "test_match_uci.py",
    "test_plugin_game.py",
    "test_public_race.py",
    "test_race_guarantees.py",
    "test_race_schedules.py",
    "test_site.py",
    "test_web_browser.py",
    "test_web_browser_games.py",
    "test_web_browser_play.py",
    "test_web_crowd.py",
    "test_web_thinking.py",
    "test_worst_cases.py",
)
"""Files that take seconds also when all is compiled, mostly as they start processes: `make check` leaves them out."""
TO_COMPILE = "a kernel would have to be compiled"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a background job, whose programs inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

hypothesis.settings.register_profile("ponnuki", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ponnuki")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--warm`, which `make check` uses."""
    parser.addoption("--warm", action="store_true", help="skip a test rather than compile a kernel for it")


_missing = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """With `--warm`, a kernel that is not in the cache ends its test instead of being compiled."""
    if not item.config.getoption("warm"):
        return (yield)
    look_up = SharedFunctionCache.load_overload

    def found_or_skipped(self: SharedFunctionCache, sig: Any, target_context: Any) -> Any:
        found = look_up(self, sig, target_context)
        if found is None:
            item.stash[_missing] = True
            pytest.skip(TO_COMPILE)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SharedFunctionCache, "load_overload", found_or_skipped)
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Such a test is skipped, also if somebody in between (a thread, a doctest) has taken the skip for an error."""
    report = yield
    if report.failed and item.stash.get(_missing, False):
        report.outcome, report.longrepr = "skipped", (str(item.path), 0, TO_COMPILE)
    return report


def pytest_report_header() -> str:
    """Say which of the three runs this is."""
    return f"kernels: {HOW}; numbers of games divided by {DIVISOR}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, those that compile different kernels side by side; the others as they were. Mark `LASTING`."""
    places = {name: place for place, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))
    for item in items:
        if item.path.name in LASTING:
            item.add_marker(pytest.mark.lasting)


@pytest.fixture
def forget_kits() -> Iterator[None]:
    """Games are looked for anew, in this test and after it."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    kit._entries.cache_clear()
    kit._load.cache_clear()


@pytest.fixture(scope="session")
def scaled() -> Callable[[int], int]:
    """How many games to play where the compiled run plays `count`."""
    return lambda count: max(1, count // DIVISOR)


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether kernels are compiled in this run."""
    return not numba.config.DISABLE_JIT
