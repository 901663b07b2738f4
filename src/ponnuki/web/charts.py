"""Charts as data, in the words of ECharts. Nothing in them is HTML: names are drawn on a canvas, tooltips too.

A chart that is drawn again with the same number of series keeps what its reader has done to it: the part that was
zoomed into, the lines that were switched off.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any, TypeVar

from ponnuki.lab.pages.campaign_figures import climb
from ponnuki.lab.races.fold import Step, StoredRace
from ponnuki.race import Verdict
from ponnuki.race.thresholds import rate

Chart = dict[str, Any]
Item = TypeVar("Item")

MOST_POINTS = 400
"""Of one line: more cannot be told apart on a screen."""
GREY, BLUE, SKY, GREEN, ORANGE = "#777777", "#1a86c8", "#56b4e9", "#009e73", "#d55e00"
COLOURS = {"accepted": GREEN, "dropped": ORANGE, None: BLUE}
LONGEST_NAME = 28
ROW = 30
"""Pixels of a candidate in a chart of all."""
NARROW = 520
"""Pixels of a chart on a phone, at most."""
BAND = "interval"
NAME_OF_BAR = "found => found[1].name"
"""What is told of a candidate, by JavaScript: a template would write `&lt;` on the canvas where a name has `<`."""
_TEXT = {"color": GREY}
_INSIDE = {"color": GREY, "showMinLabel": False, "showMaxLabel": False}
"""Numbers of an axis that begins and ends anywhere."""
_TOOLTIP = {"renderMode": "richText", "confine": True}
_FINE = {"lineStyle": {"color": GREY, "opacity": 0.25}}


def thinned(items: Sequence[Item], most: int = MOST_POINTS) -> list[Item]:
    """At most so many of them, evenly spread, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[round(place * (len(items) - 1) / (most - 1))] for place in range(most)]


