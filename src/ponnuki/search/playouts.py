"""Playouts for a tree that is somewhere else: a position to start from, threads, and no tree."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ponnuki.kernels.random import seeded
from ponnuki.search import batches
from ponnuki.search.batches import Words
from ponnuki.search.search import Problem
from ponnuki.search.settings import SearchSettings
from ponnuki.search.thread import MOST_DEPTH, new_thread, note_seen

PART = 16
"""Leaves that a thread plays out between two looks whether it should go on: a few milliseconds (a guess)."""


class Playouts:
    """Plays out the leaves of batches. With the same batches and seed the results are the same, also with threads."""

    def __init__(self, problem: Problem, settings: SearchSettings, *, threads: int = 1, seed: int = 0) -> None:
        self._threads = [
            new_thread(problem.codes, problem.longest, seeded(seed) ^ k, problem.scratch) for k in range(threads)
        ]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._with_moves = settings.formula == "rave"  # nothing else looks at the moves of a playout
        self.reset(problem)

    def reset(self, problem: Problem) -> None:
        """Start from another board."""
        self._problem = problem
        for thread in self._threads:
            note_seen(thread[0], problem.seen)

    def run(self, words: Words, *, stopped: Callable[[], bool] = lambda: False) -> Words:
        """The results of all leaves, in their order; of the first ones, if it was stopped meanwhile."""
        results, starts = [np.empty(0, np.uint16)], leaf_starts(words)
        step = PART * len(self._threads)
        for first in range(0, len(starts) - 1, step):
            if stopped():
                break
            results += self._play_part(words, starts[first : first + step + 1])
        return np.concatenate(results)

    def _play_part(self, words: Words, starts: list[int]) -> list[Words]:
        """Some leaves, the first of them on the first thread and so on."""
        leaves, threads = len(starts) - 1, len(self._threads)
        bounds = [starts[leaves * k // threads] for k in range(threads + 1)]
        parts = [words[bounds[k] : bounds[k + 1]] for k in range(threads)]
        if self._pool is None:
            return [self._play(0, parts[0], leaves)]
        return list(self._pool.map(self._play, range(threads), parts, [leaves] * threads))

    def _play(self, thread: int, words: Words, leaves: int) -> Words:
        """Some leaves, at most so many, on one thread."""
        problem = self._problem
        results = np.empty(leaves * (2 + MOST_DEPTH + problem.longest), np.uint16)
        used = batches.play_out(
            words,
            self._with_moves,
            problem.board,
            problem.board.copy(),
            problem.geometry[0],
            self._threads[thread][0],
            problem.policy[0],
            results,
        )
        return results[: int(used)]


def leaf_starts(words: Words) -> list[int]:
    """Where each leaf of a batch begins, and where the last one ends."""
    starts, numbers = [0], words.tolist()
    while starts[-1] < len(numbers):
        starts.append(starts[-1] + 1 + numbers[starts[-1]])
    return starts
