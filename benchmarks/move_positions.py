"""Positions of games for the fits of the move predictor: what is known of each move, and which one was made."""

import gzip
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import PASS, VICINITY, geometry, longest_playout, new_board, vertex_count, vertex_of
from ponnuki.games.go.play import list_moves, play_move
from ponnuki.games.go.record import read_sgf_file
from ponnuki.knowledge.go_moves import (
    FEATURES,
    GROUPS,
    RULED_OUT,
    canonical_codes,
    load_weights,
    move_features,
    seen_by,
)
from ponnuki.knowledge.go_network import read_states
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.thread import new_thread

LONGEST = 1000
"""Moves of a game."""
CLASSES, _BY_CODE = np.unique(canonical_codes(), return_inverse=True)
WEIGHTS = FEATURES + len(CLASSES)
"""Features, then classes of 3x3 surroundings."""


class Positions(NamedTuple):
    """Moves stand one after the other; a position is a run of them, with the place of the one that was made."""

    rows: Any
    """By move: its features, and the class of its 3x3 surroundings."""
    states: Any
    """By move: what a network sees around it; nothing where that was not asked for."""
    starts: Any
    labels: Any
    counts: Any
    ruled_out: int
    """Positions that are missing, as plain weights rule out the move that was made."""


@njit
def collect(moves, skip, board, fresh, geometry, thread, rows, states, starts, labels, counts):
    """The positions of a game; how many there are, and how many moves they have."""
    board[0] = fresh[0]
    positions = 0
    used = 0
    b = board[0]
    for number in range(len(moves)):
        m = moves[number]
        if m != PASS and number >= skip:
            count = abs(list_moves(b, geometry, thread, False)) - 1
            label = -1
            for i in range(count):
                if thread.candidates[i] == m:
                    label = i
            if label >= 0 and used + count <= len(rows):
                read_states(b, geometry, thread)
                for i in range(count):
                    v = thread.candidates[i]
                    move_features(b, geometry, v, b.to_move, thread.stack)
                    for k in range(GROUPS):
                        rows[used + i, k] = thread.stack[k]
                    rows[used + i, GROUPS] = seen_by(b.code[v], b.to_move)
                    for k in range(states.shape[1]):
                        states[used + i, k] = thread.states[geometry.vicinity[v][k]]
                starts[positions] = used
                labels[positions] = label
                counts[positions] = count
                positions += 1
                used += count
        play_move(b, geometry, m)
    return positions, used


@njit(fastmath=True)
def to_chances(scores):
    """Turn scores into probabilities, in place; the place of the highest."""
    best = np.argmax(scores)
    scores[:] = np.exp(scores - scores[best])
    scores /= scores.sum()
    return best


@njit
def look_at(rows, starts, labels, counts, plain, kept):
    """Mark the moves that plain weights of features do not rule out; how many positions are left, with their moves.

    A position whose move is ruled out goes.
    """
    left = 0
    used = 0
    scores = np.empty(400, np.float32)
    for p in range(len(starts)):
        n = counts[p]
        for i in range(n):
            scores[i] = 0
            for k in range(rows.shape[1]):
                scores[i] += plain[rows[starts[p] + i, k]]
        least = scores[:n].max() + np.log(RULED_OUT)
        if scores[labels[p]] <= least:
            continue
        first = used
        for i in range(n):
            if scores[i] > least:
                kept[used] = starts[p] + i
                if i == labels[p]:
                    labels[left] = used - first
                used += 1
        starts[left] = first
        counts[left] = used - first
        left += 1
    return left, used


def classes_of(codes: Any) -> Any:
    """The classes of 3x3 surroundings, by their codes as the mover sees them."""
    return _BY_CODE[codes]


def read_positions(games: list[tuple[Any, int]], size: int, plain: Any = None) -> Positions:
    """The positions of games, each with the number of first moves that are left out.

    With plain weights for features: what a network sees, too, of the moves that they do not rule out.
    """
    fresh, board = new_board(size), new_board(size)
    thread = new_thread(vertex_count(size), longest_playout(size), 1, go_scratch(size))
    most = 400 * size * size
    rows = np.zeros((most, GROUPS + 1), np.uint16)
    states = np.zeros((most, 0 if plain is None else len(VICINITY)), np.uint8)
    places = [np.zeros(LONGEST, np.int64) for _ in range(3)]
    parts = []
    before = ruled_out = 0
    for moves, skip in games:
        n, used = collect(moves, skip, board, fresh, geometry(size)[0], thread[0], rows, states, *places)
        found = rows[:used].copy()
        found[:, GROUPS] = FEATURES + classes_of(found[:, GROUPS])
        starts, labels, counts = (place[:n].copy() for place in places)
        kept = np.arange(used)
        if plain is not None:
            ruled_out += n
            n, used = look_at(found, starts, labels, counts, plain, kept)
            ruled_out -= n
            kept = kept[:used]
        parts.append((found[kept], states[kept], starts[:n] + before, labels[:n], counts[:n]))
        before += used
    return Positions(*(np.concatenate(column) for column in zip(*parts, strict=True)), ruled_out)


def read_records(data: Path, size: int, most: int) -> list[Any]:
    """The moves of the recorded games of a size, so many of each file."""
    folder = data / ("go9" if size == 9 else "go19")
    names = ["pro9.sgfs", "engine_games_9x9.sgfs"] if size == 9 else ["pro19_shared.sgfs.gz"]
    return [game for name in names for game in _read_lines(folder / name, size, most)]


def read_game(path: Path) -> Any:
    """The moves of an SGF file."""
    record = read_sgf_file(path)
    points = [from_gtp(move, record.size) for _, move in record.moves]
    return np.array([PASS if point is None else vertex_of(record.size, *point) for point in points], np.uint16)


def _read_lines(path: Path, size: int, most: int) -> list[Any]:
    """The moves of so many games, evenly spread, of a file that has one in each line."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8", errors="replace") as file:
        lines = [line for line in file if size == 19 or f"SZ[{size}]" in line]
    lines = [line for line in lines if not any(word in line for word in ("AB[", "AW[", "HA["))]
    chosen = np.linspace(0, len(lines) - 1, min(most, len(lines))).astype(int)
    games = [_moves(lines[k], size) for k in chosen]
    return [game for game in games if len(game) > 10]


def _moves(line: str, size: int) -> Any:
    """The moves of a game, up to the first that is out of turn."""
    moves: list[int] = []
    for color, point in re.findall(r";\s*([BW])\[([a-z]{0,2})\]", line):
        if color != "BW"[len(moves) % 2]:
            break
        passes = len(point) < 2 or point == "tt"
        row, column = (0, 0) if passes else (size - 1 - (ord(point[1]) - 97), ord(point[0]) - 97)
        moves.append(PASS if passes else vertex_of(size, row, column))
    return np.array(moves, np.uint16)


def plain_weights(size: int) -> Any:
    """What features and surroundings weigh without a network."""
    plain = load_weights(size, network=False)["without_network"]
    return np.concatenate([plain.feature, plain.surroundings[CLASSES]])


def stored(weights: Any) -> dict[str, Any]:
    """The weights of features and surroundings as files have them."""
    of_code = weights[FEATURES:]
    used = np.flatnonzero(of_code)
    return {
        "codes": CLASSES[used].astype(np.uint16),
        "weights": of_code[used].astype(np.float32),
        "features": weights[:FEATURES].astype(np.float32),
    }
