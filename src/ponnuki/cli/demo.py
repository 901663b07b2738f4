"""`ponnuki demo`: the main job, small: a bare program learns a few shapes, and fresh games confirm them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.options import DryRun, Force, Notify, Workers

if TYPE_CHECKING:
    from ponnuki.lab.learn.session import Limits

BASELINE = {"program": "bare", "sims": 100}
"""Every rule and prior of the playouts and the tree off: where Hoock and Teytaud started."""
SECONDS, ACCEPTED = 120.0, 2
"""When learning ends; without any acceptance it goes on for as long again, until there is one."""

STORE = "ponnuki.sqlite"


def demo(
    seed: Annotated[int, typer.Option(help="Another seed, another campaign.")] = 0,
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(help="Folder for everything. Default: ponnuki-out/demo-SEED.")] = None,
    force: Force = False,
    dry_run: DryRun = False,
    notify: Notify = None,
) -> None:
    """Let a bare 9x9 program improve itself, and confirm in fresh games what it has learned."""
    from ponnuki.cli.confirm import run_checks
    from ponnuki.cli.dry_run import show_campaign
    from ponnuki.cli.learn import run_campaign
    from ponnuki.cli.learn_display import show_confirmed, show_state
    from ponnuki.cli.output import DEFAULT_FOLDER, make_folder, own_folder
    from ponnuki.lab.learn.session import Limits
    from ponnuki.lab.learn.settings import CampaignSettings
    from ponnuki.players.kit import DEFAULT_GAME, find_kit

    name = f"demo-{seed}"
    begun = ((out or DEFAULT_FOLDER / name) / STORE).exists()
    folder = own_folder(out, name, force or begun)
    typer.echo(
        f"A bare {find_kit(DEFAULT_GAME).title} program (9x9, 100 simulations a move) draws shapes out of its own"
        " games, races each against\n"
        "itself, and keeps what is proven to help; the risk of keeping anything else is 5 % in all. It takes minutes."
    )
    campaign = CampaignSettings.make({"baseline": BASELINE, "seed": seed}, "demo")
    store = folder / STORE
    if dry_run:
        show_campaign(campaign, name, store, as_json=False)
        return
    make_folder(folder)

    def learn(limits: "Limits") -> bool:
        _, state, why, _ = run_campaign(campaign, limits, name, store, folder, True, workers)
        show_state(state, why)
        return bool(state.accepted)

    if not learn(Limits(accepted=ACCEPTED, seconds=SECONDS)) and not learn(Limits(accepted=1, seconds=SECONDS)):
        typer.echo(f"Nothing was accepted this time. To go on: ponnuki demo --seed {seed}; or try another --seed.")
        return
    typer.echo("Fresh games, to see whether it is true:")
    _, done, _ = run_checks(name, None, 0, store, folder, True, workers)
    show_confirmed(done)
    for line in (
        f"the program:  {folder}/learned.toml    (ponnuki gtp --spec {folder}/learned.toml, or ponnuki play)",
        f"the report:   {folder}/report.html     (shapes drawn, bounds, what it cost)",
        f"go on:        ponnuki learn program=bare,sims=100 --seed {seed} --name {name} --store {store}",
        "for real:     ponnuki learn sims=1000 --good, ponnuki race --help, docs/learn.md",
    ):
        typer.echo(line)
