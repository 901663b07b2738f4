"""Fit a network of `knowledge/go_network`, and the features of `knowledge/go_moves` beside it, to games.

    python benchmarks/fit_network.py --data DIR --size 9 --more GAMES --skip 3
    python benchmarks/fit_network.py --data DIR --size 19 --games 6000 --epochs 5 --penalty 6 --network-penalty 15

It learns to choose among the moves that plain weights of the features (`benchmarks/fit_moves.py`) do not rule out.
`--data` has the records, of which so many games are taken, evenly spread, each but for its first two moves; `--more`
adds the games of a folder of SGF files, such as `ponnuki match … --out` writes, and `--skip` leaves out their random
first moves. Each position is seen from a random one of its eight sides; Adam in batches, with a penalty on the weights.
Every tenth pair of games is held out; the log-likelihood and the share of moves predicted first are printed for it,
those of `--more` last, without positions whose move is ruled out. Some minutes; 6 000 games of 19x19 take
13 GB of memory.
"""

import time
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from move_positions import plain_weights, read_game, read_positions, read_records, stored, to_chances
from numba import njit

from ponnuki.games.go.layout import VICINITY
from ponnuki.knowledge.go_moves import FEATURES, FIRST, GROUPS, LARGEST_SMALL
from ponnuki.knowledge.go_network import HIDDEN, STATES

BATCH = 512
FIRST_MOVES = 2
"""Left out of records: features of earlier moves are the same for all moves there, and would be learned as a number
that only shifts all scores, without an end."""


@njit(fastmath=True)
def pass_over(positions, sides, turned, data, weights, slopes, learn):
    """Log-likelihood, predicted firsts; adds to the slopes."""
    rows, states, starts, labels, counts = data
    linear, of_feature, at_point, bias, out = weights
    by_linear, by_feature, by_point, by_bias, by_out = slopes
    total = 0.0
    first = 0
    scores = np.zeros(400, np.float32)
    hidden = np.zeros((400, HIDDEN), np.float32)
    back = np.zeros(HIDDEN, np.float32)
    for q in range(len(positions)):
        p = positions[q]
        n = counts[p]
        order = turned[sides[q]]
        for i in range(n):
            row = starts[p] + i
            h = hidden[i]
            s = linear[rows[row, GROUPS]]
            for j in range(HIDDEN):
                h[j] = bias[j]
            for k in range(GROUPS):
                s += linear[rows[row, k]]
                for j in range(HIDDEN):
                    h[j] += of_feature[rows[row, k], j]
            for k in range(len(order)):
                state = states[row, order[k]]
                if state > 0:
                    for j in range(HIDDEN):
                        h[j] += at_point[k, state, j]
            for j in range(HIDDEN):
                h[j] = max(h[j], np.float32(0))
                s += out[j] * h[j]
            scores[i] = s
        first += to_chances(scores[:n]) == labels[p]
        total += np.log(max(scores[labels[p]], np.float32(1e-30)))
        for i in range(n):
            row = starts[p] + i
            g = scores[i] - np.float32(i == labels[p])
            if learn and abs(g) > 3e-4:
                h = hidden[i]
                for j in range(HIDDEN):
                    by_out[j] += g * h[j]
                    back[j] = g * out[j] * (h[j] > 0)
                    by_bias[j] += back[j]
                by_linear[rows[row, GROUPS]] += g
                for k in range(GROUPS):
                    by_linear[rows[row, k]] += g
                    for j in range(HIDDEN):
                        by_feature[rows[row, k], j] += back[j]
                for k in range(len(order)):
                    state = states[row, order[k]]
                    if state > 0:
                        for j in range(HIDDEN):
                            by_point[k, state, j] += back[j]
    return total / max(len(positions), 1), first / max(len(positions), 1)


@njit(fastmath=True)
def adam(weights, slopes, mean, square, step, rate, penalty, scale):
    """One step; the slopes are 0 afterwards."""
    for i in range(weights.size):
        slope = slopes[i] * scale + penalty * weights[i]
        slopes[i] = 0
        mean[i] = np.float32(0.9) * mean[i] + np.float32(0.1) * slope
        square[i] = np.float32(0.99) * square[i] + np.float32(0.01) * slope * slope
        weights[i] -= rate * mean[i] / (1 - 0.9**step) / (np.sqrt(square[i] / (1 - 0.99**step)) + 1e-5)


