"""What is kept of a run in `docs/results`: its trials, how it stands, and for a race the figure of its bounds.

python benchmarks/publish.py go9-priors --store races.sqlite --out docs/results/go9-priors
"""

import json
from pathlib import Path

import typer

from ponnuki.lab import status
from ponnuki.lab.race_fold import steps
from ponnuki.lab.race_history import KIND, history_of
from ponnuki.lab.race_report_figures import draw_bounds
from ponnuki.lab.reports import csv_lines
from ponnuki.lab.store import Store


def main(run: str, store: Path = Path("ponnuki.sqlite"), out: Path = Path()) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with Store(store) as opened:
        found = opened.find_run(run)
        (out / "trials.csv").write_text("".join(csv_lines(opened, found)), encoding="utf-8")
        summary = status.summary(opened, found)
        if found.kind == KIND:
            history = history_of(opened, found)
            race, verdict = history.races[0], history.verdicts()[0]
            summary["candidates"] = {
                str(name): {"trials": bound.trials, "mean": bound.mean, "lower": bound.lower, "upper": bound.upper}
                for name, bound in verdict.bounds.items()
            }
            draw_bounds(race, list(steps(race)), out / "bounds.png")
    (out / "verdict.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
