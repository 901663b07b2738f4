"""The demo with ten seeds: how long it takes, what it accepts, what fresh games say. A failure is a row like any other.

python benchmarks/demo_seeds.py --seeds 10 --out docs/results/demo
"""

import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import typer

COLUMNS = (
    "seed",
    "minutes",
    "games",
    "drawn",
    "accepted",
    "rate",
    "standard_error",
    "check_games",
    "verdict",
    "shapes",
)


def main(seeds: int = 10, first: int = 0, out: Path = Path("demo-seeds"), work: Path = Path("demo-work")) -> None:
    out.mkdir(parents=True, exist_ok=True)
    place = out / "seeds.csv"
    with place.open("w", encoding="utf-8", newline="") as file:
        rows = csv.DictWriter(file, COLUMNS)
        rows.writeheader()
        for seed in range(first, first + seeds):
            rows.writerow(_one(seed, work / f"demo-{seed}"))
            file.flush()
    typer.echo(place.read_text(encoding="utf-8"))


def _one(seed: int, folder: Path) -> dict[str, object]:
    """One demo in a process of its own; what it left in its folder says how it went."""
    began = time.monotonic()
    command = [sys.executable, "-m", "ponnuki", "demo", "--seed", str(seed), "--out", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    minutes = (time.monotonic() - began) / 60
    if done.returncode:
        typer.echo(done.stderr, err=True)
        return {"seed": seed, "minutes": f"{minutes:.2f}", "accepted": 0, "verdict": f"exit {done.returncode}"}
    journal = json.loads((folder / "journal.json").read_text())
    checked = json.loads((folder / "confirmed.json").read_text()) if (folder / "confirmed.json").exists() else []
    last = checked[-1] if checked else {}
    singles = [one["label"].split(": ", 1)[1] for one in checked if ": " in one["label"]]
    return {
        "seed": seed,
        "minutes": f"{minutes:.2f}",
        "games": 2 * (len((folder / "trials.csv").read_text().splitlines()) - 1),
        "drawn": sum(len(race["candidates"]) for race in journal["races"]),
        "accepted": len(singles),
        "rate": f"{last['rate']:.4f}" if last else "",
        "standard_error": f"{last['standard_error']:.4f}" if last else "",
        "check_games": last.get("games", ""),
        "verdict": " ".join(one["verdict"] for one in checked) or "nothing accepted",
        "shapes": "; ".join(singles),
    }


if __name__ == "__main__":
    typer.run(main)
