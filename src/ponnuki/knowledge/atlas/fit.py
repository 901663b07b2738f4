"""What surroundings weigh: a Bradley-Terry model of which move of a position a strong player makes.

A move is a team: its features (`go_moves`), what is read of it (`go_reading`), its shape and its reply. A team's
strength is the product of what its members are worth, and the probability of a move is its share of the strengths of
all moves, as in Coulom 2007. Weights are logarithms, so strengths multiply by adding them.

A shape's weight is the sum of a share of its own and those of all smaller shapes inside it: what is seldom met weighs
what is inside it, and moves away from that only as far as games say so. The likelihood is climbed position by position,
with steps that shrink for each weight as it is used (Adagrad, Duchi et al. 2011): unlike minorisation-maximisation it
needs no sample that fits into memory, so each game counts, and one pass over many games is enough. The order of the
games is drawn with a fixed seed: the same games give the same weights.

Where only a sample of the games is to be weighed in full, all games are first learned from *in haste*: nothing is read
out, and of the moves far from the last one only one in sixteen is looked at, in place of sixteen. That leaves what is
learned the same on average (McFadden 1978), and what is counted as available, too. The sample then has the last word,
above all on what is read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.collection import Games
from ponnuki.games.go.layout import PASS, geometry, new_board
from ponnuki.games.go.play import list_moves, play_move
from ponnuki.kernels import inline, jit
from ponnuki.kernels.records import new_records
from ponnuki.knowledge.atlas.counting import PART, Counted, Progress, new_scratch, with_larger
from ponnuki.knowledge.atlas.file import ALL_FEATURES, REPLY_BIT
from ponnuki.knowledge.atlas.lookup import REPLY, SHAPE, look_up
from ponnuki.knowledge.atlas.priors import atlas_record
from ponnuki.knowledge.atlas.rings import LEVELS
from ponnuki.knowledge.go_moves import FEATURES, GROUPS, move_features
from ponnuki.knowledge.go_reading import READING_GROUPS, read_all

FIT_COST = 80.0
"""What a game costs here, in games of which only played moves are looked up (measured)."""
FEATURE_STEP, SHAPE_STEP = 0.1, 0.3
"""How far the first steps go (tried on games kept apart from those of the fit)."""
START = 1.0
"""What squares of slopes are taken to add up to at the beginning: the larger, the smaller the first steps."""
SMALL = 2e-4
"""Slopes of moves below this are left out: most moves of a position are hopeless."""
HASTY_COST = 10.0
"""The same in haste."""
NEAR_LAST, ONE_OF = 6, 16
"""In haste, moves up to this distance from the last one are all looked at, and one of so many others."""
_LOG_ONE_OF = np.float32(log(ONE_OF))
_MOST_MOVES = 1024
_SEED = 24
_ODD, _SHIFTS = np.uint64(0x9E3779B97F4A7C15), (np.uint64(13), np.uint64(7), np.uint64(17))
_MOST_TOUCHED = 1 << 16


@dataclass
class Fitted:
    """Weights by place and of features, and how likely the games of the sample were, each before it was learned."""

    weights: npt.NDArray[np.float32]
    features: npt.NDArray[np.float32]
    available: npt.NDArray[np.uint64]
    """By place: in how many cases a legal move, other than into an own eye, had these surroundings; by some of the
    moves, and scaled up to all games, where these were learned from in haste."""
    positions: int
    log_likelihood: float
    """Mean over the last pass, of positions whose move is among those that a search would consider."""


def _fit_dtype() -> Any:
    """Weights and sums of squares of slopes; the number of shapes is not in the type."""
    return np.dtype(
        [
            ("feature", "f4", (ALL_FEATURES,)),  # what is read out comes after what is seen
            ("feature_squares", "f4", (ALL_FEATURES,)),
            ("feature_slopes", "f4", (ALL_FEATURES,)),
            ("of_shape", "u4", (_MOST_MOVES,)),  # by move of a position
            ("of_reply", "u4", (_MOST_MOVES,)),
            ("score", "f4", (_MOST_MOVES,)),
            ("hasty", "u1"),
            ("counting", "u1"),  # what is available
            ("touched", "u4", (_MOST_TOUCHED,)),  # shapes with a slope
            ("positions", "i8"),
            ("log_likelihood", "f8"),
        ],
        align=True,
    )


@jit
def _chain_weight(weights: Any, parents: Any, place: Any) -> Any:
    """The sum of a shape's own share and those of all inside it."""
    total = np.float32(0)
    while place != 0:
        total += weights[place]
        place = parents[place]
    return total


