"""Fit the weights of `knowledge/go_moves` to game records.

    python benchmarks/fit_moves.py --data DIR --size 9
    python benchmarks/fit_moves.py --data DIR --size 19 --games 250

Softmax regression by full-batch gradient steps (Adam), with a penalty on the weights. Every tenth game is held out; the
log-likelihood and the share of moves predicted first are printed for both parts. Seconds for 9x9, a minute for 19x19.
"""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from move_positions import WEIGHTS, read_positions, read_records, stored, to_chances
from numba import njit

from ponnuki.knowledge.go_moves import LARGEST_SMALL


@njit(fastmath=True)
def gradient(rows, starts, labels, counts, weights, slopes):
    """Log-likelihood, predicted firsts; adds to the slopes."""
    total = 0.0
    first = 0
    scores = np.empty(400, np.float32)
    for p in range(len(starts)):
        n = counts[p]
        base = starts[p]
        for i in range(n):
            s = np.float32(0)
            for k in range(rows.shape[1]):
                s += weights[rows[base + i, k]]
            scores[i] = s
        first += to_chances(scores[:n]) == labels[p]
        total += np.log(scores[labels[p]])
        for i in range(n):
            g = scores[i]
            if i == labels[p]:
                g -= np.float32(1)
            if abs(g) > 1e-5:
                for k in range(rows.shape[1]):
                    slopes[rows[base + i, k]] += g
    return total / len(starts), first / len(starts)


def main(
    data: Annotated[Path, typer.Option(help="folder with go9/ and go19/")],
    size: int = 9,
    games: int = 700,
    steps: int = 200,
    penalty: float = 2.0,
    out: Path = Path("src/ponnuki/knowledge"),
) -> None:
    """Fit, report on held-out games, write the weights."""
    records = [(game, 0) for game in read_records(data, size, games)]
    print(f"{len(records)} games")

    def part(held_out: bool) -> Any:
        found = read_positions([game for k, game in enumerate(records) if (k % 10 == 9) == held_out], size)
        return found.rows, found.starts, found.labels, found.counts

    train, test = part(False), part(True)
    print(f"{len(train[1])} positions, {len(train[0])} moves; held out {len(test[1])}")
    weights, mean, square = (np.zeros(WEIGHTS, np.float32) for _ in range(3))
    for step in range(1, steps + 1):
        slopes = np.zeros(WEIGHTS, np.float32)
        fit, firsts = gradient(*train, weights, slopes)
        slopes = (slopes + penalty * weights) / len(train[1])
        mean = 0.9 * mean + 0.1 * slopes
        square = 0.99 * square + 0.01 * slopes**2
        rate = 0.1 * min(1.0, 2 * (1 - step / (steps + 1)))
        weights -= (rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)).astype(np.float32)
        if step % 20 == 0 or step == steps:
            held, held_first = gradient(*test, weights, np.zeros(WEIGHTS, np.float32))
            print(
                f"{step:4d}  log-likelihood {fit:.4f} / held out {held:.4f}   first {firsts:.3f} / {held_first:.3f}",
                flush=True,
            )
    name = "large" if size > LARGEST_SMALL else "small"
    np.savez_compressed(out / f"go_moves_{name}.npz", **stored(weights))


if __name__ == "__main__":
    typer.run(main)
