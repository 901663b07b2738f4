"""The study `race-power` as a figure: games against effect, and races of many beside the papers' rule."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes

from ponnuki.lab.pages.figures import FLOOR, PALETTE, figure, log_games
from ponnuki.lab.simulation.prediction import Row, games
from ponnuki.lab.studies.race_power.table import groups
from ponnuki.race.bounds import BOUNDS

COLOURS = dict(zip(BOUNDS, PALETTE, strict=True))
RACE_WAYS = (("paper-2", "max-ub"), ("betting", "max-ub"), ("betting", "thompson"), ("betting", "best-bet"))
WAY_COLOURS = ("#bbbbbb", "#56b4e9", "#009e73", "#0072b2")
ROOM_FOR_LEGEND = 12.0  # times the highest bar, on a logarithmic axis
PANEL = (4.7, 4.2)  # inches


def draw(rows: Sequence[Row], path: Path) -> None:
    """One panel for each kind of reward in each part: effects as lines, races of many as bars."""
    panels = [
        (part, title, [row for row in rows if row.part == part and row.rewards in kinds])
        for part in ("power", "named", "race")
        for title, kinds in groups([row for row in rows if row.part == part])
    ]
    with figure(path, len(panels), *PANEL) as axes:
        for axis, (part, title, chosen) in zip(axes, panels, strict=True):
            if part == "race":
                _races(axis, title, chosen)
            else:
                _effects(axis, title, chosen)


def _effects(axis: Axes, title: str, rows: Sequence[Row]) -> None:
    fields = list(dict.fromkeys(row.field for row in rows))
    floors = {row.field: row.floor for row in reversed(rows) if row.floor is not None}
    if floors:
        axis.plot(fields, [floors[field] for field in fields], "--", color=FLOOR, label="floor")
    for bound in dict.fromkeys(row.bound for row in rows):
        line = [row for row in rows if row.bound == bound]
        asymptotic = line[0].guarantee == "asymptotic"
        axis.plot(
            [row.field for row in line],
            [row.mean_games for row in line],
            marker="o",
            markersize=3.5,
            color=COLOURS[bound],
            linestyle=":" if asymptotic else "-",
            linewidth=2.4 if bound == "betting" else 1.2,
            label=f"{bound} (asymptotic)" if asymptotic else bound,
        )
    axis.set_yscale("log")
    log_games(axis.yaxis)
    axis.set_xlabel("true mean reward")
    axis.set_ylabel("mean games to a decision")
    axis.set_title(f"One candidate, {title}" if floors else f"Best of several, {title}")
    axis.legend(loc="lower left")


def _races(axis: Axes, title: str, rows: Sequence[Row]) -> None:
    fields = list(dict.fromkeys(row.field for row in rows))
    width = 0.8 / len(RACE_WAYS)
    highest = 0.0
    for i, (way, colour) in enumerate(zip(RACE_WAYS, WAY_COLOURS, strict=True)):
        chosen = {row.field: row for row in rows if (row.bound, row.selection) == way}
        for place, row in ((fields.index(field) + (i - 1.5) * width, row) for field, row in chosen.items()):
            top = row.mean_games + 2 * row.mean_games_se
            axis.bar(place, row.mean_games, width, color=colour, yerr=top - row.mean_games, ecolor="#666666")
            label = games(row.mean_games)
            axis.text(place, top * 1.08, label, ha="center", va="bottom", fontsize=6.5, rotation=90)
            highest = max(highest, top)
        axis.bar(0, 0, color=colour, label=" + ".join(way))
    axis.set_xticks(range(len(fields)), [field.replace(": ", "\n") for field in fields])
    axis.set_yscale("log")
    axis.set_ylim(top=highest * ROOM_FOR_LEGEND)
    log_games(axis.yaxis)
    axis.grid(axis="x", visible=False)
    axis.set_title(f"Many candidates, {title}")
    axis.legend(loc="upper left", ncols=2)
