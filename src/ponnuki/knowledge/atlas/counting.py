"""Count surroundings in games: those of moves that were played. How often the kept ones were available, the fit counts.

Games are replayed once for each level. A shape or reply counts only if the smaller one inside it has been kept, as it
cannot have been played more often; so a table never holds the many surroundings that come but once. Two passes over
games run side by side in threads, each on its part of the games: kernels need no lock. Start with `count_played`.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.collection import Games
from ponnuki.games.go.layout import PASS, board_dtype, geometry, new_board, vertex_count
from ponnuki.games.go.play import play_move
from ponnuki.kernels import jit
from ponnuki.kernels.memory import load_u8
from ponnuki.kernels.records import Records, joined, new_records
from ponnuki.knowledge import go_moves, go_reading
from ponnuki.knowledge.atlas.file import ALL_FEATURES, REPLY_BIT, Atlas, index_of
from ponnuki.knowledge.atlas.lookup import REPLY, SHAPE, found_fields, look_up
from ponnuki.knowledge.atlas.priors import atlas_record
from ponnuki.knowledge.atlas.rings import LEVELS

PART = 64
"""Games that a kernel replays in one call: progress is told in between."""
Progress = Callable[[float], None]
"""Is told how much work has been done since it was last told, in replayed games."""


@dataclass
class Counted:
    """What was kept, sorted by key: arrays of one length."""

    keys: npt.NDArray[np.uint64]
    parents: npt.NDArray[np.uint64]
    """The key of the smaller surroundings inside, 0 if there is none."""
    levels: npt.NDArray[np.uint8]
    played: npt.NDArray[np.uint32]
    met: npt.NDArray[np.int64]
    """Which of all moves of the games was the first that had it."""

    def chosen(self, kept: npt.NDArray[Any]) -> "Counted":
        """Those, in this order."""
        columns = (self.keys, self.parents, self.levels, self.played, self.met)
        return Counted(*(column[kept] for column in columns))

    def places_of_parents(self) -> npt.NDArray[np.int64]:
        """By place: one plus the place of the parent, 0 for none."""
        found = np.searchsorted(self.keys, self.parents) + 1
        return np.where(self.parents == 0, 0, found)

    def table(self, features: npt.NDArray[np.float32] | None = None) -> Atlas:
        """A table with these keys in which all weigh nothing."""
        arrays: dict[str, npt.NDArray[Any]] = {"keys": self.keys, "first": index_of(self.keys)}
        arrays["weights"] = np.zeros(len(self.keys), np.float32)
        arrays["features"] = np.zeros(ALL_FEATURES, np.float32) if features is None else features
        return Atlas({}, arrays)


def new_scratch(size: int) -> Records:
    """A record with all that the kernels of a pass write to."""
    codes = vertex_count(size)
    own: Any = [("candidates", "u2", (codes,)), ("stack", "u2", (codes,)), ("spare", board_dtype(size))]
    fields = joined(own, go_moves.scratch(size), go_reading.scratch(size), found_fields())
    return new_records(np.dtype(fields, align=True))


# ---- what was played ------------------------------------------------------------------------------------------------


@jit
def _played_keys(
    moves: Any, starts: Any, begin: Any, end: Any, boards: Any, fresh: Any, geometry: Any, table: Any, found: Any,
    keys: Any, parents: Any,
) -> None:  # fmt: skip
    """By kind and move: the key at the last level of the table's, 0 where what is inside was not kept."""
    level = table.levels - 1
    for game in range(begin, end):
        boards[0] = fresh[0]
        board = boards[0]
        for i in range(starts[game], starts[game + 1]):
            if moves[i] != PASS:
                look_up(table, board, geometry, moves[i], found)
                for kind in range(2):
                    if found.next_key[kind] != 0 and found.next_level[kind] == level:
                        keys[kind, i] = found.next_key[kind]
                        if found.known[kind] != 0:
                            parents[kind, i] = load_u8(table.keys, found.known[kind] - np.uint32(1))
            play_move(board, geometry, moves[i])


def count_played(games: Games, support: int, threads: int, progress: Progress) -> Counted:
    """All shapes and replies that were played at least so often."""
    nothing = np.zeros(0, np.uint64)
    kept = Counted(nothing, nothing, np.zeros(0, np.uint8), np.zeros(0, np.uint32), np.zeros(0, np.int64))
    for level in range(LEVELS):
        table = kept.table()  # the record has its addresses
        keys, parents = (np.zeros((2, len(games.moves)), np.uint64) for _ in range(2))
        record = atlas_record(table, games.size)
        record[0].levels = level + 1
        for replayed in pass_over(games, threads, _played_keys, record, [(keys, parents)] * threads):
            progress(replayed)
        found = [_frequent(keys[kind], parents[kind], support, level + REPLY_BIT * kind) for kind in (SHAPE, REPLY)]
        kept = _merged([kept, *found])
    return kept


def _frequent(keys: npt.NDArray[np.uint64], parents: npt.NDArray[np.uint64], support: int, level: int) -> Counted:
    there = np.flatnonzero(keys)
    found, first, counts = np.unique(keys[there], return_index=True, return_counts=True)
    often = counts >= support
    met = there[first[often]]
    levels = np.full(len(met), level, np.uint8)
    return Counted(found[often], parents[met], levels, counts[often].astype(np.uint32), met)


def _merged(parts: list[Counted]) -> Counted:
    columns = ("keys", "parents", "levels", "played", "met")
    both = Counted(*(np.concatenate([getattr(part, name) for part in parts]) for name in columns))
    return both.chosen(np.argsort(both.keys, kind="stable"))


def best_supported(counted: Counted, most: int) -> tuple[Counted, int]:
    """At most so many, by a higher support where there are more; and that support.

    What is inside another is played at least as often, so that it stays as long as the other does.
    """
    if len(counted.keys) <= most:
        return counted, 0
    support = int(np.sort(counted.played)[-most - 1]) + 1
    return counted.chosen(np.flatnonzero(counted.played >= support)), support


# ---- what was available ---------------------------------------------------------------------------------------------


def with_larger(counted: Counted, counts: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Counts of the largest known surroundings, as counts of all: what is inside others was available there, too."""
    parents, level = counted.places_of_parents(), counted.levels % REPLY_BIT
    found = np.concatenate([[0], counts])
    for k in range(LEVELS - 1, 0, -1):
        places = np.flatnonzero(level == k)
        np.add.at(found, parents[places], found[places + 1])
    return found[1:].astype(np.uint64)


# ---- passes ---------------------------------------------------------------------------------------------------------


def pass_over(
    games: Games,
    threads: int,
    kernel: Callable[..., None],
    record: Records,
    outputs: Sequence[tuple[npt.NDArray[Any], ...]],
) -> Iterator[int]:
    """Replay all games by a kernel, part by part; yields how many games each part had.

    Each thread has boards, scratch and outputs of its own, and takes every so many-th part: who counts what does not
    depend on who is faster.
    """
    size = games.size
    workplaces = [
        (new_board(size), new_board(size), geometry(size)[0], record[0], new_scratch(size)[0]) for _ in outputs
    ]
    begins = range(0, games.count, PART)
    with ThreadPoolExecutor(threads) as pool:
        for k in range(0, len(begins), threads):
            jobs = [
                pool.submit(kernel, games.moves, games.starts, begin, min(begin + PART, games.count), *own, *output)
                for begin, own, output in zip(begins[k : k + threads], workplaces, outputs, strict=False)
            ]
            for begin, job in zip(begins[k : k + threads], jobs, strict=True):
                job.result()
                yield min(PART, games.count - begin)