@jit
def _to_chances(score: Any, count: Any) -> None:
    highest = score[0]
    for i in range(count):
        highest = max(highest, score[i])
    total = np.float32(0)
    for i in range(count):
        score[i] = exp(score[i] - highest)
        total += score[i]
    for i in range(count):
        score[i] /= total


@inline
def is_far(board: Any, geometry: Any, v: Any) -> Any:
    """Whether a move is far from the last one; all are if there is none."""
    return board.last == PASS or geometry.apart[board.last, v] > NEAR_LAST


@jit
def _some_of(board: Any, geometry: Any, scratch: Any, count: Any, label: Any, number: Any) -> Any:
    """Leave out most far moves, but not the one that was made; how many are left, and where that one is now."""
    made = scratch.candidates[label]
    left, place = 0, 0
    word = (np.uint64(number) + np.uint64(1)) * _ODD
    for i in range(count):
        v = scratch.candidates[i]
        word ^= word << _SHIFTS[0]
        word ^= word >> _SHIFTS[1]
        word ^= word << _SHIFTS[2]
        if v == made:
            place = left
        elif is_far(board, geometry, v) and (word >> np.uint64(32)) % np.uint64(ONE_OF) != 0:
            continue
        scratch.candidates[left] = v
        left += 1
    return left, place


@jit
def _score_moves(
    board: Any, geometry: Any, table: Any, scratch: Any, state: Any, weights: Any, parents: Any, counts: Any,
    count: Any, label: Any,
) -> None:  # fmt: skip
    """Write the score of each move, and count what it has around it as available."""
    color = np.int64(board.to_move)
    if not state.hasty:
        read_all(board, geometry, scratch, count)
    for i in range(count):
        v = scratch.candidates[i]
        move_features(board, geometry, v, color, scratch.features[i])
        look_up(table, board, geometry, v, scratch)
        state.of_shape[i], state.of_reply[i] = scratch.known[SHAPE], scratch.known[REPLY]
        far = state.hasty and is_far(board, geometry, v)
        stands_for = (ONE_OF if far and i != label else 1) if state.counting else 0
        counts[scratch.known[SHAPE]] += stands_for
        counts[scratch.known[REPLY]] += stands_for
        score = _chain_weight(weights, parents, state.of_shape[i]) + _chain_weight(weights, parents, state.of_reply[i])
        for k in range(GROUPS):
            score += state.feature[scratch.features[i, k]]
        if far:
            score += _LOG_ONE_OF
        if not state.hasty:
            for k in range(READING_GROUPS):
                score += state.feature[FEATURES + scratch.readings[v, k]]
        state.score[i] = score


@jit
def _step(
    scratch: Any, state: Any, weights: Any, slopes: Any, squares: Any, parents: Any, count: Any, label: Any
) -> None:
    """Climb a little: all slopes of a position are added up before any weight changes."""
    touched = 0
    for i in range(count):
        slope = np.float32(i == label) - state.score[i]
        if abs(slope) > SMALL:
            for k in range(GROUPS):
                state.feature_slopes[scratch.features[i, k]] += slope
            if not state.hasty:
                for k in range(READING_GROUPS):
                    state.feature_slopes[FEATURES + scratch.readings[scratch.candidates[i], k]] += slope
            for kind in range(2):
                place = state.of_shape[i] if kind == SHAPE else state.of_reply[i]
                while place != 0:
                    if slopes[place] == 0:
                        state.touched[touched] = place
                        touched += 1
                    slopes[place] += slope
                    place = parents[place]
    for k in range(ALL_FEATURES):
        slope = state.feature_slopes[k]
        if slope != 0:
            state.feature_squares[k] += slope * slope
            state.feature[k] += np.float32(FEATURE_STEP / sqrt(START + state.feature_squares[k])) * slope
            state.feature_slopes[k] = 0
    for k in range(touched):
        place = state.touched[k]
        slope = slopes[place]
        squares[place] += slope * slope
        weights[place] += np.float32(SHAPE_STEP / sqrt(START + squares[place])) * slope
        slopes[place] = 0


