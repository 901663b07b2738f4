"""What commands do with a store of many gigabytes: `python benchmarks/large_store.py FOLDER --gigabytes 10`.

One pair of games is played. Its details are written again and again under other numbers until the file is as large as
asked; then each command runs in a process of its own, and its time and its largest memory are printed.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from ponnuki.lab.journal.store import Store, TrialRow

MATCH = ["match", "program=light,sims=20", "program=light,sims=10", "--games", "2", "--name", "large", "--workers", "1"]
COMMANDS = (["status"], ["export", "large", "--out", "large.csv"], ["report", "large", "--out", "report"])
BATCH = 2_000


def main() -> None:
    """Fill a store and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gigabytes", type=float, default=10)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    run(MATCH, given.folder)
    pairs = fill(given.folder / "ponnuki.sqlite", given.gigabytes * 1e9)
    print(f"{pairs} pairs of games, {(given.folder / 'ponnuki.sqlite').stat().st_size / 1e9:.2f} GB")
    for words in COMMANDS:
        seconds, megabytes = run(words, given.folder)
        print(f"{' '.join(words[:2])}: {seconds:.0f} s, {megabytes:.0f} MB")


def fill(path: Path, size: float) -> int:
    """Write copies of the first pair until the file has this size; how many pairs there are then."""
    with Store(path, write=True) as store:
        found = store.find_run("large")
        [(series, _)] = store.series(found)
        [(_, _, seed, reward)] = store.rewards(series)
        [(text,)] = store._db.execute("SELECT details FROM detail WHERE race = ?", (series,))
        count = store.count(series)
        while path.stat().st_size + path.with_name(path.name + "-wal").stat().st_size < size:
            numbers = range(count, count + BATCH)
            store.write(series, [TrialRow((0, number), seed, reward, text) for number in numbers])
            count += BATCH
    return count


def run(words: list[str], folder: Path) -> tuple[float, float]:
    """Seconds and megabytes of one command."""
    start = time.perf_counter()
    with (folder / "said.txt").open("w") as said:
        process = subprocess.Popen([sys.executable, "-m", "ponnuki", *words], cwd=folder, stdout=said, stderr=said)
        _, code, usage = os.wait4(process.pid, 0)
    if code:
        sys.exit(f"{words} failed:\n{(folder / 'said.txt').read_text()}")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


if __name__ == "__main__":
    main()
