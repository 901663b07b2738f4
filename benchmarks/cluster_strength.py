"""Matches of simulated clusters: how strong P machines are, which merging rule, how many exchanges. One CSV of all.

    python benchmarks/cluster_strength.py FOLDER [GROUP...]

Every row is a `ponnuki match` with one worker, whose command stands beside its result in FOLDER/rows.csv, so that it
can be played again by itself. A row whose command is in the file is not played again; games are in FOLDER's store, so
that a row that was interrupted goes on. `cluster_speedup.py` reads the file.
"""

import csv
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SIMULATIONS = 100
"""Of each machine, a move."""
SHARINGS = 6
"""Exchanges in a move: the papers' rule of thumb."""


@dataclass(frozen=True)
class Row:
    """Two players and how often they meet."""

    group: str
    machines: int
    a: str
    b: str
    size: int = 9
    games: int = 100

    def command(self) -> list[str]:
        """The match."""
        return ["match", self.a, self.b, "--size", str(self.size), "--games", str(self.games)]

    def text(self) -> str:
        """The same for people, and what tells rows apart."""
        return shlex.join(["ponnuki", *self.command()])


def cluster(machines: int, sims: int = SIMULATIONS, more: str = "", **options: object) -> str:
    """A simulated cluster as a player."""
    if options.get("scheme") != "voting":
        options = {"sharings": SHARINGS} | options
    words = [f"sims={sims}", f"cluster.machines={machines}", *(f"cluster.{key}={options[key]}" for key in options)]
    return ",".join(words + ([more] if more else []))


def speedup(machines: int, times: list[int], sims: int = SIMULATIONS, size: int = 9, games: int = 100) -> Iterator[Row]:
    """A cluster against one machine with some multiples of a machine's simulations."""
    for factor in times:
        yield Row(f"speedup-{size}", machines, cluster(machines, sims), f"sims={sims * factor}", size, games)


SCALED = "search.prior_visits=0.25,priors.moves=5,priors.passing=1.25,search.rave_equivalence=187.5"
"""Priors of a sixteenth, and RAVE that stops mattering after a sixteenth of the simulations: what an average over 16
machines would need if its small counts were all that is wrong with it."""


def rows() -> list[Row]:
    """All of them, in the order in which their answers are wanted."""
    found: list[Row] = []
    found += speedup(2, [1, 2])
    found += speedup(4, [2, 4])
    found += speedup(16, [4, 16], sims=50, games=60)
    found += speedup(8, [2, 4], sims=50, games=60)
    found += speedup(32, [4, 8], sims=50, games=40)
    vote = cluster(32, 50, scheme="voting")
    found.append(Row("voting", 32, cluster(32, 50), vote, games=60))
    found.append(Row("voting", 32, cluster(32, 50, scheme="slow-root"), vote, games=60))
    found.append(Row("merging", 32, cluster(32, 50), cluster(32, 50, merging="average")))
    found += speedup(16, [2], sims=50, size=13, games=60)
    found += speedup(16, [8], sims=50, size=13, games=40)
    average16 = cluster(16, 50, merging="average", more=SCALED)
    found.append(Row("priors", 16, average16, cluster(16, 50), games=40))
    return found


def play(row: Row, folder: Path) -> dict[str, str]:
    """Play a match, or find it in the store."""
    where = ["--workers", "1", "--json", "--store", str(folder / "games.sqlite")]
    out = folder / "out" / "-".join(word.replace("=", "") for word in row.command()[1:])[:200].replace("/", "_")
    words = [sys.executable, "-m", "ponnuki", *row.command(), *where, "--out", str(out), "--force"]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    result = json.loads(done.stdout.splitlines()[-1])
    return {
        "group": row.group,
        "machines": str(row.machines),
        "size": str(row.size),
        "a": row.a,
        "b": row.b,
        "games": str(result["games"]),
        "score": f"{result['rate']:.4f}",
        "standard_error": f"{result['standard_error']:.4f}",
        "moves_per_game": f"{result['moves_per_game']:.2f}",
        "command": row.text(),
    }


def main() -> None:
    folder, groups = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "rows.csv"
    results = read(path)
    played = {row["command"] for row in results}
    for row in rows():
        if (groups and row.group not in groups) or row.text() in played:
            continue
        results.append(play(row, folder))
        print(", ".join(results[-1][key] for key in ("group", "size", "a", "b", "games", "score", "standard_error")))
        sys.stdout.flush()
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, results[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(results)


def read(path: Path) -> list[dict[str, str]]:
    """The rows that have been played."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    main()
