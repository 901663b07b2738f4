"""`ponnuki learn`: a program that improves itself, with a guarantee."""

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
    DropBelow,
    DryRun,
    Force,
    Game,
    Name,
    Notify,
    Openings,
    Out,
    Preset,
    Seed,
    Sims,
    Size,
    StorePath,
    Workers,
)

if TYPE_CHECKING:
    from ponnuki.lab.journal.store import Run
    from ponnuki.lab.learn.session import Limits
    from ponnuki.lab.learn.settings import CampaignSettings
    from ponnuki.lab.learn.state import State
    from ponnuki.lab.learn.subject import Judged

Spec = Annotated[
    str,
    typer.Argument(
        metavar="BASELINE", help="A spec file, settings such as program=bare,sims=100, or with --parameters any player."
    ),
]
USUAL_BASELINE = "sims=1000"
USUAL_THRESHOLDS = (0.505, 0.53)
"""What is accepted and dropped unless somebody says otherwise: a campaign looks for larger gains than a race."""


def learn(
    baseline: Spec = USUAL_BASELINE,
    good: Annotated[bool, typer.Option("--good", help="Draw shapes that make the search visit a move more.")] = False,
    bad: Annotated[bool, typer.Option("--bad", help="Draw shapes that make the search visit a move less.")] = False,
    both: Annotated[bool, typer.Option("--both", help="Draw shapes of both kinds (the default).")] = False,
    settings: Annotated[
        bool, typer.Option("--settings", help="Draw changes of the program's numeric settings instead of shapes.")
    ] = False,
    parameters: Annotated[
        Path | None,
        typer.Option(
            help="With --settings: a TOML file of numbers that may change, of any player or function, and their ranges."
        ),
    ] = None,
    proposer: Annotated[
        str, typer.Option(help="Who proposes their values: ours, or Optuna's tpe or cma-es (extra tune).")
    ] = "ours",
    candidates: Annotated[
        int, typer.Option(help="Candidates drawn in each iteration (Hoock and Teytaud used 10, then 1).")
    ] = 10,
    game: Game = None,
    size: Size = None,
    sims: Sims = None,
    openings: Openings = "none",
    risk: Annotated[float, typer.Option(help="Probability of any false acceptance in the whole campaign.")] = 0.05,
    spending: Annotated[
        str, typer.Option(help="What the risk limits: any (any false acceptance) or e-lond (the share of false ones).")
    ] = "any",
    horizon: Annotated[
        int | None, typer.Option(help="Planned number of iterations: each gets an equal share of the risk.")
    ] = None,
    preset: Preset = None,
    accept_above: AcceptAbove = None,
    drop_below: DropBelow = None,
    patience: Annotated[int | None, typer.Option(help="Most trials in one iteration; then it ends undecided.")] = None,
    games: Annotated[int | None, typer.Option(help="Most games in the campaign. Rerun with more to extend it.")] = None,
    iterations: Annotated[int | None, typer.Option(help="Most iterations.")] = None,
    accepts: Annotated[int | None, typer.Option(help="Stop after this many acceptances.")] = None,
    minutes: Annotated[float | None, typer.Option(help="Stop this session after so many minutes.")] = None,
    seed: Seed = 0,
    workers: Workers = None,
    dask: Dask = None,
    name: Name = None,
    store: StorePath = DEFAULT_STORE,
    out: Out = None,
    force: Force = False,
    as_json: AsJson = False,
    dry_run: DryRun = False,
    notify: Notify = None,
) -> None:
    """Draw modifications, race them, and keep what is proven as the next baseline. Rerun to resume."""
    from ponnuki.cli.dry_run import show_campaign
    from ponnuki.cli.learn_display import show_state
    from ponnuki.lab.learn.session import Limits
    from ponnuki.race.thresholds import preset as find_preset
    from ponnuki.race.thresholds import rate

    named = None if preset is None else find_preset(preset)
    usual = USUAL_THRESHOLDS if named is None else (named.accept_above, named.drop_below)
    chosen = {
        "kind": _kind(good, bad, both, settings),
        "candidates": candidates,
        "openings": openings,
        "risk": risk,
        "spending": spending,
        "horizon": horizon,
        "accept_above": rate(accept_above or usual[0]),
        "drop_below": rate(drop_below or usual[1]),
        "patience": patience,
        "seed": seed,
    }
    judged = None
    if parameters is not None:
        from ponnuki.lab.learn.parameters import read_tuning

        tuning = read_tuning(parameters)
        chosen |= {"parameters": tuning.parameters}
        judged = tuning.judged
    chosen |= {"proposer": proposer}
    options = {"game": game, "size": size, "sims": sims}
    if judged is None:
        campaign = _campaign(baseline, options, chosen)
    else:
        campaign = _function_campaign(judged, baseline, options, chosen)
    limits = Limits(_half(games), _positive("iterations", iterations), _positive("accepts", accepts), _seconds(minutes))
    if dry_run:
        show_campaign(campaign, name or _name(campaign), store, as_json)
        return
    beside = None if parameters is None else parameters.parent
    run, state, why, folder = run_campaign(
        campaign, limits, name or _name(campaign), store, out, force, workers, dask, beside
    )
    if as_json:
        typer.echo(json.dumps(_summary(run, state, why) | {"out": str(folder), "store": str(store)}))
        return
    show_state(state, why)
    what = "the program" if judged is None else "the arguments"
    typer.echo(f"{what}: {folder}/learned.toml   the report: {folder}/report.html")
    fresh = state.accepted and judged is None
    typer.echo(f"fresh games: ponnuki confirm {run.name}" + _at(store) if fresh else f"in {store} as {run.name}")


