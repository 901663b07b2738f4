"""One rank of a job of message-passing machines: how it hears what to do, and does it.

Every rank runs the same commands in the same order (`Rank.do`, `Rank.run`). How it searches depends on the scheme:
`rank_slow` where each rank has a tree, `rank_fast` where rank 0 has the only one.
"""

import hashlib
import importlib
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import numpy as np

import ponnuki
from ponnuki.cluster.fast_tree import FastTree, Helper
from ponnuki.cluster.lockstep import machine_seed
from ponnuki.cluster.rank_fast import HelpingRank, LeadingRank
from ponnuki.cluster.rank_search import Lead, RankSearch
from ponnuki.cluster.rank_slow import SAID, SlowRank
from ponnuki.cluster.scheme import Scheme
from ponnuki.cluster.sharing import SharedTree
from ponnuki.cluster.waiting import LONG_NAP, LONGEST_SILENCE, SHORT_NAP, abort_once, wait
from ponnuki.errors import BadInput, PonnukiError
from ponnuki.search.limits import Limit
from ponnuki.search.playouts import Playouts
from ponnuki.search.search import Problem, Search
from ponnuki.search.settings import SearchSettings

HEAVY = ("geometry", "policy", "knowledge")
"""What is large in a problem and mostly stays the same: rank 0 sends None for what the others have."""


class Rank:
    """This process as one of the machines."""

    def __init__(self, comm: Any) -> None:
        self.comm = comm
        self._bells = comm.Dup()
        self.patience = LONGEST_SILENCE
        """Seconds that rank 0 waits for the others."""
        self._part: RankSearch | None = None
        """What this rank does in a search; None before the first position."""
        self._check_versions()

    def _check_versions(self) -> None:
        versions = self.comm.allgather(ponnuki.__version__)
        for other, version in enumerate(versions):
            if version != versions[0]:
                raise BadInput(
                    f"rank {other} runs ponnuki {version}, rank 0 {versions[0]}: install the same everywhere"
                )

    @property
    def part(self) -> RankSearch:
        """This rank's part in searches; there is none before the first position."""
        if self._part is None:
            raise PonnukiError(f"rank {self.comm.rank} has not been told of a position")
        return self._part

    @property
    def tree(self) -> SharedTree | FastTree | Helper:
        """What this rank searches in."""
        return self.part.tree

    @property
    def made(self) -> int:
        """Simulations that this rank has made in the last search."""
        return 0 if self._part is None else self._part.made

    # ---- commands -----------------------------------------------------------------------------------------------

    def tell(self, command: str, *arguments: Any) -> None:
        """Rank 0: what all are to do next. Waits for a slow rank that is still busy with the last search."""
        if self._part is not None:
            self._part.finish(self.patience)
        wait(self.comm, self.comm.Ibarrier().Test, SHORT_NAP, self.patience)
        self.comm.bcast((command, arguments), root=0)

    def hear(self) -> tuple[str, tuple[Any, ...]]:
        """The others: wait for the next command, sleeping."""
        wait(self.comm, self.comm.Ibarrier().Test, LONG_NAP, patience=inf)
        command, arguments = self.comm.bcast(None, root=0)
        return command, arguments

    def do(self, command: str, *arguments: Any) -> Any:
        """Change the trees of all ranks. They must end at the same position, or all refuse."""
        result, refusal = None, None
        try:
            result = getattr(self, command)(*arguments)
        except BadInput as error:
            refusal = error
        self._agree(command, refused=refusal is not None)
        if refusal is not None:
            raise refusal
        return result

    def _agree(self, command: str, refused: bool) -> None:
        """Compare positions, and whether the command was refused; who has no tree refuses nothing."""
        from mpi4py import MPI

        refusals = (0, -1) if isinstance(self.part.tree, Helper) else (refused, -refused)
        board = self._problem.board.tobytes() + self._problem.seen.tobytes()
        digest = int.from_bytes(hashlib.blake2b(board, digest_size=7).digest(), "big")
        own = np.array([digest, -digest, *refusals], np.int64)
        most = np.empty_like(own)
        wait(self.comm, self.comm.Iallreduce(own, most, op=MPI.MAX).Test, SHORT_NAP)
        if most[0] != -most[1] or most[2] != -most[3]:
            abort_once(self.comm, PonnukiError(f"the ranks are not at the same position after {command!r}"))

    def start(
        self,
        modules: Sequence[str],
        problem: Problem,
        settings: SearchSettings,
        scheme: Scheme,
        threads: int,
        seed: int,
    ) -> None:
        """Begin with a new tree. `modules` have the kernels of the game, which this process may not know yet."""
        for module in modules:
            importlib.import_module(module)
        self._problem = problem
        seed = machine_seed(seed, self.comm.rank)
        if self.comm.rank != 0:
            _warm(problem, settings, scheme)
        if scheme.name == "fast-tree" and self.comm.rank != 0:
            self._part = HelpingRank(self.comm, Helper(Playouts(problem, settings, threads=threads, seed=seed)))
            return
        search = Search(problem, settings, threads=threads, seed=seed)
        if scheme.name == "fast-tree":
            self._part = LeadingRank(self.comm, FastTree(search, scheme, self.comm.size))
        else:
            tree = SharedTree(search, scheme, self.comm.size, problem.codes, room=SAID)
            self._part = SlowRank(self.comm, self._bells, tree)

    def reset(self, problem: Problem) -> None:
        """Start from another board."""
        self.part.tree.reset(self._unpacked(problem))

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves."""
        return self.part.tree.advance(moves, self._unpacked(problem))

    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves."""
        self.part.tree.restrict(allowed)

    def _unpacked(self, problem: Problem) -> Problem:
        known = {name: getattr(self._problem, name) for name in HEAVY if getattr(problem, name) is None}
        self._problem = replace(problem, **known)
        return self._problem

    # ---- a search -----------------------------------------------------------------------------------------------

    def run(self, limit: Limit, lead: Lead | None = None) -> None:
        """Search until rank 0's limit; rank 0 has the `lead`."""
        self.part.run(limit, lead)


def _warm(problem: Problem, settings: SearchSettings, scheme: Scheme) -> None:
    """Load or compile what a search needs, before anybody waits for it with a clock running."""
    if scheme.name == "fast-tree":
        Playouts(problem, settings).run(np.zeros(1, np.uint16))  # from the root
    else:
        Search(problem, settings).run(Limit(simulations=1))