def short(name: str, most: int = LONGEST_NAME) -> str:
    """A name that fits beside an axis."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def thresholds(race: StoredRace) -> tuple[float, float]:
    """Above which a candidate is accepted, and below which it is dropped, as rates."""
    variance = race.settings["prior_variance"]
    return rate(race.settings["accept_above"], variance), rate(race.settings["drop_below"], variance)


def intervals(race: StoredRace, verdict: Verdict) -> Chart:
    """All candidates: the interval of each, its mean, and the thresholds."""
    played = [(name, verdict.bounds[name]) for name in reversed(race.names)]
    low, high = _window([value for _, one in played if one.trials for value in (one.lower, one.upper)], race)
    bars = [
        {"value": round(one.upper - one.lower, 6) if one.trials else 0, "name": _told(name, one),
         "itemStyle": {"color": COLOURS[one.decision]}}
        for name, one in played
    ]  # fmt: skip
    means = [
        {"value": [round(one.mean, 6), place], "itemStyle": {"color": COLOURS[one.decision]}}
        for place, (_, one) in enumerate(played)
        if one.trials
    ]
    offsets = [round(one.lower, 6) if one.trials else 0 for _, one in played]
    names = {"type": "category", "data": [short(str(name)) for name, _ in played], "axisLabel": _TEXT}
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis", "axisPointer": {"type": "shadow"}, ":formatter": NAME_OF_BAR},
        "title": _title("mean reward of each candidate, with its interval"),
        "grid": {"left": 4, "right": 24, "top": 62, "bottom": 8, "containLabel": True},
        "xAxis": {"type": "value", "min": low, "max": high, "axisLabel": _INSIDE, "splitLine": _FINE},
        "yAxis": names,
        "media": _narrow(
            {"yAxis": {"axisLabel": {"width": 88, "overflow": "truncate"}}}, {"yAxis": {"axisLabel": {"width": 260}}}
        ),
        "series": [
            {"type": "bar", "stack": BAND, "data": offsets, "itemStyle": {"color": "transparent"}, "silent": True},
            {"type": "bar", "stack": BAND, "data": bars, "barWidth": 10, "itemStyle": {"opacity": 0.45},
             "silent": True},
            {"type": "scatter", "data": means, "symbolSize": 10, "markLine": _limits(race, "xAxis"), "z": 5},
        ],
    }  # fmt: skip


def course(race: StoredRace, walk: Sequence[Step], candidate: int) -> Chart:
    """One candidate: mean and interval over its own trials, between the thresholds."""
    own = thinned([step.standing for step in walk if step.candidate == candidate])
    late = own[len(own) // 3 :]
    low, high = _window([value for one in late for value in (one.lower, one.upper)], race)
    lines = {
        "lower": [[one.trials, round(one.lower, 6)] for one in own],
        "upper": [[one.trials, round(one.upper, 6)] for one in own],
        "mean": [[one.trials, round(one.mean, 6)] for one in own],
    }
    series: list[Chart] = [
        {"type": "line", "name": name, "data": data, "symbol": "circle", "symbolSize": 4, "showSymbol": len(own) < 40,
         "lineStyle": {"color": BLUE if name == "mean" else SKY, "width": 2 if name == "mean" else 1.2},
         "itemStyle": {"color": BLUE if name == "mean" else SKY}}
        for name, data in lines.items()
    ]  # fmt: skip
    series[2]["markLine"] = _limits(race, "yAxis")
    series += _band(lines["lower"], lines["upper"])
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis"},
        "title": _title("mean reward and its interval, over the candidate's own trials"),
        "legend": {"textStyle": _TEXT, "top": 20, "left": 0, "data": list(lines)},
        "grid": {"left": 4, "right": 92, "top": 56, "bottom": 60, "containLabel": True},
        "dataZoom": [{"type": "inside"}, {"type": "slider", "height": 18, "bottom": 8}],
        "xAxis": {"type": "value", "min": 0, "axisLabel": _TEXT, "splitLine": {"show": False}, **_named("trials", 24)},
        "yAxis": {"type": "value", "min": low, "max": high, "axisLabel": _INSIDE, "splitLine": _FINE},
        "series": series,
    }  # fmt: skip


def winning(values: Mapping[int, float], moves: int, at: int) -> Chart:
    """Black's chances over a game, in percent; a line where the board stands."""
    points = [[number, round(100 * values[number], 1)] for number in sorted(values)]
    here = {"xAxis": at, "lineStyle": {"color": ORANGE}, "label": {"show": False}}
    even = {"yAxis": 50, "lineStyle": {"color": GREY, "type": "dashed"}, "label": {"show": False}}
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis"},
        "grid": {"left": 4, "right": 12, "top": 28, "bottom": 20, "containLabel": True},
        "title": _title("Black's win rate, %"),
        "xAxis": {"type": "value", "min": 0, "max": max(10, moves), "axisLabel": _TEXT, "splitLine": {"show": False},
                  "minInterval": 1, **_named("move", 22)},
        "yAxis": {"type": "value", "min": 0, "max": 100, "interval": 25, "axisLabel": _TEXT, "splitLine": _FINE},
        "series": [
            {"type": "line", "name": "Black", "data": points, "symbolSize": 5, "itemStyle": {"color": BLUE},
             "markLine": {"symbol": "none", "silent": True, "data": [here, even]}}
        ],
    }  # fmt: skip


def strength(raced: Sequence[float], fresh: Sequence[tuple[float, float]]) -> Chart:
    """Elo over the first baseline after each accepted modification: as raced, and in fresh games (rate and its
    standard error)."""
    elos, _ = climb(raced, [0.0] * len(raced))
    sure, spreads = climb([one for one, _ in fresh], [error for _, error in fresh]) if fresh else ([], [])
    names = ["first", *(f"+{place}" for place in range(1, len(elos)))]
    ends = list(zip(sure, spreads, strict=True))
    band = _band([[i, elo - spread] for i, (elo, spread) in enumerate(ends)],
                 [[i, elo + spread] for i, (elo, spread) in enumerate(ends)])  # fmt: skip
    lines = (
        ("in the races (flattering: they stop at a good moment)", elos, GREY, "dashed"),
        ("in fresh games, with 95 % intervals", sure, BLUE, "solid"),
    )
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis"},
        "legend": {"textStyle": _TEXT, "top": 22, "left": 0, "data": [name for name, *_ in lines]},
        "title": _title("Elo over the first baseline"),
        "grid": {"left": 4, "right": 16, "top": 72, "bottom": 24, "containLabel": True},
        "media": _narrow({"grid": {"top": 92}}, {"grid": {"top": 72}}),
        "xAxis": {"type": "category", "data": names, "axisLabel": {**_TEXT, "margin": 12},
                  "axisLine": {"onZero": False}, **_named("accepted modifications", 30)},
        "yAxis": {"type": "value", "axisLabel": _TEXT, "splitLine": _FINE},
        "series": [
            *band,
            *({"type": "line", "name": name, "data": [round(one) for one in data], "symbolSize": 7,
               "itemStyle": {"color": colour}, "lineStyle": {"type": kind}} for name, data, colour, kind in lines),
        ],
    }  # fmt: skip


