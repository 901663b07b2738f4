"""`ponnuki report`: a race as one page that needs no other file.

It shows for each candidate how its interval narrowed between the thresholds, where the trials went and who left when,
what it cost, who worked on it, and some of its games to download.
"""

import base64
import io
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ponnuki.lab.race_fold import Step, StoredRace, steps
from ponnuki.lab.race_history import History
from ponnuki.lab.race_report_figures import draw_bounds, draw_shares
from ponnuki.lab.store import Store
from ponnuki.race import Verdict

GAMES_KEPT = 200
"""Games in the page at most, spread evenly over the trials (a guess: half a megabyte)."""
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #333; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin-bottom: .2rem } h2 { font-size: 1.15rem; margin-top: 2.2rem }
table { border-collapse: collapse; width: 100% } td, th { padding: .3rem .6rem; border-bottom: 1px solid #ddd }
th { text-align: left; font-weight: 600 } .n { text-align: right; font-variant-numeric: tabular-nums }
img { max-width: 100% } .note { color: #666; font-size: .9rem } .accepted { color: #007a55; font-weight: 600 }
.dropped { color: #b34700 } .verdict { font-size: 1.1rem } code { background: #f3f3f3; padding: 0 .25rem }
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What trials had to tell about themselves, summed."""

    games: int
    seconds: float
    faults: dict[str, int]


def write_report(history: History, path: Path, store: Store) -> None:
    """Write the page of a run; games and what they cost come from the store."""
    parts = [f"<h1>{escape(history.run.name)}</h1>", f"<p class=note>run {history.run.id}, {history.run.created}</p>"]
    for race, verdict in zip(history.races, history.verdicts(), strict=True):
        parts += _race(history, race, verdict, list(store.details(race.id)))
    parts += _sessions(history)
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(history.run.name)}</title>"
    page += (
        f"<meta name=viewport content='width=device-width'><style>{STYLE}</style><body>{''.join(parts)}</body></html>"
    )
    path.write_text(page, encoding="utf-8")


def _race(history: History, race: StoredRace, verdict: Verdict, details: Sequence[Any]) -> Iterator[str]:
    walk = list(steps(race))
    yield f"<p class=verdict>{escape(_sentence(history, verdict))}</p>"
    yield _settings(race)
    yield "<h2>Candidates</h2>" + _table(race, verdict, walk)
    yield (
        "<p class=note>Mean reward, with the interval that the bound gives at the race's risk. Dropped does not mean "
        "proven bad: the drop risk is per candidate.</p>"
    )
    if walk:
        yield "<h2>Bounds over trials</h2>" + _picture(lambda path: draw_bounds(race, walk, path))
        yield "<h2>Where the trials went</h2>" + _picture(lambda path: draw_shares(race, walk, path))
    yield "<h2>What it cost</h2>" + _cost(race, verdict, details)
    if any("games" in found for _, _, found in details):
        yield "<h2>Games</h2>" + _games(race, details)


def _sentence(history: History, verdict: Verdict) -> str:
    if verdict.status == "accepted":
        return f"Accepted: {', '.join(str(name) for name in verdict.accepted)}."
    return {
        "none": "Nothing was accepted: every candidate was dropped.",
        "undecided": f"Undecided: the budget of {history.budget} trials is spent.",
        "running": "Not over yet.",
    }[verdict.status] + (" Asymptotic bound: no finite-sample guarantee." if verdict.asymptotic else "")


def _settings(race: StoredRace) -> str:
    shown = ("risk", "accept_above", "drop_below", "bound", "selection", "accept", "seed")
    return "<p>" + ", ".join(f"{key} <code>{escape(str(race.settings[key]))}</code>" for key in shown) + "</p>"


def _table(race: StoredRace, verdict: Verdict, walk: Sequence[Step]) -> str:
    ends = {step.candidate: step.total for step in walk if step.standing.decision}
    rows = []
    for place, name in enumerate(race.names):
        one = verdict.bounds[name]
        when = f" after {ends[place]} trials of the race" if place in ends else ""
        numbers = [str(one.trials), *(f"{value:.4f}" for value in (one.mean, one.lower, one.upper))]
        cells = "".join(f"<td class=n>{number}</td>" for number in numbers)
        decision = one.decision or "open"
        rows.append(f"<tr><td>{escape(name)}</td>{cells}<td class={decision}>{decision}{when}</td></tr>")
    heads = "".join(f"<th class=n>{head}</th>" for head in ("trials", "mean", "lower", "upper"))
    return f"<table><tr><th>candidate</th>{heads}<th>decision</th></tr>{''.join(rows)}</table>"


def _picture(draw: Callable[[Path], None]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figure.svg"
        draw(path)
        data = base64.b64encode(path.read_bytes()).decode()
    return f"<img alt='' src='data:image/svg+xml;base64,{data}'>"


def _cost(race: StoredRace, verdict: Verdict, details: Sequence[Any]) -> str:
    stored = sum(len(column.trials) for column in race.columns)
    lost = sum(int((column.rewards != column.rewards).sum()) for column in race.columns)
    lines = [
        f"{verdict.trials} trials counted; {stored} were played: {stored - verdict.trials} came ahead of their turn "
        "and were not needed.",
        f"{lost} trials were lost for good and counted against both decisions." if lost else "",
    ]
    cost = _summed(details)
    if cost.games:
        hours = cost.seconds / 3600
        lines.append(f"{cost.games} games, {hours:.2f} hours of thinking ({cost.seconds / cost.games:.2f} s a game).")
    for kind, count in sorted(cost.faults.items()):
        lines.append(f"{count} games lost by {kind}.")
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines if line) + "</ul>"


def _summed(details: Sequence[Any]) -> Cost:
    games = [game for _, _, found in details for game in found.get("games", [])]
    seconds = sum(sum(game.get("seconds", {}).values()) for game in games)
    faults: dict[str, int] = {}
    for game in games:
        for side, fault in game.get("faults", {}).items():
            kind = f"{fault.get('kind', 'fault')} of the {side}"
            faults[kind] = faults.get(kind, 0) + 1
    return Cost(len(games), seconds, faults)


def _games(race: StoredRace, details: Sequence[Any]) -> str:
    """A zip of some games inside the page."""
    found = [
        (f"{race.names[candidate]}-{trial:06d}-{number + 1}.sgf".replace("/", "_"), game["sgf"])
        for candidate, trial, told in details
        for number, game in enumerate(told.get("games", []))
        if "sgf" in game
    ]
    kept = found[:: max(1, -(-len(found) // GAMES_KEPT))]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in kept:
            archive.writestr(name, text)
    link = base64.b64encode(data.getvalue()).decode()
    return (
        f"<p><a download='games.zip' href='data:application/zip;base64,{link}'>{len(kept)} of {len(found)} games</a> "
        "as SGF, with seeds and settings in the comment of the root.</p>"
    )


def _sessions(history: History) -> Iterator[str]:
    yield "<h2>Sessions</h2><table><tr><th>started</th><th>command</th><th>machine</th><th>versions</th></tr>"
    for session in history.sessions:
        about = session.environment
        versions = ", ".join(f"{name} {about[name]}" for name in ("ponnuki", "python", "numpy", "numba") if about[name])
        machine = f"{about['cpu']}, {about['cores']} cores"
        cells = (session.started[:19].replace("T", " "), about["command"], machine, versions)
        yield "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>"
    yield "</table>"
