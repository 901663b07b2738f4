"""All commands: each lives in its own file, holds no logic, and imports what it needs when it runs."""

from typing import Annotated

import typer
from typer.main import get_command

from ponnuki import __version__
from ponnuki.cli import (
    atlas,
    bench,
    confirm,
    demo,
    doctor,
    gtp,
    judge,
    learn,
    match,
    plan,
    play,
    race,
    runs,
    semeai,
    serve,
    study,
    tournament,
    warm,
)
from ponnuki.cli.games import GameCommand
from ponnuki.cli.verbosity import Quiet, Verbose, add_to_all, set_verbosity

app = typer.Typer(
    name="ponnuki",
    help="A laboratory for Monte-Carlo Tree Search programs.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)
app.command("confirm")(confirm.confirm)
app.command("demo")(demo.demo)
app.command("doctor")(doctor.doctor)
app.command("export")(runs.export)
app.command("gtp", cls=GameCommand)(gtp.gtp)
app.command("import")(confirm.import_run)
app.command("judge")(judge.judge)
app.command("learn", cls=GameCommand)(learn.learn)
app.command("match", cls=GameCommand)(match.match)
app.command("plan")(plan.plan)
app.command("play", cls=GameCommand)(play.play)
app.command("race", cls=GameCommand)(race.race)
app.command("report")(runs.report)
app.command("semeai")(semeai.semeai)
app.command("serve")(serve.serve)
app.command("status")(runs.status)
app.command("tournament", cls=GameCommand)(tournament.tournament)
app.command("warm", cls=GameCommand)(warm.warm)
app.add_typer(atlas.app, name="atlas")
app.add_typer(bench.app, name="bench")
app.add_typer(study.app, name="study")


def run() -> None:
    """Run the command that was given, with the options that all commands have."""
    root = get_command(app)
    add_to_all(root)
    root()


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ponnuki {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    quiet: Quiet = False,
    verbose: Verbose = 0,
) -> None:
    """A laboratory for Monte-Carlo Tree Search programs."""
    set_verbosity(quiet, verbose)
