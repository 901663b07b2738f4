"""How a rank ends its job: with one line, and for all ranks, whatever happens meanwhile."""

import time
from types import SimpleNamespace

import pytest

from ponnuki.cluster import waiting
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
