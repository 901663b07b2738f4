"""The command line: `ponnuki COMMAND`. Commands hold no logic and import what they need when they run.

Each command lives in its own file and is registered here; `main` turns errors into one line and an exit code
(2 bad input, 1 failed run, 130 interrupted).
"""

import sys
from typing import Annotated

import typer

from ponnuki import __version__
from ponnuki.cli import bench, confirm, demo, doctor, gtp, learn, match, plan, play, race, runs, study, tournament
from ponnuki.errors import PonnukiError

app = typer.Typer(
    name="ponnuki",
    help="A laboratory for Monte-Carlo Tree Search programs.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("confirm")(confirm.confirm)
app.command("demo")(demo.demo)
app.command("doctor")(doctor.doctor)
app.command("export")(runs.export)
app.command("gtp")(gtp.gtp)
app.command("import")(confirm.import_run)
app.command("learn")(learn.learn)
app.command("match")(match.match)
app.command("plan")(plan.plan)
app.command("play")(play.play)
app.command("race")(race.race)
app.command("report")(runs.report)
app.command("status")(runs.status)
app.command("tournament")(tournament.tournament)
app.add_typer(bench.app, name="bench")
app.add_typer(study.app, name="study")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"ponnuki {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of the program itself."""


def main() -> None:
    """Run the command line; errors people can act on become one line on stderr."""
    try:
        app()
    except PonnukiError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        typer.echo("interrupted", err=True)
        sys.exit(130)
