"""`--dry-run`: what a command would play, when everything that can be checked beforehand has been checked."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from ponnuki.lab.learn.settings import CampaignSettings
    from ponnuki.lab.matches.schedule import Schedule
    from ponnuki.lab.races.session import Session

NOTHING = "nothing was played (--dry-run)"


def show_race(session: "Session", store: Path, as_json: bool) -> None:
    """A race: its candidates, thresholds and limits."""
    session.contest.check()
    file = session.file
    raced = {"candidates": list(session.contest.names)}
    raced |= {key: getattr(file, key) for key in ("risk", "accept_above", "drop_below", "bound", "seed")}
    budget = file.budget if session.budget is None else session.budget
    reproducible = all(trial.reproducible for trial in session.contest.samples())
    _show(session.name, store, raced | {"most trials": budget, "reproducible": reproducible}, as_json)


def show_schedule(schedule: "Schedule", name: str, store: Path, as_json: bool) -> None:
    """A match or a tournament: who plays, under what conditions, how many games."""
    schedule.check()
    conditions = schedule.conditions
    about: dict[str, Any] = {"players": [f"{one} ({spec.digest})" for one, spec in schedule.players]}
    about |= {key: getattr(conditions, key) for key in ("game", "size", "komi", "rules", "referee")}
    about |= {"openings": schedule.openings.name, "games": 2 * schedule.trials, "seed": schedule.seed}
    about["reproducible"] = all(spec.reproducible for _, spec in schedule.players)
    _show(name, store, about, as_json)


def show_campaign(campaign: "CampaignSettings", name: str, store: Path, as_json: bool) -> None:
    """A campaign: what is drawn, for whom, at what risk. A version is said of our programs alone."""
    from ponnuki.players.spec import PlayerSpec

    spec = campaign.spec()
    about = {"player": spec.digest} | campaign.identity()
    if not isinstance(spec, PlayerSpec):
        del about["programs"]
    _show(name, store, about, as_json)


def show_checks(run: str, games: int | None, times: int, path: Path, as_json: bool) -> None:
    """A confirmation: who plays whom, how many games each."""
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.learn import confirm as lab
    from ponnuki.lab.learn.state import campaign_named, state_of

    with Store(path) as store:
        found = campaign_named(store, run)
        wanted = lab.planned(state_of(store, found), times, games)
    checks = [f"{check.label} against {check.opponent}: {2 * count} games" for check, count in wanted]
    _show(found.name, path, {"checks": checks, "games": 2 * sum(count for _, count in wanted)}, as_json)


def show_study(title: str, cost: str, as_json: bool) -> None:
    """A study: how much it plays or searches."""
    typer.echo(json.dumps({"study": title, "cost": cost}) if as_json else f"{title}: {cost}\n{NOTHING}")


def _show(name: str, path: Path, about: Mapping[str, Any], as_json: bool) -> None:
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.runs.opening import SAID
    from ponnuki.processes.words import cleaned

    written = 0
    if path.exists():
        with Store(path) as store:
            run = store.run_named(name)
            written = 0 if run is None else sum(store.count(series) for series, _ in store.series(run))
    told = {"run": name, "store": str(path), "trials written": written, **about}
    if as_json:
        typer.echo(json.dumps({key.replace(" ", "_"): value for key, value in told.items()}))
        return
    for key, value in told.items():
        typer.echo(cleaned(f"{SAID.get(key, key)}: {_words(value)}"))
    typer.echo(NOTHING)


def _words(value: Any) -> str:
    """A value as people write it."""
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_words(one)}" for key, one in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
