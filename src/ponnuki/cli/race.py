"""`ponnuki race`: which candidates are better than the baseline, at a known risk."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponnuki.cli.farms import farm_maker
from ponnuki.cli.options import (
    DEFAULT_STORE,
    AcceptAbove,
    AsJson,
    Dask,
    DrawAt,
    DropBelow,
    DryRun,
    Force,
    Game,
    Komi,
    MaybeOpenings,
    Name,
    Nodes,
    Notify,
    Preset,
    Referee,
    ResignAt,
    Rules,
    Size,
    StorePath,
    Tc,
    Workers,
)
from ponnuki.errors import BadInput

if TYPE_CHECKING:
    from ponnuki.lab.races.session import Session


def race(
    what: Annotated[
        list[str],
        typer.Argument(
            help="A race file (baseline, candidates, risk), or players as in ponnuki match: the baseline, then who may"
            " be better.",
            metavar="RACE.toml | OLD NEW...",
        ),
    ],
    preset: Preset = None,
    accept_above: AcceptAbove = None,
    drop_below: DropBelow = None,
    risk: Annotated[
        float | None, typer.Option(help="Probability of a wrong decision that you agree to. Default: 0.05.")
    ] = None,
    openings: MaybeOpenings = None,
    game: Game = None,
    size: Size = None,
    komi: Komi = None,
    rules: Rules = None,
    referee: Referee = None,
    tc: Tc = None,
    nodes: Nodes = None,
    resign_at: ResignAt = None,
    draw_at: DrawAt = None,
    seed: Annotated[int | None, typer.Option(help="Another seed, other games. Default: 0.")] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Play one trial of each candidate only; a reproducible one twice, to compare."),
    ] = False,
    budget: Annotated[int | None, typer.Option(help="Most trials to play. Rerun with more to extend the race.")] = None,
    games: Annotated[
        int | None, typer.Option(help="Most games to play, an even number: two for each trial. Instead of --budget.")
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
    name: Name = None,
    store: StorePath = DEFAULT_STORE,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write the report and the trials to when the race is over.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
    dry_run: DryRun = False,
    notify: Notify = None,
) -> None:
    """Race candidates against a baseline. Rerun to resume, or to reprint the result.

    A race file contains its games and thresholds: the options for them are for a race without a file. `--preset` is
    for both. `ponnuki race uci:old uci:new --preset gain --tc 10+0.1 --openings book.epd` needs no file.
    """
    from ponnuki.cli.dry_run import show_race
    from ponnuki.cli.output import interruptible, own_folder
    from ponnuki.cli.race_display import RaceDisplay, show_checks, show_outcome
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.races import session as race_session

    asked = {"openings": openings, "game": game, "size": size, "komi": komi, "rules": rules, "referee": referee}
    asked |= {"accept_above": _threshold(accept_above), "drop_below": _threshold(drop_below), "risk": risk}
    asked |= {"seed": seed, "resign_at": resign_at, "draw_at": draw_at}
    session = _session(what, preset, asked, {"tc": tc, "nodes": nodes}, _most_trials(budget, games), name)
    if games is not None and session.contest.games_per_trial == 1:
        raise BadInput("--games counts games, and the trials of this race are none: say --budget")
    if dry_run:
        show_race(session, store, as_json)
        return
    if check:
        session.contest.check()
        with farm_maker(workers, dask, session.contest.samples)() as farm:
            rows = race_session.check(session.contest, farm)
        typer.echo(json.dumps({"run": session.name, "candidates": rows})) if as_json else show_checks(rows)
        return
    folder = None if out is None else own_folder(out, session.name, force)
    with interruptible(store, "trial"), Store(store, write=True) as opened, RaceDisplay(session) as display:
        outcome = session.run(opened, farm_maker(workers, dask, session.contest.samples), display.show)
    if folder is not None:
        _write_results(store, session, folder)
    typer.echo(json.dumps(outcome.as_json() | {"store": str(store)})) if as_json else show_outcome(outcome, store)


def _session(
    what: list[str],
    preset: str | None,
    asked: dict[str, Any],
    limits: dict[str, Any],
    budget: int | None,
    name: str | None,
) -> "Session":
    """A race from its file, or from players and options; the preset goes with both."""
    from ponnuki.lab.races.session import Session
    from ponnuki.players.parse import parse_player, with_limits

    if len(what) > 1:
        players = [with_limits(parse_player(text, asked["game"]), limits) for text in what]
        return Session.of_players(players, asked | {"preset": preset}, budget, name)
    given = next((key for key, value in (asked | limits).items() if value is not None), None)
    if given is not None:
        raise BadInput(
            f"--{given.replace('_', '-')} is for a race without a file: write it into {what[0]}, or name two players"
        )
    return Session.of_file(Path(what[0]), budget, name, preset)


def _most_trials(budget: int | None, games: int | None) -> int | None:
    """How far to go, in trials."""
    from ponnuki.lab.matches.schedule import pairs_in

    if budget is not None and games is not None:
        raise BadInput("--budget and --games exclude each other: a trial of games is a pair of them")
    return budget if games is None else pairs_in(games)


def _threshold(text: str | None) -> float | str | None:
    """A number where it is one, as in a file: the same race has one name."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def _write_results(store: Path, session: "Session", folder: Path) -> None:
    from ponnuki.cli.output import mark_folder, writing
    from ponnuki.lab.journal.archive import pack
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.pages.race import write_report
    from ponnuki.lab.races.history import history_of

    with Store(store) as opened, writing(folder):
        run = opened.find_run(session.name)
        mark_folder(folder, run)
        history = history_of(opened, run)
        pack(opened, run, history.races, folder)
        write_report(history, folder / "report.html", opened)
