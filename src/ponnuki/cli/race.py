"""`ponnuki race`: which candidates are better than the baseline, at a known risk."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponnuki.cli.dry_run import DryRun
from ponnuki.cli.farms import Dask, Workers, farm_maker
from ponnuki.cli.notify import Notify

if TYPE_CHECKING:
    from ponnuki.lab.races.session import Session

Store = Annotated[Path, typer.Option("--store", help="The SQLite file that holds all runs.")]
DEFAULT_STORE = Path("ponnuki.sqlite")


Preset = Annotated[
    str | None, typer.Option(help="Thresholds people know: gain (is it better?) or simplify (is it not worse?).")
]


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
    openings: Annotated[str | None, typer.Option(help="Without a file: openings, as in ponnuki match.")] = None,
    tc: Annotated[str | None, typer.Option(help="Without a file: clocks, as in ponnuki match.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Without a file: nodes a move, as in ponnuki match.")] = None,
    game: Annotated[str | None, typer.Option(help="Without a file: which game, {games}.")] = None,
    size: Annotated[int | None, typer.Option(help="Without a file: lines of the board.")] = None,
    risk: Annotated[
        float | None, typer.Option(help="Without a file: probability of being wrong. Default: 0.05.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Without a file: another seed, other games.")] = None,
    resign_at: Annotated[str | None, typer.Option(help="Without a file: as in ponnuki match.")] = None,
    draw_at: Annotated[str | None, typer.Option(help="Without a file: as in ponnuki match.")] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Play one trial of each candidate only; a reproducible one twice, to compare."),
    ] = False,
    workers: Workers = None,
    dask: Dask = None,
    store: Store = DEFAULT_STORE,
    budget: Annotated[int | None, typer.Option(help="Most trials to play. Rerun with more to extend the race.")] = None,
    name: Annotated[str | None, typer.Option(help="Name of the run. Default: the name of the file.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write the report and the trials to when the race is over.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Write to the folder even if it holds other files.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")] = False,
    dry_run: DryRun = False,
    notify: Notify = None,
) -> None:
    """Race candidates against a baseline. Rerun to resume, or to reprint the result.

    `ponnuki race uci:old uci:new --preset gain --tc 10+0.1 --openings book.epd` needs no file.
    """
    from ponnuki.cli.dry_run import show_race
    from ponnuki.cli.output import interruption, own_folder
    from ponnuki.cli.race_display import RaceDisplay, show_checks, show_outcome
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.races import session as race_session
    from ponnuki.lab.runs.interruption import Interrupted

    asked = {"openings": openings, "game": game, "size": size, "risk": risk, "seed": seed}
    asked |= {"resign_at": resign_at, "draw_at": draw_at}
    session = _session(what, preset, asked, {"tc": tc, "nodes": nodes}, budget, name)
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
    try:
        with Store(store, write=True) as opened, RaceDisplay(session) as display:
            outcome = session.run(opened, farm_maker(workers, dask, session.contest.samples), display.show)
    except (Interrupted, KeyboardInterrupt):
        raise interruption(store, "trial") from None
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
    """A race from its file, which says all but the preset, or from players and options."""
    from ponnuki.errors import BadInput
    from ponnuki.lab.races.session import Session
    from ponnuki.players.parse import parse_player, with_limits

    if len(what) > 1:
        players = [with_limits(parse_player(text, asked["game"]), limits) for text in what]
        return Session.of_players(players, asked | {"preset": preset}, budget, name)
    given = next((key for key, value in (asked | limits).items() if value is not None), None)
    if given is not None:
        raise BadInput(f"--{given} is for a race without a file: write it into {what[0]}, or name two players")
    return Session.of_file(Path(what[0]), budget, name, preset)


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
