"""Which move a strong player would make: a softmax over a few features of each move, learned from game records.

Each legal move has one feature of every group below and the code of its 3x3 surroundings; its score is the sum of their
weights, and the probability of a move is its share of the exponentials. The network of `go_network`, with weights of
its own beside it, then looks at the moves that are not ruled out by this and divides their part anew. There is a set of
weights for small boards and one for large ones, fitted by `benchmarks/fit_moves.py` and `benchmarks/fit_network.py`.
Start with `move_features`.
"""

from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.board import cross, in_atari
from ponnuki.games.go.layout import BLACK, COUNT_MASK, EMPTY_SHIFT, PASS, WHITE, vertex_count
from ponnuki.games.go.tactics import liberties_after
from ponnuki.kernels import inline, jit
from ponnuki.kernels.records import Fields, joined, new_records
from ponnuki.knowledge import go_network
from ponnuki.knowledge.go_network import load_network, network_score, read_states

CODES = 1 << 16
LARGEST_SMALL = 13
"""Boards up to this size use the weights learned on 9x9, larger ones those learned on 19x19."""

CAPTURE = 0  # nothing, or 1, 2-3, 4 and more stones; the same where it saves an own chain from atari
ESCAPE = CAPTURE + 7  # no own chain in atari, or of 1 or more stones, to 1, few, or many liberties
SELF_ATARI = ESCAPE + 7  # no, or of 1, 2-4, 5 and more stones
ATARI = SELF_ATARI + 4  # no, or of 1, 2-3, 4 and more stones
OWN = ATARI + 4  # liberties that the stone's chain has then, counted once for each stone they touch
OTHER = OWN + 12  # of the weakest other chain that it touches, 0 for none
NEAR = OTHER + 9  # distance from the last move
BEFORE = NEAR + 17  # distance from the move before it, the player's own
BOTH = BEFORE + 17  # both distances together, in coarser classes
LINE = BOTH + 36  # line from the edge, at three stages of the game
AROUND = LINE + 18  # own and other stones at distance two
THREATENED = AROUND + 16  # liberties of the weakest own chain that it touches, and whether the last move touches it too
ANSWERED = THREATENED + 18  # liberties of the last move's chain, 0 if the move does not touch it
FEATURES = ANSWERED + 10
RULED_OUT = 0.007
"""The network does not look at moves that features give less than this share of the best move's probability."""
_LARGEST = np.float32(60)
"""Scores are cut off at plus and minus this, as the exponential of a larger one is too large for the sum."""
linear_dtype = np.dtype([("surroundings", "f4", (CODES,)), ("feature", "f4", (FEATURES,))])
_LOW_BITS, _ONE_BIT = np.uint64(0x5555555555555555), np.uint64(1)
_PAIRS, _NIBBLES = np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
BESIDE = 0x1144
"""The low bits of the four points beside a move in the code of its surroundings; a stone has one bit of the two."""
FIRST = (CAPTURE, ESCAPE, SELF_ATARI, ATARI, OWN, OTHER, NEAR, BEFORE, BOTH, LINE, AROUND, THREATENED, ANSWERED)
"""The first feature of each group."""
GROUPS = len(FIRST)


def scratch(size: int) -> Fields:
    """What `predict` writes to in the record of a thread, for each candidate: its probability and its features."""
    codes = vertex_count(size)
    return joined([("chance", "f4", (codes,)), ("features", "u2", (codes, GROUPS))], go_network.scratch(size))


@inline
def nearness(geometry: Any, v: Any, move: Any) -> Any:
    """The class of a distance from an earlier move, 1 to 16; 0 if it was a pass.

    A move where an earlier one was captured has -1, and so a feature of the group before: the weights were fitted so.
    """
    return min(geometry.apart[move, v] - 1, 16)


@inline
def coarse(near: Any) -> Any:
    """A class of distances, 0 to 5, that holds two of those of `nearness`."""
    return min((near + 1) >> 1, 5)


@inline
def seen_by(code: Any, color: Any) -> Any:
    """The code of 3x3 surroundings with the mover's stones as Black's."""
    if color == BLACK:
        return np.uint64(code)
    return np.uint64(((code & 0x5555) << 1) | ((code >> 1) & 0x5555))


@inline
def size_class(size: Any) -> Any:
    """0 for one stone, 1 for two or three, 2 for more."""
    return 1 * (size > 1) + (size > 3)


