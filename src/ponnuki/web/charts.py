"""Charts as data, in the words of ECharts. Nothing in them is HTML: names are drawn on a canvas, tooltips too.

A chart that is drawn again with the same number of series keeps what its reader has done to it: the part that was
zoomed into, the lines that were switched off.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ponnuki.lab.learn.confirm import Confirmed
from ponnuki.lab.races.fold import Step, StoredRace
from ponnuki.race import Verdict
from ponnuki.race.thresholds import rate

Chart = dict[str, Any]
Item = TypeVar("Item")

MOST_POINTS = 400
"""Of one line: more cannot be told apart on a screen."""
GREY, BLUE, SKY, GREEN, ORANGE = "#888888", "#0072b2", "#56b4e9", "#009e73", "#d55e00"
COLOURS = {"accepted": GREEN, "dropped": ORANGE, None: BLUE}
LONGEST_NAME = 28
ROW = 30
"""Pixels of a candidate in a chart of all."""
BAND = "interval"
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
        {"value": round(one.upper - one.lower, 6) if one.trials else 0, "itemStyle": {"color": COLOURS[one.decision]}}
        for _, one in played
    ]
    means = [
        {"value": [round(one.mean, 6), place], "name": _told(name, one), "itemStyle": {"color": COLOURS[one.decision]}}
        for place, (name, one) in enumerate(played)
        if one.trials
    ]
    offsets = [round(one.lower, 6) if one.trials else 0 for _, one in played]
    names = {"type": "category", "data": [short(str(name)) for name, _ in played], "axisLabel": _TEXT}
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "item", "formatter": "{b}"},
        "grid": {"left": 12, "right": 24, "top": 38, "bottom": 28, "containLabel": True},
        "xAxis": {"type": "value", "min": low, "max": high, "axisLabel": _INSIDE, "splitLine": _FINE},
        "yAxis": names,
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
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis"},
        "legend": {"textStyle": _TEXT, "top": 0},
        "grid": {"left": 12, "right": 90, "top": 36, "bottom": 60, "containLabel": True},
        "dataZoom": [{"type": "inside"}, {"type": "slider", "height": 18, "bottom": 8}],
        "xAxis": {"type": "value", "name": "trials", "nameLocation": "middle", "nameGap": 24, "min": 0,
                  "axisLabel": _TEXT, "splitLine": {"show": False}, "nameTextStyle": _TEXT},
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
        "grid": {"left": 8, "right": 12, "top": 32, "bottom": 8, "containLabel": True},
        "title": _title("Black's win rate, %"),
        "xAxis": {"type": "value", "min": 0, "max": max(10, moves), "axisLabel": _TEXT, "splitLine": {"show": False}},
        "yAxis": {"type": "value", "min": 0, "max": 100, "interval": 25, "axisLabel": _TEXT, "splitLine": _FINE},
        "series": [
            {"type": "line", "name": "Black", "data": points, "symbolSize": 5, "itemStyle": {"color": BLUE},
             "markLine": {"symbol": "none", "silent": True, "data": [here, even]}}
        ],
    }  # fmt: skip


def strength(raced: Sequence[float], checks: Sequence[Confirmed]) -> Chart:
    """The rate of each accepted modification against its baseline: in its race, and in fresh games."""
    names = [f"+{place}" for place in range(1, len(raced) + 1)]
    fresh = [round(one.rate, 6) for one in checks[: len(raced)]]
    lines = {"in the race (flattering: it stopped at a good moment)": [round(one, 6) for one in raced]}
    lines |= {"in fresh games": fresh}
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis"},
        "legend": {"textStyle": _TEXT, "top": 0},
        "grid": {"left": 12, "right": 16, "top": 56, "bottom": 12, "containLabel": True},
        "xAxis": {"type": "category", "data": names, "axisLabel": _TEXT},
        "yAxis": {"type": "value", "min": 0, "max": 1, "axisLabel": _TEXT, "splitLine": _FINE},
        "series": [
            {"type": "bar", "name": name, "data": data, "itemStyle": {"color": colour}}
            for (name, data), colour in zip(lines.items(), (GREY, BLUE), strict=True)
        ],
    }


def agreement(before: Sequence[float], after: Sequence[float]) -> Chart:
    """Part of the machines that would play the most liked move, before and after they exchange what they know."""
    lines = (("before an exchange", before, ORANGE), ("after", after, BLUE))
    return {
        "animation": False,
        "tooltip": {**_TOOLTIP, "trigger": "axis"},
        "legend": {"textStyle": _TEXT, "top": 0, "right": 0},
        "grid": {"left": 8, "right": 12, "top": 40, "bottom": 8, "containLabel": True},
        "title": _title("machines that agree, %"),
        "xAxis": {"type": "value", "min": 0, "max": max(5, len(after)), "axisLabel": _TEXT,
                  "splitLine": {"show": False}},
        "yAxis": {"type": "value", "min": 0, "max": 100, "axisLabel": _TEXT, "splitLine": _FINE},
        "series": [
            {"type": "line", "name": name, "symbolSize": 5, "itemStyle": {"color": colour},
             "data": [[place, round(100 * value, 1)] for place, value in enumerate(values, start=1)]}
            for name, values, colour in lines
        ],
    }  # fmt: skip


def _title(text: str) -> Chart:
    return {"text": text, "left": 0, "top": 0, "textStyle": {**_TEXT, "fontSize": 12, "fontWeight": "normal"}}


def _told(name: object, one: Any) -> str:
    """What is shown beside a candidate when it is pointed at."""
    state = one.decision or "open"
    return f"{short(str(name), 60)}\n{one.mean:.4f} in [{one.lower:.4f}, {one.upper:.4f}]\n{one.trials} trials, {state}"


def _limits(race: StoredRace, axis: str) -> Chart:
    """Lines at the thresholds."""
    accept, drop = thresholds(race)
    told = (("accept", accept, "dashed", [0, 0]), ("drop", drop, "dotted", [0, -12 if axis == "xAxis" else 0]))
    lines = [
        {axis: round(value, 6), "lineStyle": {"color": GREY, "type": kind},
         "label": {"color": GREY, "fontSize": 10, "position": "end", "offset": offset,
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