def run_campaign(
    campaign: "CampaignSettings",
    limits: "Limits",
    name: str,
    path: Path,
    out: Path | None,
    force: bool = False,
    workers: int | None = None,
    dask: str | None = None,
    beside: Path | None = None,
) -> "tuple[Run, State, str, Path]":
    """A session of a campaign with its progress on stderr; its files are in the folder also when it is interrupted.

    A function that judges is looked for in the folder `beside`.
    """
    from ponnuki.cli.learn_display import LearnDisplay
    from ponnuki.cli.output import interruption, mark_folder, own_folder, writing
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.learn.session import LearnSession, proposer_of
    from ponnuki.lab.learn.state import state_of
    from ponnuki.lab.pages.publish import LEARNED, write_results
    from ponnuki.lab.runs.interruption import Interrupted

    folder = own_folder(out, name, force)
    with LearnDisplay(limits) as display, Store(path, write=True) as store:
        proposer = proposer_of(campaign, beside, display.looking)
        make_farm = farm_maker(workers, dask, proposer.samples)
        state, why = None, ""
        try:
            state, why = LearnSession(name, campaign, limits, proposer).run(store, make_farm, display.show)
        except (Interrupted, KeyboardInterrupt):
            run = store.run_named(name)
            if run is None:
                raise interruption(path, "game") from None
        else:
            run = store.find_run(name)
        state = state or state_of(store, run)
        with writing(folder):
            mark_folder(folder, run)
            write_results(store, run, folder, state)
    if not why:
        typer.echo(f"the program so far: {folder}/{LEARNED}", err=True)
        raise interruption(path, "game")
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
    from ponnuki.players.spec import PlayerSpec, with_changes

    _, spec = parse_player(baseline, options["game"])
    if not isinstance(spec, PlayerSpec) and not chosen.get("parameters"):
        raise BadInput(
            "another program has no shapes or settings that we know of: name what may change by --settings --parameters"
        )
    given = {key: value for key, value in options.items() if value is not None}
    spec = type(spec).make(with_changes(spec.settings(), given) | {"seed": 0}, baseline)
    return CampaignSettings.make({"baseline": spec.settings(), **chosen}, "learn")


def _function_campaign(
    judged: "Judged", baseline: str, options: dict[str, Any], chosen: dict[str, Any]
) -> "CampaignSettings":
    """Settings of a campaign that a function judges; there is no game in it."""
    from ponnuki.errors import BadInput
    from ponnuki.lab.learn.settings import CampaignSettings

    given = [f"--{key}" for key, value in options.items() if value is not None]
    given += ["--openings"] if chosen["openings"] != "none" else []
    given += [f"the baseline {baseline}"] if baseline != USUAL_BASELINE else []
    if given:
        raise BadInput(f"{given[0]} has no meaning beside evaluate, where a function judges: remove one of them")
    return CampaignSettings.make({"baseline": judged.settings(), **chosen}, "learn")


def _name(campaign: "CampaignSettings") -> str:
    """A name for a campaign: what is learned from what, and a digest, so that other settings are another run."""
    import hashlib

    from ponnuki.lab.learn.subject import Judged
    from ponnuki.players.spec import PlayerSpec

    spec = campaign.spec()
    digest = hashlib.sha256(json.dumps(campaign.identity(), sort_keys=True).encode()).hexdigest()[:6]
    if isinstance(spec, Judged):
        return f"learn-{spec.evaluate.replace(':', '-')}-{digest}"
    who = spec.program if isinstance(spec, PlayerSpec) else Path(spec.command(0)[0]).name
    return f"learn-{spec.game}{spec.size}-{who}-{campaign.kind}-{digest}"


def _summary(run: "Run", state: "State", why: str) -> dict[str, Any]:
    from ponnuki.lab.learn.modification import describe

    game = state.game
    return {
        "run": run.name,
        "id": run.id,
        "ended": why,
        "iterations": len(state.iterations),
        state.settings.counted_in: 2 * state.trials,
        "accepted": [describe(one.accepted, game) for one in state.accepted if one.accepted is not None],
        "digest": state.baseline.digest,
    }


def _at(store: Path) -> str:
    return "" if store == DEFAULT_STORE else f" --store {store}"


def _half(games: int | None) -> int | None:
    from ponnuki.lab.matches.schedule import pairs_in

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
