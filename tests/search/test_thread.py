"""The record of a thread: what every search has there, and what a game's kernels have asked for."""

import numpy as np
import pytest

from ponnuki.games.go.layout import board_dtype, vertex_count
from ponnuki.kernels.records import joined
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.policies.havannah_scratch import havannah_scratch
from ponnuki.search.thread import new_thread, thread_dtype

pytestmark = pytest.mark.uncompiled


def test_a_thread_has_the_scratch_that_was_declared_and_no_more():
    own = set(thread_dtype(100, 50, ()).names)
    for scratch in (go_scratch(5), havannah_scratch(5)):
        declared = {field[0] for field in scratch}
        assert declared
        assert not declared & own
        assert set(thread_dtype(100, 50, scratch).names) == own | declared


def test_scratch_for_one_game_is_not_in_the_threads_of_another():
    go, havannah = ({field[0] for field in one} for one in (go_scratch(5), havannah_scratch(5)))
    assert go & havannah == {"sets"}  # of shapes, which both have


def test_scratch_is_as_large_as_the_board_asks_for():
    thread = new_thread(vertex_count(5), 10, 1, go_scratch(5))[0]
    assert len(thread.owner) == len(thread.states) == len(thread.features) == vertex_count(5)
    assert thread.spare.dtype == board_dtype(5)


def test_what_two_kernels_ask_for_alike_is_there_once():
    fields = joined([("hidden", "f4", (8,)), ("seen", "u1")], [("hidden", np.float32, (8,))])
    assert [field[0] for field in fields] == ["hidden", "seen"]


@pytest.mark.parametrize("other", [("stack", "u4", (100,)), ("stack", "u2", (99,)), ("stack", "u2")])
def test_a_name_that_two_kernels_use_for_different_scratch_is_refused(other):
    with pytest.raises(ValueError, match="two fields of a record are called 'stack'"):
        thread_dtype(100, 50, [other])
