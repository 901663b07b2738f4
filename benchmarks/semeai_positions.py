"""The semeai solver on positions with known answers: `python benchmarks/semeai_positions.py POSITIONS.jsonl`.

A line of the file is a position with the vertices `a` and `b` of two chains, a's owner to move, and what he can reach:
`defend_a` and `attack_b` are 1 1 if he wins, 1 0 if both live, 0 0 if he is lost, anything with 2 or 3 if it is a ko.
With `--listed`, the answer is what `ponnuki semeai --json` lists of these two chains; without, the solver is asked.
"""

import argparse
import json
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import BLACK, WHITE, geometry, vertex_of
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai import RESULTS, semeais
from ponnuki.knowledge.semeai_local import new_local
from ponnuki.knowledge.semeai_search import solve

NAMES = {"b": "black", "w": "white"}


def rows_of(entry: dict[str, Any]) -> list[str]:
    size = entry["size"]
    rows = [["."] * size for _ in range(size)]
    for color, symbol in (("black", "X"), ("white", "O")):
        for vertex in entry[color]:
            row, column = from_gtp(vertex, size)
            rows[size - 1 - row][column] = symbol
    return ["".join(row) for row in rows]


def wanted(entry: dict[str, Any]) -> str:
    own, other = NAMES[entry["to_move"]], NAMES["w" if entry["to_move"] == "b" else "b"]
    known = {(1, 1): own, (1, 0): "seki", (0, 0): other}
    return known.get((entry["defend_a"], entry["attack_b"]), "ko")


def answer(entry: dict[str, Any], local: Any, limit: int) -> str:
    size = entry["size"]
    board = Position.from_rows(rows_of(entry), entry["to_move"]).board()[0]
    if "ko" in entry:
        board.ko = vertex_of(size, *from_gtp(entry["ko"], size))
    stones = sorted((vertex_of(size, *from_gtp(entry[name], size)) for name in "ab"), key=lambda v: board.color[v])
    first = BLACK if entry["to_move"] == "b" else WHITE
    places = (np.int64(stone) for stone in stones)
    return RESULTS[solve(board, geometry(size)[0], local, *places, np.int64(first), np.int64(limit))]


def listed(entry: dict[str, Any]) -> str:
    first = f"{NAMES[entry['to_move']]}_first"
    for race in semeais(Position.from_rows(rows_of(entry), entry["to_move"]), everything=True):
        if {entry["a"], entry["b"]} <= {*race.black, *race.white}:
            return str(race.to_json()[first])
    return "unknown"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("positions", type=Path)
    parser.add_argument("--limit", type=int, default=20_000)
    parser.add_argument("--listed", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="only every so many-th position, from the first")
    options = parser.parse_args()
    entries = [json.loads(line) for line in options.positions.read_text().splitlines()]
    entries = [entry for entry in entries if entry["kind"] == "semeai"][:: options.every]
    local, tables = new_local()[0], defaultdict(Counter)
    start = time.process_time()
    for entry in entries:
        found, want = listed(entry) if options.listed else answer(entry, local, options.limit), wanted(entry)
        verdict = "unknown" if found == "unknown" else "right" if found == want else "wrong"
        suite = entry["id"].rsplit("/", 1)[0]
        tables[suite][verdict] += 1
        tables["all"][verdict] += 1
        if verdict == "wrong":
            print(f"{entry['id']}: {found}, not {want}", flush=True)
    for suite, counts in sorted(tables.items()):
        total = counts.total()
        shares = ", ".join(
            f"{name} {counts[name]} ({counts[name] / total:.1%})" for name in ("right", "wrong", "unknown")
        )
        print(f"{suite:24} {total:4} {shares}")
    print(f"{time.process_time() - start:.0f} s of CPU time, compilation included")


if __name__ == "__main__":
    main()
