"""`ponnuki report` for a campaign: the accepted shapes drawn, the tables, the bounds, what it cost."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain
from pathlib import Path

from ponnuki.knowledge.shape_picture import draw_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.confirm import Confirmed, confirmations
from ponnuki.lab.learn.modification import describe
from ponnuki.lab.learn.state import Iteration, State, state_of
from ponnuki.lab.matches.result import named
from ponnuki.lab.pages.campaign_figures import draw_rewards, draw_strength
from ponnuki.lab.pages.page import Game, Marked, download, listing, picture, sessions, table, write_page
from ponnuki.lab.pages.race_figures import draw_bounds
from ponnuki.lab.races.fold import steps
from ponnuki.players.kit import find_kit
from ponnuki.race.campaign import SPENDINGS

MOST_BOUNDS = 12
"""Accepted modifications whose race is drawn."""

FRESH = (
    "Fresh games, their number fixed beforehand. Confirmed: shown to be better than its baseline; refuted: shown to be "
    "below what it was accepted for."
)
"""What the words in the table of fresh games mean."""


def write_report(store: Store, run: Run, path: Path) -> None:
    """Write the page of a campaign."""
    write_page_of(store, run, state_of(store, run), path)


def write_page_of(store: Store, run: Run, state: State, path: Path) -> None:
    """Write the page of a campaign whose journal has been folded."""
    checked = confirmations(store, run, state)
    write_page(path, run, [*_parts(state, checked, _games(store, state)), *sessions(store.sessions(run))])


def _games(store: Store, state: State) -> Iterator[list[Game]]:
    """The games of the races, pair by pair, read one after the other: together they may not fit into memory."""
    for one in state.iterations:
        for candidate, trial, told in store.details(one.stored.id):
            if "games" in told:
                name = f"{one.stored.number + 1:03}-{candidate + 1:02}-{trial:06}"
                yield [named(f"{name}-{number}", game) for number, game in enumerate(told["games"], start=1)]


def _parts(state: State, checked: Sequence[Confirmed], games: Iterator[Sequence[Game]]) -> Iterator[str]:
    yield f"<p class=verdict>{escape(headline(state))}</p>"
    yield _settings(state)
    if state.accepted:
        yield "<h2>Accepted</h2>" + "".join(_accepted(state, one, place) for place, one in enumerate(state.accepted, 1))
        if state.settings.counted_in == "games":
            yield "<h2>Confirmation</h2>" + _confirmation(checked)
        kept = step_by_step(state, checked)
        yield "<h2>Strength over the campaign</h2>" + picture(lambda path: draw_strength(state.accepted, kept, path))
    if state.trials:
        yield "<h2>All candidates</h2>" + picture(lambda path: draw_rewards(state, path))
    yield "<h2>Iterations</h2>" + _iterations(state.iterations)
    yield "<h2>What it cost</h2>" + listing(_cost(state))
    if (first := next(games, None)) is not None:
        yield "<h2>Games</h2>" + download(chain([first], games), state.trials)
    for one in state.accepted[:MOST_BOUNDS]:
        yield f"<h2>Iteration {one.stored.number + 1}: bounds over trials</h2>" + picture(
            lambda path, one=one: draw_bounds(one.stored, list(steps(one.stored)), path)  # type: ignore[misc]
        )


def headline(state: State) -> str:
    """The campaign in a sentence."""
    over = sum(one.over for one in state.iterations)
    tried = sum(len(one.drawn.changes) for one in state.iterations)
    many = "iteration" if over == 1 else "iterations"
    meaning = SPENDINGS[state.settings.spending]
    return (
        f"{len(state.accepted)} accepted of {tried} modifications drawn, {over} {many} finished, "
        f"{2 * state.trials} {state.settings.counted_in}; {meaning} is at most {state.settings.risk:g}."
    )


def step_by_step(state: State, checked: Sequence[Confirmed]) -> list[Confirmed]:
    """Fresh games of each accepted modification against the baseline before it; none where some are missing."""
    single = [one for one in checked if one.label.split(":")[0] in map(str, range(1, len(state.accepted) + 1))]
    return single if len(single) == len(state.accepted) else []


def _settings(state: State) -> str:
    settings = state.settings
    shown = {
        "baseline": ", ".join(f"{key} {value}" for key, value in settings.baseline.items()) or "default",
        "individuals": settings.kind,
        "candidates in an iteration": settings.candidates,
        "accept above": settings.accept_above,
        "drop below": settings.drop_below,
        "openings": settings.openings,
        "seed": settings.seed,
    }
    return "<p>" + ", ".join(f"{key} <code>{escape(str(value))}</code>" for key, value in shown.items()) + "</p>"


def _accepted(state: State, one: Iteration, place: int) -> str:
    change, game = one.accepted, state.game
    assert change is not None
    drawn = draw_shape(change, find_kit(game).surroundings) if isinstance(change, Shape) else ""
    standing = one.verdict.bounds[one.verdict.accepted[0]]
    way = one.drawn.ways[one.drawn.changes.index(change)]
    told = (
        f"{place}: {describe(change, game)}; {way}, iteration {one.stored.number + 1}, {standing.trials} trials, "
        f"mean {standing.mean:.3f} in [{standing.lower:.3f}, {standing.upper:.3f}]"
    )
    return f"<figure class=shape>{drawn}<figcaption>{escape(told)}</figcaption></figure>"


def _confirmation(checked: Sequence[Confirmed]) -> str:
    if not checked:
        return "<p>No fresh games yet: <code>ponnuki confirm</code> plays them.</p>"
    rows = [(one.label, one.opponent, one.games, percentage(one), Marked(one.verdict)) for one in checked]
    note = f"<p class=note>{FRESH}</p>"
    return table(("tested", "against", "games", "rate", "verdict"), rows, (0, 1, 4)) + note


def percentage(one: Confirmed) -> str:
    """The rate in fresh games, with its standard error."""
    error = "" if one.standard_error is None else f" ± {100 * one.standard_error:.2f}"
    return f"{100 * one.rate:.2f}{error} %"


def outcome(one: Iteration) -> str:
    """What has come of a race, in a word or with what it accepted."""
    word = {"none": "dropped", "running": "open"}.get(one.verdict.status, one.verdict.status)
    return " ".join((word, *map(str, one.verdict.accepted[:1])))


def _iterations(iterations: Sequence[Iteration]) -> str:
    rows = []
    for one in iterations:
        ways = Counter(one.drawn.ways)
        drawn = ", ".join(f"{count} {way}" for way, count in sorted(ways.items()))
        rejected = ", ".join(f"{count} {why}" for why, count in sorted(one.drawn.rejected.items()))
        best = max((standing.mean for standing in one.verdict.bounds.values() if standing.trials), default=None)
        mean = None if best is None else f"{best:.3f}"
        cells = (one.stored.number + 1, drawn, rejected, one.verdict.trials, mean, Marked(outcome(one)))
        rows.append(cells)
    heads = ("", "drawn", "turned down before a game", "trials", "best mean", "verdict")
    return table(heads, rows, (1, 2, 5))


def _cost(state: State) -> Iterator[str]:
    spent: Counter[str] = Counter()
    for one in state.iterations:
        for standing in one.verdict.bounds.values():
            spent[standing.decision or "not decided"] += 2 * standing.trials
    for kind in ("accepted", "dropped", "not decided"):
        if spent[kind]:
            yield f"{spent[kind]} {state.settings.counted_in} on candidates that were {kind}"
    turned: Counter[str] = Counter()
    for one in state.iterations:
        turned.update(one.drawn.rejected)
    for why, count in sorted(turned.items()):
        yield f"{count} individuals turned down before a game: {why}"