def agreement(schemes: Mapping[str, Sequence[tuple[int, float]]], simulations: int) -> Chart:
    """Part of the machines that would play the most liked move, just before each exchange, by scheme."""
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis"},
        "legend": {"textStyle": _TEXT, "top": 20, "left": 0},
        "grid": {"left": 4, "right": 28, "top": 56, "bottom": 24, "containLabel": True},
        "title": _title("machines that agree just before an exchange, %"),
        "xAxis": {"type": "value", "min": 0, "max": simulations, "axisLabel": _TEXT, "splitLine": {"show": False},
                  **_named("simulations of each machine", 26)},
        "yAxis": {"type": "value", "min": 0, "max": 100, "axisLabel": _TEXT, "splitLine": _FINE},
        "series": [
            {"type": "line", "name": name, "symbolSize": 5, "itemStyle": {"color": colour},
             "data": [[made, round(100 * value, 1)] for made, value in values]}
            for (name, values), colour in zip(schemes.items(), cycle((BLUE, GREEN, ORANGE, GREY)), strict=False)
        ],
    }  # fmt: skip


def _band(lower: Sequence[Sequence[float]], upper: Sequence[Sequence[float]]) -> list[Chart]:
    """What lies between two lines, shaded: the lower one, and on it how much higher the other is."""
    high = [[x, round(top - bottom, 6)] for (x, bottom), (_, top) in zip(lower, upper, strict=True)]
    common = {"type": "line", "stack": BAND, "stackStrategy": "all", "symbol": "none", "silent": True,
              "lineStyle": {"opacity": 0}, "tooltip": {"show": False}}  # fmt: skip
    return [{**common, "data": lower}, {**common, "data": high, "areaStyle": {"color": SKY, "opacity": 0.22}}]


def _title(text: str) -> Chart:
    return {
        "text": text,
        "left": 0,
        "top": 0,
        "padding": [4, 0],
        "textStyle": {**_TEXT, "fontSize": 12, "fontWeight": "normal"},
    }


def _named(name: str, gap: int) -> Chart:
    """The name of an axis, below its numbers."""
    return {"name": name, "nameLocation": "middle", "nameGap": gap, "nameTextStyle": _TEXT}


def _narrow(option: Chart, usual: Chart) -> list[Chart]:
    """What is different on a phone, and what it is elsewhere: a chart that becomes wider forgets nothing by itself."""
    return [{"query": {"maxWidth": NARROW}, "option": option}, {"option": usual}]


def _told(name: object, one: Any) -> str:
    """What is shown beside a candidate when it is pointed at."""
    if not one.trials:
        return f"{short(str(name), 60)}\nno trials yet"
    state = one.decision or "open"
    return f"{short(str(name), 60)}\n{one.mean:.4f} in [{one.lower:.4f}, {one.upper:.4f}]\n{one.trials} trials, {state}"


def _limits(race: StoredRace, axis: str) -> Chart:
    """Lines at the thresholds."""
    accept, drop = thresholds(race)
    above, below = ((0, -13), (0, 0)) if axis == "xAxis" else ((0, -6), (0, 6))
    told = (("accept", accept, "dashed", below), ("drop", drop, "dotted", above))
    lines = [
        {axis: round(value, 6), "lineStyle": {"color": GREY, "type": kind},
         "label": {"color": GREY, "fontSize": 11, "position": "end", "offset": offset,
                   "formatter": f"{words} {value:.4g}"}}
        for words, value, kind, offset in told
    ]  # fmt: skip
    return {"symbol": "none", "silent": True, "data": lines}


def _window(values: Sequence[float], race: StoredRace) -> tuple[float, float]:
    """What is worth seeing: all of it and the thresholds, with a little room."""
    found = [*values, *thresholds(race)]
    low, high = min(found), max(found)
    room = max(0.01, 0.05 * (high - low))
    return round(max(0.0, low - room), 3), round(min(1.0, high + room), 3)
