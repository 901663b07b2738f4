"""What is kept of a run in `docs/results`: its journal as files, how it stands, figures; for a campaign also the
program that it made and its shapes as pictures.

python benchmarks/publish.py go9-priors --store races.sqlite --out docs/results/go9-priors
"""

import json
from pathlib import Path

import typer

from ponnuki.knowledge.shape_picture import draw_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.lab.journal.archive import pack
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.state import KIND as CAMPAIGN
from ponnuki.lab.learn.state import State, state_of
from ponnuki.lab.pages.publish import write_results
from ponnuki.lab.pages.race_figures import draw_bounds
from ponnuki.lab.races.fold import steps
from ponnuki.lab.races.history import KIND, history_of
from ponnuki.lab.runs import status
from ponnuki.lab.runs.export import csv_lines
from ponnuki.players.kit import find_kit


def main(run: str, store: Path = Path("ponnuki.sqlite"), out: Path = Path()) -> None:
    out.mkdir(parents=True, exist_ok=True)
    with Store(store) as opened:
        found = opened.find_run(run)
        summary = status.summary(opened, found)
        if found.kind == CAMPAIGN:
            state = state_of(opened, found)
            write_results(opened, found, out, state)
            _draw_shapes(state, out)
            (out / "report.html").unlink()
        elif found.kind == KIND:
            summary["candidates"] = _race(opened, found, out)
        else:
            (out / "trials.csv").write_text("".join(csv_lines(opened, found)), encoding="utf-8")
    (out / "verdict.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


def _race(store: Store, run: Run, out: Path) -> dict[str, object]:
    history = history_of(store, run)
    race, verdict = history.races[0], history.verdicts[0]
    pack(store, run, history.races, out)
    draw_bounds(race, list(steps(race)), out / "bounds.png")
    return {
        str(name): {"trials": bound.trials, "mean": bound.mean, "lower": bound.lower, "upper": bound.upper}
        for name, bound in verdict.bounds.items()
    }


def _draw_shapes(state: State, out: Path) -> None:
    neighbourhood = find_kit(state.game).surroundings
    for place, one in enumerate(state.accepted, 1):
        if isinstance(one.accepted, Shape):
            (out / f"shape-{place}.svg").write_text(draw_shape(one.accepted, neighbourhood), encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
