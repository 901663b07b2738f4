"""Figures of studies, read back as the words that they show."""

import re

import matplotlib as mpl
import pytest

from ponnuki.lab.pages.figures import figure, percent_ticks
from ponnuki.lab.studies.figure import draw
from ponnuki.lab.studies.plan import make_plan, read_plan
from ponnuki.lab.studies.results import Estimate, Result

PLAN = make_plan(
    "twice",
    {"title": "Twice", "source": "", "question": "", "columns": ["board", "program", "N"], "across": "N"},
    "quick",
)


def words(plan, results, tmp_path):
    """All that is written in a figure, in order."""
    with mpl.rc_context({"svg.fonttype": "none"}):
        draw(plan, results, tmp_path / "figure.svg")
    return re.findall(r">([^<>\n]+)</t(?:ext|span)>", (tmp_path / "figure.svg").read_text(encoding="utf-8"))


def results(published):
    """Two programs on two boards, with a published number for each program at N = 2."""
    return [
        Result((board, program, n), 100, 0.6, 0.05, known if n == "2" else None)
        for board in ("small", "large")
        for program, known in zip(("slow", "fast"), published, strict=True)
        for n in ("1", "2")
    ]


def test_panels_share_one_legend_with_each_line_once(tmp_path):
    found = words(PLAN, results([None, None]), tmp_path)
    assert [word for word in found if word in ("slow", "fast", "published", "program")] == ["program", "slow", "fast"]
    assert [word for word in found if word in ("small", "large")] == ["small", "large"]


def test_a_published_number_that_all_lines_have_is_drawn_once_and_others_for_each_line(tmp_path):
    one, other = Estimate(0.7, 0.01), Estimate(0.65, 0.01)
    assert [word for word in words(PLAN, results([one, one]), tmp_path) if "published" in word] == ["published"]
    both = [word for word in words(PLAN, results([one, other]), tmp_path) if "published" in word]
    assert both == ["slow, published", "fast, published"]


def test_what_campaigns_accept_is_a_list_with_a_line_for_each_test_and_each_published_number(tmp_path):
    plan = read_plan("good-shapes-9", "quick")
    played = [
        Result(("10 at a time", "1: good shape ?X|+?|.. (+20)", "first baseline"), 100, 0.6, 0.05, None),
        Result(("10 at a time", "1 at 10 times the simulations", "first baseline, likewise"), 100, 0.4, 0.05, None),
    ]
    found = words(plan, [*played, *plan.known], tmp_path)
    assert "1, good, against first baseline" in found
    assert "1 at 10 times the simulations, against first baseline, likewise" in found
    assert sum("base" in word and "baseline" not in word for word in found) == len(plan.known) == 4
    assert "10 at a time" in found


@pytest.mark.parametrize("high", [1.0, 0.3, 0.01, 0.0021])
def test_percentages_have_as_many_digits_as_their_ticks_need(tmp_path, high):
    with figure(tmp_path / "ticks.png", 1, 4, 3) as axes:
        axes[0].set_ylim(0, high)
        percent_ticks(axes[0].yaxis)
        axes[0].figure.canvas.draw()
        labels = [float(label.get_text().removesuffix("%")) / 100 for label in axes[0].get_yticklabels()]
        assert labels == pytest.approx(list(axes[0].get_yticks()), abs=1e-9)
