"""`ponnuki learn`: a program that improves itself, with a guarantee."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponnuki.cli.farms import Dask, Workers, farm_maker
from ponnuki.cli.match import AsJson, Force, Name
from ponnuki.cli.race import DEFAULT_STORE, Store

if TYPE_CHECKING:
    from ponnuki.lab.learn.session import Limits
    from ponnuki.lab.learn.settings import CampaignSettings
    from ponnuki.lab.learn.state import State
    from ponnuki.lab.store import Run

Spec = Annotated[
    str, typer.Argument(metavar="BASELINE", help="A spec file, or settings such as program=bare,sims=100.")
]
Threshold = Annotated[str, typer.Option(help="A rate (0.505), an Elo (2elo) or a normalised one (1.5nelo).")]


def learn(
    baseline: Spec = "sims=1000",
    good: Annotated[bool, typer.Option("--good", help="Draw shapes that make the search look more.")] = False,
    bad: Annotated[bool, typer.Option("--bad", help="Draw shapes that make it look less.")] = False,
    both: Annotated[bool, typer.Option("--both", help="Draw either; what is done without a choice.")] = False,
    settings: Annotated[bool, typer.Option("--settings", help="Draw changes of the program's numbers.")] = False,
    candidates: Annotated[int, typer.Option(help="Candidates of an iteration (the papers: 10, then 1).")] = 10,
    game: Annotated[str | None, typer.Option(help="Which game. Default: what the baseline says, or go.")] = None,
    size: Annotated[int | None, typer.Option(help="Lines of the board. Default: what the baseline says, or 9.")] = None,
    sims: Annotated[int | None, typer.Option(help="Simulations a move. Default: what the baseline says.")] = None,
    openings: Annotated[str, typer.Option(help="As for a match.")] = "none",
    risk: Annotated[float, typer.Option(help="Of any false acceptance in the whole campaign.")] = 0.05,
    spending: Annotated[str, typer.Option(help="any, or e-lond: the share of false acceptances instead.")] = "any",
    horizon: Annotated[
        int | None, typer.Option(help="Iterations planned: each gets an equal share of the risk.")
    ] = None,
    accept_above: Threshold = "0.505",
    drop_below: Threshold = "0.53",
    patience: Annotated[int | None, typer.Option(help="Trials of an iteration before it ends undecided.")] = None,
    games: Annotated[int | None, typer.Option(help="Games of the whole campaign at most; more extend it.")] = None,
    iterations: Annotated[int | None, typer.Option(help="Iterations at most.")] = None,
    accepts: Annotated[int | None, typer.Option(help="Stop when so many were accepted.")] = None,
    minutes: Annotated[float | None, typer.Option(help="Minutes of this session at most.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed, another campaign.")] = 0,
    workers: Workers = None,
    dask: Dask = None,
    name: Name = None,
    store: Store = DEFAULT_STORE,
    out: Annotated[Path | None, typer.Option(help="Folder for learned.toml and the report.")] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Draw modifications, race them, keep what is proven, go on from there. The same command again goes on."""
    from ponnuki.cli.learn_display import show_state
    from ponnuki.lab.learn.session import Limits
    from ponnuki.race.thresholds import rate

    chosen = {
        "kind": _kind(good, bad, both, settings),
        "candidates": candidates,
        "openings": openings,
        "risk": risk,
        "spending": spending,
        "horizon": horizon,
        "accept_above": rate(accept_above),
        "drop_below": rate(drop_below),
        "patience": patience,
        "seed": seed,
    }
    campaign = _campaign(baseline, {"game": game, "size": size, "sims": sims}, chosen)
    limits = Limits(_half(games), _positive("iterations", iterations), _positive("accepts", accepts), _seconds(minutes))
    run, state, why, folder = run_campaign(campaign, limits, name or _name(campaign), store, out, force, workers, dask)
    if as_json:
        typer.echo(json.dumps(_summary(run, state, why) | {"out": str(folder), "store": str(store)}))
        return
    show_state(state, why)
    typer.echo(f"the program: {folder}/learned.toml   the report: {folder}/report.html")
    typer.echo(
        f"fresh games: ponnuki confirm {run.name}" + _at(store) if state.accepted else f"in {store} as {run.name}"
    )


