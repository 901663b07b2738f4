"""The figure of `ponnuki plan`: games to a decision for each bound, beside the floor."""

from collections.abc import Sequence
from pathlib import Path

from ponnuki.lab.pages.figures import FLOOR, PALETTE, figure, log_games
from ponnuki.lab.simulation.plan import Question
from ponnuki.lab.simulation.prediction import Row


def draw(question: Question, rows: Sequence[Row], path: Path) -> None:
    """Mean and 90 % for each bound, beside the floor."""
    ordered = sorted(rows, key=lambda row: row.mean_games, reverse=True)
    with figure(path, 1, 7.5, 3.6) as (axis,):
        for place, row in enumerate(ordered):
            colour = PALETTE[0] if row.bound == "betting" else "#9ab8cc"
            axis.plot([row.mean_games, row.games_90], [place, place], color=colour, linewidth=2)
            axis.plot(row.mean_games, place, "o", color=colour, markersize=7, label="mean" if not place else None)
            axis.plot(row.games_90, place, "|", color=colour, markersize=12, markeredgewidth=2)
        axis.axvline(question.floor, linestyle="--", color=FLOOR)
        axis.annotate(
            " floor for one candidate", (question.floor, 0), xycoords=("data", "axes fraction"), fontsize=8,
            va="bottom", color="#666666",
        )  # fmt: skip
        labels = [f"{row.bound} (asymptotic)" if row.guarantee == "asymptotic" else row.bound for row in ordered]
        axis.set_yticks(range(len(ordered)), labels)
        axis.set_xscale("log")
        log_games(axis.xaxis)
        axis.set_xlabel("games to a decision: mean (dot) to 90 % of races (bar)")
        many = "1 candidate" if question.candidates == 1 else f"{question.candidates} candidates"
        axis.set_title(
            f"{many}, best {question.effect:g}, "
            f"thresholds {question.accept_above:g} / {question.drop_below:g}, risk {question.risk:g}"
        )
