"""`ponnuki report` for a match or a tournament: results by colour, Elo, what went wrong, games to download."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.matches.result import games_of, match_result
from ponnuki.lab.matches.summary import cross_table, summarize
from ponnuki.lab.matches.tally import odd_cases
from ponnuki.lab.pages.figures import PALETTE, figure
from ponnuki.lab.pages.page import download, listing, picture, sessions, table, write_page
from ponnuki.players.kit import DEFAULT_RULES, find_kit

Summary = Mapping[str, Any]
PAIR_HEADS = ("A", "B", "0", "½", "1", "1½", "2 points", "Elo of A, at any time", "normalised Elo", "at any time")


def write_report(store: Store, run: Run, path: Path) -> None:
    """Write the page of a run."""
    result = match_result(store, run)
    summary = summarize(result)
    parts = [_conditions(run), *_ratings(summary)] if len(result.players) > 2 else [_conditions(run)]
    parts += _pairings(summary)
    if next(store.details(result.series), None) is not None:
        parts.append("<h2>Games</h2>" + download(games_of(store, result), store.count(result.series)))
    write_page(path, run, [*parts, *sessions(store.sessions(run))])


def _conditions(run: Run) -> str:
    conditions = run.settings["conditions"]
    with_points = find_kit(conditions["game"]).has_komi
    shown = {key: conditions[key] for key in ("game", "size", *(("komi", "rules", "referee") if with_points else ()))}
    if conditions["rules"] != DEFAULT_RULES:
        shown["rules"] = conditions["rules"]
    shown |= {"openings": run.settings["openings"]["name"], "seed": run.settings["seed"]}
    players = [
        (one["name"], ", ".join(f"{key} {value}" for key, value in one.items() if key not in ("name", "digest")))
        for one in run.settings["players"]
    ]
    lines = listing([", ".join(f"{key} {value}" for key, value in shown.items())])
    return f"{lines}<h2>Players</h2>" + table(("player", "settings that are not the default"), players, (0, 1))


def _ratings(summary: Summary) -> Iterator[str]:
    """Who is stronger, and the cross table."""
    players = summary["players"]
    rows = [
        (place, one["name"], f"{one['elo']:+.0f}", _interval(one["elo_interval"]), f"{one['points']:g}", one["games"],
         one["faults"])
        for place, one in enumerate(players, start=1)
    ]  # fmt: skip
    heads = ("", "player", "Elo", "95 %", "points", "games", "lost by a fault")
    yield "<h2>Ratings</h2>" + table(heads, rows, (1,))
    yield "<p class=note>Elo above the mean of the players (Bradley-Terry, one drawn pair added to each pairing).</p>"
    yield picture(lambda path: _draw_ratings(players, path))
    places = [str(place) for place in range(1, len(players) + 1)]
    cross = [
        (place, one["name"], *(None if rate is None else f"{rate:.3f}" for rate in row))
        for place, one, row in zip(places, players, cross_table(summary), strict=True)
    ]
    yield "<h2>Cross table</h2>" + table(("", "the row's rate against the column", *places), cross, (1,))


def _draw_ratings(players: list[dict[str, Any]], path: Path) -> None:
    with figure(path, 1, 8.0, 0.8 + 0.32 * len(players)) as [axis]:
        for place, one in enumerate(reversed(players)):
            axis.plot(one["elo_interval"], [place, place], color=PALETTE[0], linewidth=1.6)
            axis.plot(one["elo"], place, "o", color=PALETTE[0])
        axis.set_yticks(range(len(players)), [one["name"] for one in reversed(players)])
        axis.set_xlabel("Elo above the mean, with 95 % intervals")


def _pairings(summary: Summary) -> Iterator[str]:
    """Each pairing as a match: results by colour, Elo, times, and what went wrong."""
    pairings = summary["pairings"]
    heads = ("A", "B", "A has", "games", "won", "drawn", "lost", "rate", "Elo of A", "95 %")
    yield "<h2>Results</h2>" + table(heads, [row for one in pairings for row in _by_colour(one)], (0, 1, 2))
    yield "<p class=note>± is a standard error from the spread of the pairs; intervals are a bootstrap over pairs.</p>"
    yield "<h2>Pairs</h2>" + table(PAIR_HEADS, [_pairs(one) for one in pairings], (0, 1))
    yield "<p class=note>These intervals hold whenever one looks, from the pairs in the order of their numbers.</p>"
    ends = sorted({end for one in pairings for end in one["ends"]})
    endings = [(one["a"], one["b"], *(one["ends"].get(end, 0) for end in ends)) for one in pairings]
    yield "<h2>How games ended</h2>" + table(("A", "B", *ends), endings, (0, 1))
    rows = [(one[side], one["b" if side == "a" else "a"], *_side(one, side)) for one in pairings for side in "ab"]
    kinds = list(pairings[0]["faults"]["a"])
    about = ("player", "against", *(f"lost by {kind}" for kind in kinds), "ms a move", "slowest")
    yield "<h2>Faults and times</h2>" + table(about, rows, (0, 1))
    yield listing(
        f"{one['a']} against {one['b']}: {line}" if len(pairings) > 1 else line
        for one in pairings
        for line in [f"void pairs: {one['void']}", *odd_cases(one)]
        if not line.endswith(": none")
    )


def _by_colour(one: Summary) -> Iterator[tuple[Any, ...]]:
    error = "" if one["standard_error"] is None else f" ± {one['standard_error']:.4f}"
    for colour in ("black", "white", "either"):
        part = one if colour == "either" else one[f"as_{colour}"]
        shown = None if part["rate"] is None else f"{part['rate']:.4f}"
        strength: tuple[Any, Any] = ("", "")
        if colour == "either":
            shown = None if shown is None else shown + error
            value = "" if one["elo"] is None else f"{one['elo']:+.1f}"
            strength = (value, _interval(one["elo_interval"]))
        counts = (part["games"], part["wins"], part["draws"], part["losses"])
        yield (one["a"], one["b"], colour, *counts, shown, *strength)


def _pairs(one: Summary) -> tuple[Any, ...]:
    found = one["anytime"]
    nelo = None if found["nelo"] is None else f"{found['nelo']:+.1f}"
    ends = "" if found["nelo"] is None else _interval(found["nelo_interval"])
    return (one["a"], one["b"], *one["pair_results"].values(), _interval(found["elo_interval"]), nelo, ends)


def _side(one: Summary, side: str) -> tuple[Any, ...]:
    seconds = one["seconds_per_move"][side]
    times = (None, None) if seconds is None else (f"{1000 * seconds:.1f}", f"{1000 * one['slowest_move'][side]:.0f}")
    return (*one["faults"][side].values(), *times)


def _interval(ends: tuple[float, float]) -> str:
    return f"{ends[0]:+.0f} … {ends[1]:+.0f}"