@jit
def saves(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """Whether a chain that a move on v captures touches an own chain in atari."""
    for u in cross(geometry, v):
        if board.color[u] == BLACK + WHITE - color and in_atari(board.liberties[board.chain[u]]):
            stone = board.chain[u]
            while True:
                for w in cross(geometry, stone):
                    if board.color[w] == color and in_atari(board.liberties[board.chain[w]]):
                        return True
                stone = board.next_stone[stone]
                if stone == board.chain[u]:
                    break
    return False


@jit
def move_features(board: Any, geometry: Any, v: Any, color: Any, found: Any) -> None:
    """Write the feature of each group to `found`."""
    code = board.code[v]
    if (code ^ (code >> 1)) & BESIDE:
        _contact_features(board, geometry, v, color, found)
    else:
        _quiet_features(board, v, found)
    near, before = nearness(geometry, v, board.last), nearness(geometry, v, board.before_last)
    found[6] = NEAR + near
    found[7] = BEFORE + before
    points = len(board.empty)
    stage = 0 if 5 * board.empty_count > 4 * points else (1 if 2 * board.empty_count > points else 2)
    found[8] = BOTH + 6 * coarse(near) + coarse(before)
    found[9] = LINE + 6 * stage + min(geometry.line[v], 6) - 1
    found[10] = AROUND + stones_at_two(board, geometry, v, color)


@jit
def _quiet_features(board: Any, v: Any, found: Any) -> None:
    """The same as `_contact_features` for a point without a stone beside it, of which a large board has many."""
    found[0], found[1], found[2], found[3] = CAPTURE, ESCAPE, SELF_ATARI, ATARI
    found[4] = OWN + (board.neighbours[v] >> EMPTY_SHIFT)
    found[5], found[11], found[12] = OTHER, THREATENED, ANSWERED


@jit
def _contact_features(board: Any, geometry: Any, v: Any, color: Any, found: Any) -> None:
    """Write what a move does to the chains that it touches.

    Without branches where it can be: what a point has around it cannot be predicted. A chain that touches v twice is
    counted twice where stones are counted: enough to compare.
    """
    other = BLACK + WHITE - color
    beside = cross(geometry, v)
    a, b, c, d = board.chain[beside[0]], board.chain[beside[1]], board.chain[beside[2]], board.chain[beside[3]]
    taken, saved, atari, joined = 0, 0, 0, 1
    weakest, least, threatened = 64, 9, np.uint16(0)
    of_last, answers = board.chain[board.last], False
    for u in beside:
        chain = board.chain[u]
        packed = board.liberties[chain]
        stones: Any = np.int64(board.chain_size[chain])
        low = in_atari(packed)
        own = board.color[u] == color
        free = (board.color[u] == other) & (not low)
        left = packed - (1 * (a == chain) + (b == chain) + (c == chain) + (d == chain)) * geometry.liberty[v]
        taken += ((board.color[u] == other) & low) * stones
        saved = max(saved, (own & low) * stones)
        joined += own * stones
        atari = max(atari, (free & in_atari(left)) * stones)
        weakest = min(weakest, (left & COUNT_MASK) if free else 64)
        liberties = (1 if low else min(max(packed & COUNT_MASK, 2), 8)) if own else 9
        threatened = chain if liberties < least else threatened
        least = min(least, liberties)
        answers |= chain == of_last
    after = liberties_after(board, geometry, v, color)
    touching = after & COUNT_MASK
    alone = in_atari(after)
    found[0] = CAPTURE
    if taken > 0:
        found[0] = CAPTURE + 1 + size_class(taken) + (3 if saves(board, geometry, v, color) else 0)
    found[1] = ESCAPE
    if saved > 0:
        room = 0 if touching == 0 or alone else (1 if touching < 4 else 2)
        found[1] = ESCAPE + 1 + 3 * (saved > 1) + room
    empty = board.neighbours[v] >> EMPTY_SHIFT
    self_atari = (taken == 0) & (empty < 2) & alone
    found[2] = SELF_ATARI + self_atari * (1 + (joined > 1) + (joined > 4))
    found[3] = ATARI + (atari > 0) * (1 + size_class(atari))
    found[4] = OWN + (min(touching, 7) + 4 if empty != touching else touching)
    found[5] = OTHER + (0 if weakest == 64 else min(weakest, 8))
    found[11] = THREATENED + (least < 9) * (least + 9 * touches(board, geometry, board.last, threatened))
    found[12] = ANSWERED
    if answers and of_last != 0:
        found[12] = ANSWERED + 1 + min(board.liberties[of_last] & COUNT_MASK, 8)


@inline
def stones_at_two(board: Any, geometry: Any, v: Any, color: Any) -> Any:
    """The stones two points away, in a straight line or by a knight's move, as own ones plus 4 times the other's.

    Of either colour at most 3 are counted.

    Three of these twelve points are in the surroundings of each neighbour: side by side, the codes have all of them.
    """
    n0, n1, n2, n3 = cross(geometry, v)
    codes = (
        np.uint64(board.code[n0])
        | (np.uint64(board.code[n1]) << np.uint64(16))
        | (np.uint64(board.code[n2]) << np.uint64(32))
        | (np.uint64(board.code[n3]) << np.uint64(48))
    ) & geometry.at_two[v]
    low, high = codes & _LOW_BITS, (codes >> _ONE_BIT) & _LOW_BITS
    black, white = count_bits(low & ~high), count_bits(high & ~low)
    own, others = (black, white) if color == BLACK else (white, black)
    return min(own, 3) + 4 * min(others, 3)


@inline
def count_bits(word: Any) -> Any:
    """How many of the even bits are set."""
    word = (word & _PAIRS) + ((word >> np.uint64(2)) & _PAIRS)
    word = (word & _NIBBLES) + ((word >> np.uint64(4)) & _NIBBLES)
    word += word >> np.uint64(8)
    word += word >> np.uint64(16)
    word += word >> np.uint64(32)
    return np.int64(word & np.uint64(0x7F))


@jit
def touches(board: Any, geometry: Any, move: Any, chain: Any) -> Any:
    """Whether a chain is next to an earlier move; nothing is next to a pass."""
    if move == PASS:
        return False
    n0, n1, n2, n3 = cross(geometry, move)
    return (
        (board.chain[n0] == chain)
        | (board.chain[n1] == chain)
        | (board.chain[n2] == chain)
        | (board.chain[n3] == chain)
    )


@inline
def surroundings_score(weights: Any, board: Any, v: Any) -> Any:
    """What the 3x3 surroundings of a move give it."""
    return weights.surroundings[seen_by(board.code[v], board.to_move)]


@inline
def features_score(weights: Any, score: Any, features: Any) -> Any:
    """What the features of a move give it, beside its surroundings."""
    for k in range(GROUPS):
        score += weights.feature[features[k]]
    return score


@jit
def predict(weights: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    """Write the probability of each of the first candidates to `thread.chance`; that of the pass is 0."""
    highest = np.float32(-1e30)
    color = np.int64(board.to_move)
    for i in range(count):  # on its own, so that the waits for memory are for many moves at once
        thread.chance[i] = surroundings_score(weights.without_network, board, thread.candidates[i])
    for i in range(count):
        v = thread.candidates[i]
        if v != PASS:
            move_features(board, geometry, v, color, thread.features[i])
            thread.chance[i] = features_score(weights.without_network, thread.chance[i], thread.features[i])
            highest = max(highest, thread.chance[i])
    total = np.float32(1e-30)
    for i in range(count):
        thread.chance[i] = 0 if thread.candidates[i] == PASS else exp(thread.chance[i] - highest)
        total += thread.chance[i]
    if weights.network and thread.full_priors:
        ask_network(weights, board, geometry, thread, count)
    for i in range(count):
        thread.chance[i] /= total


@jit
def ask_network(weights: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    """Share the probability of the moves that features do not rule out among them as the network says."""
    read_states(board, geometry, thread)
    looked_at = 0
    for i in range(count):
        thread.stack[looked_at] = i
        looked_at += thread.chance[i] > RULED_OUT
    given, divided = np.float32(0), np.float32(0)
    for k in range(looked_at):
        i = thread.stack[k]
        v = thread.candidates[i]
        score = surroundings_score(weights.with_network, board, v)
        score = features_score(weights.with_network, score, thread.features[i])
        score += network_score(weights, geometry, thread, v, thread.features[i])
        given += thread.chance[i]
        thread.chance[i] = exp(min(max(score, -_LARGEST), _LARGEST))
        divided += thread.chance[i]
    for k in range(looked_at):
        thread.chance[thread.stack[k]] *= given / divided


@lru_cache
def canonical_codes() -> npt.NDArray[np.uint16]:
    """By code: the smallest code among its eight symmetries."""
    codes = np.arange(CODES, dtype=np.uint32)
    cells = np.full((3, 3, CODES), 0, np.uint32)
    order = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)]
    for k, (row, column) in enumerate(order):
        cells[row, column] = (codes >> (2 * k)) & 3
    best = codes.copy()
    for flipped in (cells, cells[:, ::-1]):
        turned = flipped
        for _ in range(4):
            turned = np.rot90(turned)
            code = sum(turned[row, column] << np.uint32(2 * k) for k, (row, column) in enumerate(order))
            best = np.minimum(best, code)
    return best.astype(np.uint16)


def load_weights(size: int, network: bool) -> dict[str, Any]:
    """The fields of a record that `predict` reads, for a board of some size, with or without the network."""
    name = "small" if size <= LARGEST_SMALL else "large"
    with _open(f"go_moves_{name}") as stored:
        found = {"without_network": _load_linear(stored)}
    if network:
        with _open(f"go_network_{name}") as stored:
            found |= {"network": True, "with_network": _load_linear(stored)} | load_network(stored, size, FIRST)
    return found


def _open(name: str) -> Any:
    return np.load(str(files("ponnuki.knowledge") / f"{name}.npz"))


def _load_linear(stored: Any) -> Any:
    by_class = np.zeros(CODES, np.float32)
    by_class[stored["codes"]] = stored["weights"]
    return new_records(linear_dtype, {"surroundings": by_class[canonical_codes()], "feature": stored["features"]})[0]
