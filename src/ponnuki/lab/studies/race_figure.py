"""The study `race-power` as a figure: games against effect, and races of many beside the papers' rule."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes

from ponnuki.lab.figures import FLOOR, PALETTE, figure, log_games
from ponnuki.lab.studies.race_power import Row
from ponnuki.lab.studies.race_table import games

RACE_WAYS = (("paper-2", "max-ub"), ("betting", "max-ub"), ("betting", "thompson"), ("betting", "best-bet"))
WAY_COLOURS = ("#bbbbbb", "#56b4e9", "#009e73", "#0072b2")


def draw(rows: Sequence[Row], path: Path) -> None:
    """What there is of the standard study; cases named by the user are drawn by effect."""
    power = [row for row in rows if row.part in ("power", "named") and row.floor is not None]
    races = [row for row in rows if row.part == "race"]
    kinds = [kind for kind in dict.fromkeys(row.rewards for row in power) if kind != "chess-like games"][:2]
    columns = len(kinds) + bool(races)
    with figure(path, max(columns, 1), 4.6 * max(columns, 1), 4.2) as (_, axes):
        for axis, kind in zip(axes, kinds, strict=False):
            _power(axis, kind, [row for row in power if row.rewards == kind])
        if races:
            _races(axes[-1], [row for row in races if row.rewards != "chess-like pairs" and "chess" not in row.rewards])


def _power(axis: Axes, kind: str, rows: Sequence[Row]) -> None:
    effects = sorted({float(row.field.split()[0]) for row in rows})
    places = {effect: place for place, effect in enumerate(effects)}
    floors = {float(row.field.split()[0]): row.floor or 0.0 for row in rows}
    axis.plot(list(places.values()), [floors[e] for e in effects], "--", color=FLOOR, label="floor")
    for colour, bound in zip(PALETTE, dict.fromkeys(row.bound for row in rows), strict=False):
        line = {float(row.field.split()[0]): row for row in rows if row.bound == bound}
        asymptotic = any(row.guarantee == "asymptotic" for row in line.values())
        axis.plot(
            [places[e] for e in line],
            [row.mean_games for row in line.values()],
            marker="o",
            markersize=3.5,
            color=colour,
            linestyle=":" if asymptotic else "-",
            linewidth=2.2 if bound == "betting" else 1.2,
            label=f"{bound} (asymptotic)" if asymptotic else bound,
        )
    axis.set_xticks(list(places.values()), [f"{e:g}".lstrip("0") for e in effects])
    axis.set_yscale("log")
    log_games(axis.yaxis)
    axis.set_xlabel("true mean reward")
    axis.set_ylabel("mean games to a decision")
    axis.set_title(f"One candidate, {kind}")
    axis.legend()


def _races(axis: Axes, rows: Sequence[Row]) -> None:
    fields = list(dict.fromkeys(row.field for row in rows))
    width = 0.8 / len(RACE_WAYS)
    for i, (way, colour) in enumerate(zip(RACE_WAYS, WAY_COLOURS, strict=True)):
        chosen = {row.field: row for row in rows if (row.bound, row.selection) == way}
        places = [place + (i - 1.5) * width for place, field in enumerate(fields) if field in chosen]
        heights = [chosen[field].mean_games for field in fields if field in chosen]
        errors = [2 * chosen[field].mean_games_se for field in fields if field in chosen]
        axis.bar(places, heights, width, yerr=errors, ecolor="#666666", color=colour, label=" + ".join(way))
        for place, height, error in zip(places, heights, errors, strict=True):
            label = games(height)
            axis.text(place, (height + error) * 1.06, label, ha="center", va="bottom", fontsize=6, rotation=90)
    axis.set_xticks(range(len(fields)), [field.replace(": ", "\n") for field in fields])
    axis.set_yscale("log")
    axis.margins(y=0.12)
    log_games(axis.yaxis)
    axis.grid(axis="x", visible=False)
    axis.set_title("Many candidates, games without draws")
    axis.legend(loc="upper left", ncols=2)
