"""A search on real machines, which pass messages by MPI: rank 0 leads and answers, the others serve.

    mpiexec -n 4 ponnuki gtp --cluster slow-tree

Rank 0 has an `MpiSearch`, used like a `Search`; the others are in `serve`. What rank 0 is asked to do, it tells the
others, and all do it (`ranks`). They share by the code of the simulated machines (`sharing`): with a limit in
simulations, each machine makes the same number before each exchange, and all trees are those of `lockstep`, byte for
byte. With a limit in time, each machine goes on searching while sums are on their way, so that a slow one holds nobody
up; rank 0's clock decides when all stop.
"""

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ponnuki.cluster.fast_tree import Helper
from ponnuki.cluster.rank_search import Lead
from ponnuki.cluster.ranks import HEAVY, Rank
from ponnuki.cluster.scheme import Scheme
from ponnuki.cluster.waiting import GRACE, abort
from ponnuki.errors import BadInput
from ponnuki.kernels.reach import registered_modules
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem
from ponnuki.search.settings import SearchSettings


def world() -> Any:
    """All ranks of this job. A job without `mpiexec` has one."""
    try:
        from mpi4py import MPI
    except (ImportError, RuntimeError) as error:  # the latter where mpi4py finds no MPI library
        text = str(error).splitlines()[0]
        raise BadInput(f"message passing needs mpi4py and MPI: pip install 'ponnuki[mpi,mpich]' ({text})") from None
    return MPI.COMM_WORLD


@contextlib.contextmanager
def said_once() -> Iterator[None]:
    """Let only rank 0 say what is wrong with the input, which is the same on all ranks."""
    try:
        yield
    except BadInput as error:
        if world().rank != 0:
            sys.exit(error.exit_code)
        raise


@dataclass(frozen=True, slots=True)
class Ranks:
    """All ranks of this job, led by this process, and what they share."""

    rank: Rank
    scheme: Scheme


class MpiSearch:
    """The search of rank 0, which leads those of the other ranks."""

    def __init__(
        self, rank: Rank, problem: Problem, settings: SearchSettings, scheme: Scheme, *, threads: int = 1, seed: int = 0
    ) -> None:
        self.settings = settings
        self._rank = rank
        self._sent = problem
        self._do("start", registered_modules(), problem, settings, scheme, threads, seed)

    @property
    def simulations(self) -> int:
        """Of the last search, on all machines together, as far as they have said."""
        return max(self._rank.made, self._rank.part.made_by_all)

    @property
    def seconds(self) -> float:
        """How long the last search took."""
        return self._rank.part.seconds

    @property
    def spent(self) -> float:
        """The same: the clock of the limit."""
        return self._rank.part.seconds

    def reset(self, problem: Problem) -> None:
        """Forget all trees and start from another board."""
        self._do("reset", self._parcel(problem))

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves on all machines; whether rank 0 kept its tree."""
        return bool(self._do("advance", list(moves), self._parcel(problem)))

    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves, until the next reset."""
        self._do("restrict", allowed)

    def run(
        self,
        limit: Limit,
        *,
        stop: threading.Event | None = None,
        on_progress: Callable[[], None] | None = None,
        every: float = 0.1,
    ) -> None:
        """Search on all machines until the limit, which is that of each machine, or until `stop`."""
        if limit.cpu:
            raise BadInput("machines that search together share a clock: limit their time, not their CPU time")
        self._rank.tell("run", limit)
        self._rank.run(limit, Lead(limit, stop or threading.Event(), on_progress, every))

    def report(self, name: Callable[[int], str], most: int | None = None) -> SearchReport:
        """What rank 0 knows, with the simulations of all."""
        tree = self._rank.tree
        assert not isinstance(tree, Helper)  # this is rank 0
        return replace(tree.report(name, most), simulations=self.simulations, seconds=self.seconds)

    def _parcel(self, problem: Problem) -> Problem:
        """A problem without what the others have already."""
        same = {name: None for name in HEAVY if getattr(self._sent, name) is getattr(problem, name)}
        self._sent = problem
        return replace(problem, **same)  # type: ignore[arg-type]

    def _do(self, command: str, *arguments: Any) -> Any:
        self._rank.tell(command, *arguments)
        return self._rank.do(command, *arguments)


def serve(rank: Rank) -> None:
    """What ranks other than 0 do: all that rank 0 says, until it says `quit`. A failure ends the whole job.

    An interruption is for rank 0 to act on. Ctrl-C always reaches it; where it does not end the job soon after SIGTERM,
    this rank was the only one to be asked, and ends it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _end_soon(rank))
    try:
        while True:
            command, arguments = rank.hear()
            if command == "quit":
                return
            if command == "run":
                rank.run(*arguments)
            else:
                with contextlib.suppress(BadInput):  # all ranks refuse it, and rank 0 says so
                    rank.do(command, *arguments)
    except BaseException as error:
        abort(rank.comm, error)


def _end_soon(rank: Rank) -> None:
    timer = threading.Timer(GRACE, abort, (rank.comm, KeyboardInterrupt()))
    timer.daemon = True
    timer.start()
