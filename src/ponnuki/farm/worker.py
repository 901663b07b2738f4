"""The loop inside a worker process: read trials, run them one after the other, answer at once.

A thread reads ahead, for two reasons: the coordinator never blocks on a full pipe, and the end of the pipe (the
coordinator is gone) ends this process even in the middle of a game.
"""

import contextlib
import os
import pickle
import queue
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any

from ponnuki.farm.base import prepare_trial, run_trial
from ponnuki.farm.keeper import die_with

READY = "ready"
PREPARED = "prepared"


def main() -> None:
    """Serve the coordinator at the other end of a pipe: `worker.py DESCRIPTOR PARENT`."""
    pipe, parent = Connection(int(sys.argv[1])), int(sys.argv[2])
    die_with(parent)
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(pipe, inbox), daemon=True).start()
    pipe.send(READY)
    while True:
        pipe.send(_answer(inbox.get()))


def _read(pipe: Connection, inbox: "queue.SimpleQueue[bytes]") -> None:
    with contextlib.suppress(EOFError, OSError):
        while True:
            inbox.put(pipe.recv_bytes())
    os._exit(0)


def _answer(message: bytes) -> Any:
    key, trial = pickle.loads(message)
    if key == PREPARED:
        with contextlib.suppress(Exception):  # whatever is wrong with the trial is told when it runs
            prepare_trial(trial)
        return PREPARED
    return run_trial(key, trial)


if __name__ == "__main__":
    main()