def without_shift(linear: Any) -> Any:
    """The same weights but for what they add to the scores of all moves alike: a program cuts large scores off."""
    found = linear.copy()
    for first, end in pairwise((*FIRST, FEATURES)):
        found[first:end] -= linear[first]
    return found


def turned_cells() -> Any:
    """By side: where the points around a move come to lie."""
    found = []
    for flip in (1, -1):
        for quarter_turns in range(4):
            there = [(row, flip * column) for row, column in VICINITY]
            for _ in range(quarter_turns):
                there = [(-column, row) for row, column in there]
            found.append([VICINITY.index(cell) for cell in there])
    return np.array(found)


def main(
    data: Annotated[Path, typer.Option(help="folder with go9/ and go19/")],
    size: Annotated[int, typer.Option(help="9 or 19")] = 9,
    games: Annotated[int, typer.Option(help="of each file of records")] = 700,
    more: Annotated[Path | None, typer.Option(help="folder with more games, *.sgf")] = None,
    skip: Annotated[int, typer.Option(help="first moves of those games that are left out")] = 0,
    epochs: int = 16,
    rate: float = 0.02,
    penalty: float = 2.0,
    network_penalty: float = 5.0,
    seed: int = 1,
    out: Annotated[Path | None, typer.Option(help="file of the weights, in the program itself if not given")] = None,
) -> None:
    """Fit, report on held-out games, write the weights."""
    given = [(game, FIRST_MOVES) for game in read_records(data, size, games)]
    added = [(read_game(path), skip) for path in sorted(more.rglob("*.sgf"))] if more else []
    print(f"{len(given)} games, and {len(added)} more")
    learned, *held = (
        [game for part in (given, added) for k, game in enumerate(part) if k // 2 % 10 < 9],
        *([game for k, game in enumerate(part) if k // 2 % 10 == 9] for part in (given, added)),
    )
    plain = plain_weights(size)
    train, *tests = (read_positions(part, size, plain) for part in (learned, *held) if part)
    total = len(train.starts)
    print(f"{total} positions, {len(train.rows)} moves; held out {[len(test.starts) for test in tests]}")
    print(f"without {train.ruled_out}, and {[test.ruled_out for test in tests]}, whose move is ruled out", flush=True)
    random = np.random.default_rng(seed)
    weights = (
        plain.copy(),
        random.normal(0, 0.05, (FEATURES, HIDDEN)).astype(np.float32),
        random.normal(0, 0.1, (len(VICINITY), STATES, HIDDEN)).astype(np.float32),
        np.full(HIDDEN, 0.1, np.float32),
        random.normal(0, 0.2, HIDDEN).astype(np.float32),
    )
    slopes, means, squares = (tuple(np.zeros_like(w) for w in weights) for _ in range(3))
    penalties = (penalty / total, network_penalty / total, network_penalty / total, 0.0, 1e-5)
    turned = turned_cells()
    step, steps = 0, epochs * -(-total // BATCH)
    began = time.monotonic()
    for epoch in range(1, epochs + 1):
        order = random.permutation(total)
        fit = 0.0
        for part in np.array_split(order, -(-total // BATCH)):
            step += 1
            sides = random.integers(0, 8, len(part))
            fit += pass_over(part, sides, turned, train[:5], weights, slopes, True)[0] * len(part)
            now = rate * min(1.0, step / 100) * 0.5 * (1 + np.cos(np.pi * step / (steps + 1)))
            for w, g, m, s, pull in zip(weights, slopes, means, squares, penalties, strict=True):
                flat = (array.reshape(-1) for array in (w, g, m, s))
                adam(*flat, step, np.float32(now), np.float32(pull), np.float32(1 / len(part)))
        line = f"{epoch:3d}  log-likelihood {fit / total:.4f}"
        for test in tests:
            every = np.arange(len(test.starts))
            found, firsts = pass_over(every, 0 * every, turned, test[:5], weights, slopes, False)
            line += f"   held out {found:.4f}, first {firsts:.3f}"
        left = (time.monotonic() - began) * (epochs - epoch) / epoch
        print(f"{line}   {left:.0f} s to go", flush=True)
    linear, of_feature, at_point, bias, weigh = weights
    name = "small" if size <= LARGEST_SMALL else "large"
    np.savez_compressed(
        out or Path(f"src/ponnuki/knowledge/go_network_{name}.npz"),
        **stored(without_shift(linear)),
        of_feature=of_feature.astype(np.float16),
        at_point=at_point.reshape(-1, HIDDEN).astype(np.float16),
        bias=bias,
        out=weigh,
    )


if __name__ == "__main__":
    typer.run(main)
