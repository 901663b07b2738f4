"""What all tests share: their order, how many games a test may afford in this run, and settings of Hypothesis.

The same tests run three times: compiled; with bounds checks (`NUMBA_BOUNDSCHECK=1 pytest -m kernel`), where code is
slower; and as plain Python (`NUMBA_DISABLE_JIT=1 pytest -m uncompiled`), where it is very much slower. `scaled` divides
the number of games for the last two, and the header of the run says so.
"""

from collections.abc import Callable

import hypothesis
import numba
import pytest

if numba.config.DISABLE_JIT:
    HOW, DIVISOR = "plain Python", 100
elif numba.config.BOUNDSCHECK:
    HOW, DIVISOR = "compiled with bounds checks", 4
else:
    HOW, DIVISOR = "compiled", 1

LONGEST_FIRST = (
    "test_engine_fuzz.py",
    "test_engine_against_gnugo.py",
    "test_search.py",
    "test_solver.py",
    "test_havannah_search.py",
    "test_spec_shapes.py",
    "test_go_against_naive.py",
    "test_race_guarantees.py",
    "test_lab_race_proof.py",
    "test_lab_race_cluster.py",
    "test_learn_commands.py",
)
"""Files of few but long tests. A file's tests stay in one process: one that began last would leave the others idle."""

hypothesis.settings.register_profile("ponnuki", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ponnuki")


def pytest_report_header() -> str:
    """Say which of the three runs this is."""
    return f"kernels: {HOW}; numbers of games divided by {DIVISOR}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, those that compile different kernels side by side; the others as they were."""
    places = {name: place for place, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: places.get(item.path.name, len(places)))


@pytest.fixture(scope="session")
def scaled() -> Callable[[int], int]:
    """How many games to play where the compiled run plays `count`."""
    return lambda count: max(1, count // DIVISOR)


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether kernels are compiled in this run."""
    return not numba.config.DISABLE_JIT
