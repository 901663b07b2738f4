"""Fit the weights of `knowledge/go_moves` to game records.

    python benchmarks/fit_moves.py --data DIR --size 9
    python benchmarks/fit_moves.py --data DIR --size 19 --games 250

Softmax regression by full-batch gradient steps (Adam), with a penalty on the weights. Every tenth game is held out; the
log-likelihood and the share of moves predicted first are printed for both parts. Seconds for 9x9, a minute for 19x19.
"""

import gzip
import re
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numba import njit

from ponnuki.games.go.layout import PASS, geometry, longest_playout, new_board, vertex_count, vertex_of
from ponnuki.games.go.play import list_moves, play_move
from ponnuki.knowledge.go_moves import FEATURES, GROUPS, LARGEST_SMALL, canonical_codes, move_features, seen_by
from ponnuki.search.thread import new_thread

WIDTH = GROUPS + 1


@njit
def collect(moves, board, fresh, geometry, thread, rows, starts, labels, counts):
    """Features of every candidate at every move of a game; how many positions and rows."""
    board[0] = fresh[0]
    positions = 0
    used = 0
    b = board[0]
    for number in range(len(moves)):
        m = moves[number]
        if m != PASS:
            count = abs(list_moves(b, geometry, thread, False)) - 1
            label = -1
            for i in range(count):
                if thread.candidates[i] == m:
                    label = i
            if label >= 0:
                if used + count > len(rows):
                    break
                for i in range(count):
                    v = thread.candidates[i]
                    move_features(b, geometry, v, b.to_move, thread.stack)
                    for k in range(GROUPS):
                        rows[used + i, k] = thread.stack[k]
                    rows[used + i, GROUPS] = seen_by(b.code[v], b.to_move)
                starts[positions] = used
                labels[positions] = label
                counts[positions] = count
                positions += 1
                used += count
        play_move(b, geometry, m)
    return positions, used


@njit(fastmath=True)
def gradient(rows, starts, counts, labels, weights, slopes):
    """Log-likelihood, predicted firsts; adds to the slopes."""
    total = 0.0
    first = 0
    scores = np.empty(400, np.float32)
    for p in range(len(starts)):
        n = counts[p]
        base = starts[p]
        highest = -1e30
        best = 0
        for i in range(n):
            s = np.float32(0)
            for k in range(rows.shape[1]):
                s += weights[rows[base + i, k]]
            scores[i] = s
            if s > highest:
                highest = s
                best = i
        norm = np.float32(0)
        for i in range(n):
            scores[i] = np.exp(scores[i] - np.float32(highest))
            norm += scores[i]
        first += best == labels[p]
        total += np.log(scores[labels[p]] / norm)
        for i in range(n):
            g = scores[i] / norm
            if i == labels[p]:
                g -= np.float32(1)
            if abs(g) > 1e-5:
                for k in range(rows.shape[1]):
                    slopes[rows[base + i, k]] += g
    return total / len(starts), first / len(starts)


def read_games(path: Path, size: int, most: int) -> list[Any]:
    """The moves of each game of a file that has one in each line."""
    opener = gzip.open if path.suffix == ".gz" else open
    games = []
    with opener(path, "rt", encoding="utf-8", errors="replace") as file:
        for line in file:
            if f"SZ[{size}]" not in line and size != 19:
                continue
            if "AB[" in line or "AW[" in line or "HA[" in line:
                continue
            moves = []
            for color, point in re.findall(r";\s*([BW])\[([a-z]{0,2})\]", line):
                if color != "BW"[len(moves) % 2]:
                    break
                moves.append(
                    PASS
                    if len(point) < 2 or point == "tt"
                    else vertex_of(size, size - 1 - (ord(point[1]) - 97), ord(point[0]) - 97)
                )
            if len(moves) > 10:
                games.append(np.array(moves, np.uint16))
            if len(games) >= most:
                break
    return games


def main(
    data: Annotated[Path, typer.Option(help="folder with go9/ and go19/")],
    size: int = 9,
    games: int = 700,
    steps: int = 200,
    penalty: float = 2.0,
    out: Path = Path("src/ponnuki/knowledge"),
) -> None:
    """Fit, report on held-out games, write the weights."""
    if size == 9:
        sources = [data / "go9" / "pro9.sgfs", data / "go9" / "engine_games_9x9.sgfs"]
    else:
        sources = [data / "go19" / "pro19_shared.sgfs.gz"]
    records = [game for source in sources for game in read_games(source, size, games)]
    print(f"{len(records)} games")
    fresh, board = new_board(size), new_board(size)
    thread = new_thread(vertex_count(size), longest_playout(size), 1)
    buffer = np.zeros((400 * size * size, WIDTH), np.uint16)
    buffers = [np.zeros(1000, np.int64) for _ in range(3)]
    parts: dict[bool, list[Any]] = {False: [], True: []}
    for number, game in enumerate(records):
        n, used = collect(game, board, fresh, geometry(size)[0], thread[0], buffer, *buffers)
        part = (buffer[:used].astype(np.int32), *(b[:n].copy() for b in buffers))
        parts[number % 10 == 9].append(part)
    classes, by_code = np.unique(canonical_codes(), return_inverse=True)
    total = FEATURES + len(classes)

    def joined(which: bool) -> Any:
        rows = np.concatenate([part[0] for part in parts[which]])
        rows[:, GROUPS] = FEATURES + by_code[rows[:, GROUPS]]
        offsets = np.cumsum([0, *(len(part[0]) for part in parts[which][:-1])])
        starts = np.concatenate([part[1] + offset for part, offset in zip(parts[which], offsets, strict=True)])
        labels, counts = (np.concatenate([part[k] for part in parts[which]]) for k in (2, 3))
        return rows, starts, counts, labels

    train, test = joined(False), joined(True)
    print(f"{len(train[1])} positions, {len(train[0])} moves; held out {len(test[1])}")
    weights, mean, square = (np.zeros(total, np.float32) for _ in range(3))
    for step in range(1, steps + 1):
        slopes = np.zeros(total, np.float32)
        fit, firsts = gradient(*train, weights, slopes)
        slopes = (slopes + penalty * weights) / len(train[1])
        mean = 0.9 * mean + 0.1 * slopes
        square = 0.99 * square + 0.01 * slopes**2
        rate = 0.1 * min(1.0, 2 * (1 - step / (steps + 1)))
        weights -= (rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)).astype(np.float32)
        if step % 20 == 0 or step == steps:
            held, held_first = gradient(*test, weights, np.zeros(total, np.float32))
            print(
                f"{step:4d}  log-likelihood {fit:.4f} / held out {held:.4f}   first {firsts:.3f} / {held_first:.3f}",
                flush=True,
            )
    of_code = weights[FEATURES : FEATURES + len(classes)]
    used = np.flatnonzero(of_code)
    name = "large" if size > LARGEST_SMALL else "small"
    np.savez_compressed(
        out / f"go_moves_{name}.npz",
        codes=classes[used].astype(np.uint16),
        weights=of_code[used].astype(np.float32),
        features=weights[:FEATURES].astype(np.float32),
    )


if __name__ == "__main__":
    typer.run(main)
