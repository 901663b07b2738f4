"""What all tests share: how many games a test may afford in this run, and settings of Hypothesis.

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

hypothesis.settings.register_profile("ponnuki", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ponnuki")


def pytest_report_header() -> str:
    """Say which of the three runs this is."""
    return f"kernels: {HOW}; numbers of games divided by {DIVISOR}"


@pytest.fixture(scope="session")
def scaled() -> Callable[[int], int]:
    """How many games to play where the compiled run plays `count`."""
    return lambda count: max(1, count // DIVISOR)


@pytest.fixture(scope="session")
def compiled() -> bool:
    """Whether kernels are compiled in this run."""
    return not numba.config.DISABLE_JIT
