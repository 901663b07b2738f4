"""A search: owns a tree, runs it in chunks until a limit, keeps the part that is still good after real moves.

    search = Search(problem, settings, threads=1, seed=0)
    search.run(Limit(simulations=10_000))
    search.report(name_of_move)

The kernels run without the interpreter's lock, a few hundred simulations a call; the clock, interruptions, reports
and early stops live here, between two chunks. With one thread and no time limit the result is a function of the
problem, the settings and the seed alone.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.kernels.random import seeded
from ponnuki.kernels.records import Fields, Records, new_records
from ponnuki.search import batches, simulation
from ponnuki.search.batches import Batch, Words
from ponnuki.search.budget import Budget
from ponnuki.search.limits import Limit
from ponnuki.search.reading import family, moves_of_root, value_of_root
from ponnuki.search.report import SearchReport
from ponnuki.search.settings import SearchSettings, settings_record
from ponnuki.search.thread import MOST_DEPTH, clear_table, new_thread, note_seen
from ponnuki.search.tree import ILLEGAL, PROVEN_LOSS, UNKNOWN, copy_subtree, move_table, node_dtype

CHUNK_WORK = 20_000
"""Simulations times moves of a chunk: about ten milliseconds. Fixed, as the early stop is asked between chunks."""
SPARE_NODES = 1 << 21
"""The memory of a tree up to this, 64 MB, is kept for the tree after the next: memory is slow when first touched."""


@dataclass(frozen=True)
class Problem:
    """What is searched: a board to start from and the records that say how moves are chosen."""

    board: Records
    geometry: Records
    policy: Records
    knowledge: Records
    codes: int
    """Moves are numbers below this."""
    longest: int
    """Most moves of a playout."""
    seen: npt.NDArray[np.uint64]
    """Boards of the game so far that must not come back, as the game's rules compare them; may be empty."""
    scratch: Fields = ()
    """What the kernels of game, policy and knowledge write to in the record of a thread."""
    make_knowledge: Callable[[], Records] | None = None
    """Makes `knowledge` anew, where it has addresses in this process's memory; None where there are none."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process makes for itself what has addresses in it."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        if self.make_knowledge is not None and self.knowledge is not None:
            values["knowledge"] = MADE_THERE
        return _received, (values,)


MADE_THERE = "made there"


def _received(values: dict[str, Any]) -> Problem:
    """The problem that another process has sent."""
    if isinstance(values["knowledge"], str):
        values["knowledge"] = values["make_knowledge"]()
    return Problem(**values)


class Search:
    """A tree and what is needed to grow it."""

    def __init__(self, problem: Problem, settings: SearchSettings, *, threads: int = 1, seed: int = 0) -> None:
        self.settings = settings
        self._record = settings_record(settings)
        self._capacity = settings.memory_mb * 2**20 // node_dtype.itemsize
        self._threads = [
            new_thread(problem.codes, problem.longest, seeded(seed) ^ k, problem.scratch) for k in range(threads)
        ]
        self._chunk = max(16, CHUNK_WORK // problem.codes)
        self._spare: Records | None = None
        self.simulations = 0
        self.seconds = 0.0
        """Of the last search, or of the one that is going on."""
        self.spent = 0.0
        self._began = 0.0
        self.reset(problem)

    # ---- the tree -----------------------------------------------------------------------------------------------

    def reset(self, problem: Problem) -> None:
        """Forget the tree and start from another board."""
        self._spare = None
        self._nodes = _new_nodes(self._capacity)
        for thread in self._threads:
            clear_table(thread[0])
        self._start(problem, used=1)

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves, keeping what the tree knows of it; whether anything was kept.

        The new problem must be judged as the old one was, by the same komi and rules: proofs are kept.
        """
        node = self.find(moves)
        if not self.settings.reuse or node is None or not self._nodes[node].children:
            self.reset(problem)
            return False
        kept = _new_nodes(self._capacity) if self._spare is None else self._spare
        used = int(copy_subtree(self._nodes, np.uint64(node), kept))
        if self.settings.merge:
            for thread in self._threads:
                move_table(self._nodes, thread[0])
        small = self.nodes * len(self._threads) <= SPARE_NODES  # as parts of threads begin elsewhere each time
        self._spare, self._nodes = self._nodes if small else None, kept
        self._nodes[0].proof = UNKNOWN
        self._start(problem, used)
        if self.settings.merge:
            board = problem.board
            simulation.mark_repeating_moves(board, board.copy(), problem.geometry[0], kept, self._threads[0][0])
        return True

    def _start(self, problem: Problem, used: int) -> None:
        self._problem = problem
        self._plain = self._nodes.view(np.ndarray)  # which Python reads several times as fast
        board, geometry, knowledge = (
            part.view(np.ndarray) for part in (problem.board, problem.geometry, problem.knowledge)
        )
        self._arrays = board, board.copy(), geometry, knowledge
        share = (self._capacity - used) // len(self._threads)
        self._base, self._parts = used, [used + k * share for k in range(len(self._threads))]
        for thread, start in zip(self._threads, self._parts, strict=True):
            thread[0].next_node = start
            thread[0].end_node = start + share
            note_seen(thread[0], problem.seen)

    def find(self, moves: Sequence[int]) -> int | None:
        """The node after some moves from the root, or None."""
        node = 0
        for move in moves:
            first, count = self._family(node)
            matching = np.flatnonzero(self._plain["move"][first : first + count] == move)
            if len(matching) == 0:
                return None
            node = first + int(matching[0])
        return node

    def _family(self, node: int) -> tuple[int, int]:
        return family(self._plain, node)

    def children(self, moves: Sequence[int] = ()) -> Records:
        """The statistics of the moves after some moves, as a view: reading and writing it is reading and writing the
        tree. Empty if the tree does not have that node or it is not expanded."""
        node = self.find(moves)
        first, count = (0, 0) if node is None else self._family(node)
        return self._nodes[first : first + count]

    @property
    def root(self) -> np.record:
        """The statistics of the root."""
        return self._nodes[0]  # type: ignore[no-any-return]

    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves, those a search would leave out included, until the next reset."""
        every_move = bool(self._record[0].every_move)
        self._record[0].every_move = True
        self._run_chunk(0, 1)
        self._record[0].every_move = every_move
        children = self.children()
        excluded = ~np.isin(children["move"], list(allowed))
        if excluded.all():
            raise BadInput("none of the moves to consider is legal here")
        children["proof"][excluded] = ILLEGAL
        self._nodes[0].proof = UNKNOWN

    # ---- running ------------------------------------------------------------------------------------------------

    def run(
        self,
        limit: Limit,
        *,
        stop: threading.Event | None = None,
        on_progress: Callable[[], None] | None = None,
        every: float = 0.1,
    ) -> None:
        """Search until the limit, an early stop, a proof, or `stop`; `on_progress` is called every so many seconds."""
        budget = Budget(limit, stop or threading.Event(), len(self._threads))
        budget.progress, budget.every = on_progress, every
        self.simulations, self.seconds, self._began = 0, 0.0, time.monotonic()
        if len(self._threads) == 1:
            while self._step(0, budget):
                self._between_chunks(budget)
        else:
            self._run_threads(budget)
        self.seconds, self.spent = time.monotonic() - self._began, budget.spent

    def _run_threads(self, budget: Budget) -> None:
        failures: list[BaseException] = []

        def work(index: int) -> None:
            try:
                while self._step(index, budget):
                    pass
            except BaseException as error:
                failures.append(error)
                budget.stop_now()

        workers = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(len(self._threads))]
        try:
            for worker in workers:
                worker.start()
            while any(worker.is_alive() for worker in workers):
                for worker in workers:
                    worker.join(0.005)
                self._between_chunks(budget)
        finally:  # nobody may go on writing to a tree that somebody else is given
            budget.stop_now()
            for worker in workers:
                if worker.ident is not None:
                    worker.join()
        if failures:
            raise failures[0]

    def _step(self, index: int, budget: Budget) -> bool:
        """One chunk on one thread; False when there is nothing left to do."""
        count = budget.claim(self._chunk)
        if count == 0:
            return False
        made = self._run_chunk(index, count)
        with budget.lock:
            self.simulations += made
        return made == count

    def _run_chunk(self, index: int, count: int) -> int:
        problem = self._problem
        return int(
            simulation.run(
                count,
                problem.board,
                problem.board.copy(),
                problem.geometry[0],
                self._nodes,
                self._threads[index][0],
                self._record[0],
                problem.policy[0],
                problem.knowledge[0],
            )
        )

    def _between_chunks(self, budget: Budget) -> None:
        if budget.limit.early_stop and self._is_decided(budget):
            budget.stop_now()
        self.seconds = time.monotonic() - self._began
        budget.report_if_due()

    def _is_decided(self, budget: Budget) -> bool:
        left = budget.simulations_left(self.simulations)
        return left is not None and self.is_decided(left)

    def is_decided(self, left: int) -> bool:
        """Whether the move with most visits stays so however the simulations that are left fall."""
        children = self.children()
        open_moves = (children["proof"] != PROVEN_LOSS) & (children["proof"] != ILLEGAL)
        visits = np.sort(children["visits"][open_moves].astype(np.int64))
        return len(visits) == 1 or (len(visits) > 1 and bool(visits[-1] - visits[-2] > left))

    # ---- what it found ------------------------------------------------------------------------------------------

    def report(self, name: Callable[[int], str], most: int | None = None) -> SearchReport:
        """What the search knows now, the move to play first; `name` turns moves into words."""
        full = any(int(t[0].next_node) + self._problem.codes > int(t[0].end_node) for t in self._threads)
        moves = moves_of_root(self._plain, name, most)
        return SearchReport(self.simulations, self.seconds, value_of_root(self._plain), moves, self.nodes, full)

    @property
    def nodes(self) -> int:
        """How many nodes the tree has."""
        return self._base + sum(
            int(t[0].next_node) - start for t, start in zip(self._threads, self._parts, strict=True)
        )

    # ---- for those who exchange statistics with other trees -------------------------------------------------------

    @property
    def tree(self) -> Records:
        """All nodes, as a plain array; node 0 is the root. `advance` leaves in it where each family has gone to."""
        return self._plain

    def family(self, node: int) -> tuple[int, int]:
        """Where in the tree the children of a node begin, and how many there are."""
        return self._family(node)

    def expand(self, moves: Sequence[int]) -> bool:
        """See that the node after some moves has children; False if there is no such node, or it cannot have any."""
        node = self.find(moves)
        if node is None or self._family(node)[1]:
            return node is not None
        thread, settings = (records.view(np.ndarray) for records in (self._threads[0], self._record))
        words = np.array(moves, np.uint16)
        return bool(simulation.open_leaf(*self._arrays, thread, settings, self._plain, np.uint64(node), words))

    def position_keys(self, paths: Sequence[Sequence[int]]) -> list[int]:
        """What tells positions apart in a tree that merges orders of moves, after paths of equally many moves."""
        keys = np.empty(len(paths), np.uint64)
        simulation.find_keys(*self._arrays[:3], np.array(paths, np.uint16), keys)
        return keys.tolist()

    # ---- for those who have playouts made elsewhere ---------------------------------------------------------------

    def hand_out(self, count: int) -> Batch:
        """Begin so many simulations, up to their leaves; whoever plays them out, `take_in` wants the results."""
        problem = self._problem
        words = np.empty(count * (MOST_DEPTH + 1), np.uint16)
        paths, counts = np.empty(len(words), np.uint32), np.zeros(3, np.int64)
        batches.hand_out(
            count,
            problem.board,
            problem.board.copy(),
            problem.geometry[0],
            self._nodes,
            self._threads[0][0],
            self._record[0],
            problem.knowledge[0],
            words,
            paths,
            counts,
        )
        leaves, settled, used = counts.tolist()
        return Batch(leaves, settled, words[:used].copy(), paths[:used].copy())

    def take_in(self, batch: Batch, results: Words) -> int:
        """End the simulations of a batch; how many there are results for. The others are as if never begun."""
        ended, words = batches.take_in(
            batch.words,
            batch.paths,
            results,
            self._problem.board,
            self._nodes,
            self._threads[0][0],
            self._record[0],
        )
        batches.take_back(batch.paths, words, self._nodes)
        return int(ended)


def _new_nodes(capacity: int) -> Records:
    return new_records(node_dtype, count=capacity)