@jit
def _fit_games(
    moves: Any, starts: Any, order: Any, boards: Any, fresh: Any, geometry: Any, table: Any, scratch: Any, state: Any,
    weights: Any, slopes: Any, squares: Any, parents: Any, counts: Any,
) -> None:  # fmt: skip
    for game in order:
        boards[0] = fresh[0]
        board = boards[0]
        for i in range(starts[game], starts[game + 1]):
            if moves[i] != PASS:
                count = abs(list_moves(board, geometry, scratch, False)) - 1
                label = -1
                for k in range(count):
                    if scratch.candidates[k] == moves[i]:
                        label = k
                if state.hasty:
                    if label < 0:
                        count = 0
                    else:
                        count, label = _some_of(board, geometry, scratch, count, label, i)
                _score_moves(board, geometry, table, scratch, state, weights, parents, counts, count, label)
                if label >= 0:
                    _to_chances(state.score, count)
                    state.positions += 1
                    state.log_likelihood += log(max(state.score[label], np.float32(1e-30)))
                    _step(scratch, state, weights, slopes, squares, parents, count, label)
            play_move(board, geometry, moves[i])


def fit_weights(
    games: Games,
    counted: Counted,
    passes: int,
    progress: Progress,
    before: Games | None = None,
    haste: int | None = None,
) -> Fitted:
    """The weights of all that was kept, and of features, by so many passes over games.

    Before that, in haste, from so many of others, drawn at random; from all of them if it is not said how many.
    """
    size = games.size
    table = counted.table()
    record, state = atlas_record(table, size), new_records(_fit_dtype())
    parents = np.concatenate([[0], counted.places_of_parents()]).astype(np.uint32)
    weights, slopes, squares = (np.zeros(len(parents), np.float32) for _ in range(3))
    counts = np.zeros(len(parents), np.int64)
    boards, fresh, scratch = new_board(size), new_board(size), new_scratch(size)

    def learn(from_games: Games, times: int, cost: float, most: int) -> None:
        for order in _orders(from_games.count, times, state, most):
            _fit_games(
                from_games.moves, from_games.starts, order, boards, fresh, geometry(size)[0], record[0], scratch[0],
                state[0], weights, slopes, squares, parents, counts,
            )  # fmt: skip
            progress(len(order) * cost)

    state[0].counting = 1
    if before is not None:
        state[0].hasty = 1
        learn(before, 1, HASTY_COST, before.count if haste is None else min(haste, before.count))
        state[0].hasty = state[0].counting = 0
        state[0].feature_squares[:] = 0  # they move again, to make room for what is read
    learn(games, passes, FIT_COST, games.count)
    positions = int(state[0].positions)
    likelihood = float(state[0].log_likelihood) / max(positions, 1)
    total = _added_up(weights, parents, counted)[1:]
    if before is None:
        counts //= passes
    elif haste is not None and haste < before.count:
        counts = np.rint(counts * (before.count / haste)).astype(np.int64)
    available = np.maximum(with_larger(counted, counts[1:]), counted.played)  # what was played was there
    return Fitted(total, np.array(state[0].feature), available, positions, likelihood)


def _orders(count: int, passes: int, state: Any, most: int) -> Iterator[npt.NDArray[np.int64]]:
    """The games in a random order, part by part; what is said of a fit is said of the last pass."""
    generator = np.random.Generator(np.random.PCG64(_SEED))
    for _ in range(passes):
        order = generator.permutation(count)[:most]
        state[0].positions, state[0].log_likelihood = 0, 0.0
        for begin in range(0, len(order), PART):
            yield order[begin : begin + PART]


def _added_up(
    weights: npt.NDArray[np.float32], parents: npt.NDArray[np.uint32], counted: Counted
) -> npt.NDArray[np.float32]:
    """Each with all that is inside it, the smallest first."""
    total = weights.copy()
    level = np.concatenate([[0], counted.levels % REPLY_BIT])
    for k in range(1, LEVELS):
        places = np.flatnonzero(level == k)
        total[places] += total[parents[places]]
    return total
