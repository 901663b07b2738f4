"""How a rank ends its job: with one line, and for all ranks, whatever happens meanwhile."""

import os
import time
from types import SimpleNamespace

import pytest

from ponnuki.cluster import waiting, watch
from ponnuki.errors import BadInput


class ProcessEnded(Exception):  # noqa: N818 - it is no error
    """In the place of the end of this process."""


@pytest.mark.parametrize("interrupted", [False, True])
def test_all_ranks_are_ended_also_if_somebody_presses_ctrl_c_at_the_last_line(interrupted, monkeypatch, capsys):
    ended = []

    def wait(_):
        if interrupted:
            raise KeyboardInterrupt

    def leave(code):
        raise ProcessEnded(code)

    monkeypatch.setattr(time, "sleep", wait)
    monkeypatch.setattr(waiting.os, "_exit", leave)
    with pytest.raises(ProcessEnded, match="1"):
        waiting.abort(SimpleNamespace(rank=1, Abort=ended.append), BadInput("no such scheme"))
    assert ended == [1]
    assert capsys.readouterr().err.endswith("failed, and the whole job with it: no such scheme\n")


@pytest.mark.parametrize("watched", [True, False])
def test_a_rank_that_is_ended_as_another_was_lost_leaves_the_line_to_the_watcher(watched, monkeypatch, capsys):
    reading, writing = os.pipe()
    monkeypatch.setattr(watch, "_lines", [writing])
    monkeypatch.setattr(waiting.os, "_exit", lambda code: None)
    if not watched:  # it has gone to name the rank that was lost
        os.close(reading)
    ended = []
    waiting.abort(SimpleNamespace(rank=0, Abort=ended.append), KeyboardInterrupt())
    assert ended == [130]
    assert capsys.readouterr().err.count("was interrupted, and the whole job with it") == int(watched)
    if watched:
        os.close(reading)
