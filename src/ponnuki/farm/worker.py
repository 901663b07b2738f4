"""The loop inside a worker process: read trials, run them one after the other, answer at once.

A thread reads ahead, for three reasons: the coordinator never blocks on a full pipe, it can say `STOP` in the middle of
a game, and the end of the pipe (the coordinator is gone) ends this process at any time.
"""

import contextlib
import os
import pickle
import queue
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from ponnuki.farm.base import Taken, prepare_trial, run_trial
from ponnuki.processes.parent import die_with

READY = "ready"
PREPARED = "prepared"
BEGIN, LEAVE, STOP = b"begin", b"leave", b"stop"
"""What the coordinator says besides trials: answers to `Taken`, and the end."""
GRACE = 0.3
"""Seconds after `STOP` in which a result that is on its way may still be sent."""

Queue = queue.SimpleQueue[bytes]


def main() -> None:
    """Serve the coordinator at the other end of a pipe: `worker.py DESCRIPTOR PARENT`."""
    pipe, parent = Connection(int(sys.argv[1])), int(sys.argv[2])
    die_with(parent)
    trials, answers, stopped = Queue(), Queue(), threading.Event()
    threading.Thread(target=_read, args=(pipe, trials, answers, stopped), daemon=True).start()
    pipe.send(READY)
    while not stopped.is_set():
        message = trials.get()
        if message != STOP:
            _serve(message, pipe, answers)
    os._exit(0)


def _read(pipe: Connection, trials: Queue, answers: Queue, stopped: threading.Event) -> None:
    """Sort what arrives; after `STOP` the trial under way has a moment to send its result."""
    with contextlib.suppress(EOFError, OSError):
        while not stopped.is_set():
            message = pipe.recv_bytes()
            if message == STOP:
                stopped.set()
                trials.put(STOP)
                answers.put(STOP)
                time.sleep(GRACE)
            else:
                (answers if message in (BEGIN, LEAVE) else trials).put(message)
    os._exit(0)


def _serve(message: bytes, pipe: Connection, answers: Queue) -> None:
    key, trial = pickle.loads(message)
    if key == PREPARED:
        with contextlib.suppress(Exception):  # whatever is wrong with the trial is told when it runs
            prepare_trial(trial)
        pipe.send(PREPARED)
    elif trial.reproducible or _may_begin(key, pipe, answers):
        pipe.send(run_trial(key, trial))


def _may_begin(key: Any, pipe: Connection, answers: Queue) -> bool:
    pipe.send(Taken(key))
    return answers.get() == BEGIN


if __name__ == "__main__":
    main()
