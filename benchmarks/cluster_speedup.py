"""How many simulations one machine needs to be as strong as P machines: `cluster_speedup.py ROWS.csv`.

Reads the rows `speedup-SIZE` of `cluster_strength.py`. The logarithm of the odds of the cluster falls by the same
amount with each doubling of the single machine's simulations, whatever P is (an assumption); where it is 0, both are
equally strong. Weighted least squares over all rows, with the standard errors of the matches; errors of the result by
the delta method.
"""

import csv
import math
import re
import sys
from pathlib import Path

import numpy as np


def main() -> None:
    with Path(sys.argv[1]).open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["group"].startswith("speedup-")]
    for size in sorted({row["size"] for row in rows}, key=int):
        fit([row for row in rows if row["size"] == size], size)


def fit(rows: list[dict[str, str]], size: str) -> None:
    """Print the speed-up for each number of machines."""
    machines = sorted({int(row["machines"]) for row in rows})
    design, odds, weights = [], [], []
    for row in rows:
        score, error = float(row["score"]), float(row["standard_error"])
        factor = simulations(row["b"]) / simulations(row["a"])
        design.append([float(int(row["machines"]) == one) for one in machines] + [-math.log2(factor)])
        odds.append(math.log(score / (1 - score)))
        weights.append(score * (1 - score) / error)
    scaled, target = np.array(design) * np.array(weights)[:, None], np.array(odds) * weights
    spread = np.linalg.pinv(scaled.T @ scaled)
    found = spread @ scaled.T @ target
    slope = found[-1]
    rate = 1 / (1 + math.exp(-slope))
    print(f"{size}x{size}: a doubling is worth {rate:.3f} ± {rate * (1 - rate) * math.sqrt(spread[-1, -1]):.3f}")
    for place, count in enumerate(machines):
        doublings = found[place] / slope
        gradient = np.zeros(len(found))
        gradient[place], gradient[-1] = 1 / slope, -doublings / slope
        error = math.sqrt(gradient @ spread @ gradient)
        low, middle, high = (2 ** (doublings + step * error) for step in (-1, 0, 1))
        print(f"{count} machines: {middle:.2f} ({low:.2f} to {high:.2f})")


def simulations(spec: str) -> int:
    """Of each machine of a player."""
    found = re.search(r"sims=(\d+)", spec)
    assert found
    return int(found[1])


if __name__ == "__main__":
    main()