def run_campaign(
    campaign: "CampaignSettings",
    limits: "Limits",
    name: str,
    path: Path,
    out: Path | None,
    force: bool = False,
    workers: int | None = None,
    dask: str | None = None,
) -> "tuple[Run, State, str, Path]":
    """A session of a campaign with its progress on stderr; its files are in the folder also when it is interrupted."""
    from ponnuki.cli.learn_display import LearnDisplay
    from ponnuki.cli.output import mark_folder, own_folder
    from ponnuki.lab.environment import command_line
    from ponnuki.lab.learn.publish import LEARNED, write_results
    from ponnuki.lab.learn.session import GameWorkshop, LearnSession
    from ponnuki.lab.race_run import Interrupted
    from ponnuki.lab.store import Store

    folder = own_folder(out, name, force)
    with LearnDisplay(limits) as display, Store(path, write=True) as store:
        workshop = GameWorkshop(campaign, display.looking)
        make_farm = farm_maker(workers, dask, workshop.samples)
        why = ""
        try:
            _, why = LearnSession(name, campaign, limits, workshop).run(store, make_farm, display.show)
        except (Interrupted, KeyboardInterrupt):
            typer.echo(f"interrupted; every finished game is in {path}. To go on: {command_line()}", err=True)
        run = store.find_run(name)
        mark_folder(folder, run)
        state = write_results(store, run, folder)
    if not why:
        typer.echo(f"the program so far: {folder}/{LEARNED}", err=True)
        raise typer.Exit(130)
    return run, state, why, folder


def _kind(good: bool, bad: bool, both: bool, settings: bool) -> str:
    from ponnuki.errors import BadInput

    named = [name for name, wanted in (("good", good), ("bad", bad), ("both", both), ("settings", settings)) if wanted]
    if len(named) > 1:
        raise BadInput(f"--{named[0]} and --{named[1]} exclude each other")
    return named[0] if named else "both"


def _campaign(baseline: str, options: dict[str, Any], chosen: dict[str, Any]) -> "CampaignSettings":
    """Settings of a campaign; command options take precedence over the baseline's own."""
    from ponnuki.errors import BadInput
    from ponnuki.lab.learn.settings import CampaignSettings
    from ponnuki.players.parse import parse_player
    from ponnuki.players.spec import PlayerSpec

    _, spec = parse_player(baseline, options["game"])
    if not isinstance(spec, PlayerSpec):
        raise BadInput("only our own programs can be modified: a GTP program has no shapes or settings that we know of")
    given = {key: value for key, value in options.items() if value is not None}
    spec = PlayerSpec.make(spec.settings() | given | {"seed": 0}, baseline)
    return CampaignSettings.make({"baseline": spec.settings(), **chosen}, "learn")


def _name(campaign: "CampaignSettings") -> str:
    """A name for a campaign: what is learned from what, and a digest, so that other settings are another run."""
    import hashlib

    spec = campaign.spec()
    digest = hashlib.sha256(json.dumps(campaign.identity(), sort_keys=True).encode()).hexdigest()[:6]
    return f"learn-{spec.game}{spec.size}-{spec.program}-{campaign.kind}-{digest}"


def _summary(run: "Run", state: "State", why: str) -> dict[str, Any]:
    from ponnuki.lab.learn.modification import describe

    game = state.settings.spec().game
    return {
        "run": run.name,
        "id": run.id,
        "ended": why,
        "iterations": len(state.iterations),
        "games": 2 * state.trials,
        "accepted": [describe(one.accepted, game) for one in state.accepted if one.accepted is not None],
        "digest": state.baseline.digest,
    }


def _at(store: Path) -> str:
    return "" if store == DEFAULT_STORE else f" --store {store}"


def _half(games: int | None) -> int | None:
    from ponnuki.lab.fixtures import pairs_in

    return None if games is None else pairs_in(games)


def _positive(what: str, value: int | None) -> int | None:
    from ponnuki.errors import BadInput

    if value is not None and value < 1:
        raise BadInput(f"{what} is {value}: it must be at least 1")
    return value


def _seconds(minutes: float | None) -> float | None:
    from ponnuki.errors import BadInput

    if minutes is not None and not minutes > 0:
        raise BadInput(f"minutes is {minutes:g}: it must be more than 0")
    return None if minutes is None else 60 * minutes
