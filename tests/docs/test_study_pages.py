"""The pages of the studies are those of the files that the studies are made from."""

import csv
from pathlib import Path

import pytest

from ponnuki.lab.studies.plan import read_plan

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [*(DOCS / "studies").glob("*.md"), DOCS / "results" / "race-power" / "race-power.md"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_says_what_its_study_asks_and_has_all_of_its_rows(path: Path) -> None:
    plan = read_plan(path.stem, "evening")
    text = path.read_text(encoding="utf-8")
    assert text.startswith(f"# {plan.title}\n\n{plan.question}\n")
    assert plan.reading in text
    if plan.rows:
        with path.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
            played = [tuple(row[: len(plan.columns)]) for row in csv.reader(file)][1:]
        assert [row.labels for row in plan.rows] == played
