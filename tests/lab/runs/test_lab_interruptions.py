"""Trials that may be played once, seen from their own side: none begins twice, none that has ended is lost when we are
asked to stop, `kill -9` costs what had begun and was not yet written, and a pause costs nothing."""

import random
import signal
from pathlib import Path

import pytest
from witness import KINDS, WORKERS, Lives

SIGNALS = (signal.SIGINT, signal.SIGKILL, signal.SIGTERM)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_begins_twice_and_nothing_that_has_ended_is_lost(kind: str, tmp_path: Path) -> None:
    lives = Lives(kind, tmp_path, random.Random(kind))
    for number in SIGNALS:
        lives.interrupted(number)
    lives.whole()
    found = lives.findings()
    assert found.begun > 100
    assert found.missing == 0
    assert not found.twice
    assert not found.finished_and_lost
    assert len(found.lost) <= WORKERS * len(SIGNALS)
    assert len(found.lost_and_never_begun) <= WORKERS  # they had just been written when we were killed


@pytest.mark.parametrize("kind", ["race", "campaign"])
def test_a_pause_loses_nothing(kind: str, tmp_path: Path) -> None:
    lives = Lives(kind, tmp_path, random.Random(kind))
    lives.interrupted(signal.SIGUSR1)
    paused = lives.findings().begun
    lives.whole()
    found = lives.findings()
    assert 0 < paused < found.begun
    assert (found.lost, found.twice, found.missing) == (set(), set(), 0)
