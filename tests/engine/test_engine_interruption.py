"""Ctrl-C and SIGTERM end a conversation, wherever in a search they come."""

import contextlib
import os
import signal
import threading
import time

import numba
import numpy as np
import pytest

from ponnuki.engine import interruption
from ponnuki.engine.interruption import heeded
from ponnuki.engine.terminal import TerminalGame


@contextlib.contextmanager
def interrupted(leave):
    """A conversation that a signal ends."""
    with pytest.raises(KeyboardInterrupt), heeded(leave):
        yield


class Signalled(np.recarray):
    """An array that a signal comes to while numba looks at it."""

    def __getattribute__(self, name):
        if name == "__numba_array_subtype_dispatch__":
            signal.raise_signal(signal.SIGTERM)
        return super().__getattribute__(name)


@pytest.fixture
def call_a_kernel():
    if numba.config.DISABLE_JIT:
        pytest.skip("numba looks at no argument without its compiler")
    kernel = numba.njit(lambda array: array.size)
    array = np.zeros(1, [("a", "i4")]).view(Signalled)
    return lambda: kernel(array)


@pytest.fixture
def raising():
    """A handler that raises, as that of the command line does; how often it was called."""
    calls = []

    def handler(*_):
        calls.append(1)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, handler)
    yield calls
    signal.signal(signal.SIGTERM, before)


def test_an_exception_from_a_handler_is_lost_where_numba_looks_at_an_array(call_a_kernel, raising):
    """Why nothing is raised there. If this fails, numba has changed, and `interruption` may be simpler."""
    assert call_a_kernel() == 1
    assert raising


def test_a_signal_that_comes_while_numba_looks_at_an_array_is_heeded(call_a_kernel):
    left = threading.Event()
    with interrupted(left.set):
        assert call_a_kernel() == 1
        assert left.wait(10)


def test_a_conversation_that_waits_for_something_else_is_ended_after_a_while(monkeypatch):
    monkeypatch.setattr(interruption, "PATIENCE", 0.1)
    reading, writing = os.pipe()
    started = time.monotonic()
    with interrupted(lambda: None):
        signal.raise_signal(signal.SIGINT)
        os.read(reading, 1)
    assert time.monotonic() - started >= 0.1
    os.close(reading)
    os.close(writing)


def test_ctrl_c_ends_a_search_of_a_game_in_the_terminal():
    """Even where an exception from the handler would be lost."""
    heard = []

    def search(color, stop):
        with contextlib.suppress(BaseException):
            signal.raise_signal(signal.SIGINT)
        heard.append(stop.wait(10))

    with pytest.raises(KeyboardInterrupt):
        TerminalGame._thought(search, "b")
    assert heard == [True]


def test_a_second_signal_does_not_wait():
    with interrupted(lambda: None):
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)


def test_handlers_are_as_before_afterwards(raising):
    with interrupted(lambda: None):
        signal.raise_signal(signal.SIGTERM)
    assert not raising
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    assert raising


def test_a_signal_that_was_to_be_ignored_is():
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with heeded(lambda: pytest.fail("nobody was to leave")):
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
