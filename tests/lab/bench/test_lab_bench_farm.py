"""The benchmark of the farm measures what it says, in small."""

import os

import pytest

from ponnuki.lab.bench.farm import measure_instant, measure_resume


@pytest.mark.skipif(not os.path.exists("/proc/self/schedstat"), reason="needs Linux's accounts of processes")  # noqa: PTH110
def test_instantaneous_trials_go_through_the_whole_chain() -> None:
    assert measure_instant(1, trials=1000) > 100


def test_a_journal_is_resumed_with_almost_all_of_its_trials_counted() -> None:
    found = measure_resume(trials=20_000, candidates=4)
    assert found["resumed_trials_counted"] > 15_000
    assert found["resume_seconds"] < 5
