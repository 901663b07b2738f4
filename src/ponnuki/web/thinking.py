"""Thinkers for all visitors: few processes, one question each at a time, and a queue that is not endless."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.processes.child import Child, end_all, start
from ponnuki.web.machines import ClusterQuestion
from ponnuki.web.questions import MOST_SECONDS, STOP, Answer, Question

MOST_WAITING = 16
"""Visitors that wait for a thinker."""
COMPILING = 600.0
"""Seconds that a search may take beyond its limit: the first one of a kind compiles."""
OnReport = Callable[[Any], None]


def most_thinkers() -> int:
    """Searches at the same time: not more than there are cores, and not many."""
    return max(1, min(2, os.cpu_count() or 1))


class Thinkers:
    """The processes; they are started when they are first needed."""

    def __init__(self, most: int | None = None) -> None:
        self._most = most or most_thinkers()
        self._all: list[_Thinker] = []
        self._free: list[_Thinker] = []
        self._room = asyncio.Semaphore(self._most)
        self._waiting = 0

    async def ask(self, who: str, question: Question | ClusterQuestion, on_report: OnReport) -> Answer:
        """The answer to a question; `who` gets the same thinker as before if it is free, as that has his tree.

        Cancelled, the thinker is told to stop.
        """
        if self._waiting >= MOST_WAITING:
            raise BadInput("too many people are waiting for a search: try again in a moment")
        self._waiting += 1
        try:
            await self._room.acquire()
        finally:
            self._waiting -= 1
        thinker = self._take(who)
        try:
            answer = await thinker.ask(question, on_report)
        finally:
            self._free.append(thinker)
            self._room.release()
        if answer.fault:
            raise BadInput(answer.fault)
        return answer

    def stop(self, who: str) -> None:
        """Let a visitor's search end now, with what it has found."""
        for thinker in self._all:
            if thinker.who == who:
                thinker.stop()

    def close(self) -> None:
        """End all of them."""
        end_all([thinker.child for thinker in self._all if thinker.child is not None])
        self._all.clear()
        self._free.clear()

    def _take(self, who: str) -> "_Thinker":
        chosen = next((one for one in self._free if one.who == who), None)
        if chosen is None and len(self._all) < self._most:
            chosen = _Thinker()
            self._all.append(chosen)
        elif chosen is None:
            chosen = self._free[0]
        if chosen in self._free:
            self._free.remove(chosen)
        chosen.who = who
        return chosen


class _Thinker:
    """One process and our end of its pipe."""

    def __init__(self) -> None:
        self.who = ""
        self.child: Child | None = None
        self._pipe: Connection | None = None
        self._sending = threading.Lock()
        self._wanted = False
        """Whether somebody waits for the answer."""

    async def ask(self, question: Question | ClusterQuestion, on_report: OnReport) -> Answer:
        loop = asyncio.get_running_loop()

        def heard(report: Any) -> None:
            loop.call_soon_threadsafe(on_report, report)

        self._wanted = True
        asking = loop.run_in_executor(None, self._converse, question, heard)
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            self.stop()
            await asyncio.wait([asking])
            raise

    def stop(self) -> None:
        """What it is thinking about ends, and what it has not been asked yet, as it is still being started."""
        with self._sending:
            self._wanted = False
            if self._pipe is not None:
                try:
                    self._pipe.send(STOP)
                except OSError:
                    self._end()

    def _converse(self, question: Question | ClusterQuestion, on_report: OnReport) -> Answer:
        """Ask, and listen until the answer comes; a process that is gone or stuck is replaced at the next question."""
        try:
            with self._sending:
                pipe = self._open()
                pipe.send(question)
                if not self._wanted:  # it was stopped before it was asked
                    pipe.send(STOP)
            while pipe.poll(MOST_SECONDS + COMPILING):
                message = pipe.recv()
                if isinstance(message, Answer):
                    return message
                on_report(message)
        except (EOFError, OSError):
            self._end()
            return Answer(fault="the search ended unexpectedly: there may not be enough memory for it")
        self._end()
        return Answer(fault="the search took too long")

    def _open(self) -> Connection:
        if self._pipe is not None and self.child is not None and self.child.is_running:
            return self._pipe
        ours, theirs = Pipe()
        words = [sys.executable, "-P", "-m", "ponnuki.web.thinker", str(theirs.fileno()), str(os.getpid())]
        self.child = start(words, pass_fds=(theirs.fileno(),))
        theirs.close()
        self._pipe = ours
        return ours

    def _end(self) -> None:
        if self.child is not None:
            self.child.end()
        self.child = self._pipe = None
