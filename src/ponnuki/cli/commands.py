"""All commands: each lives in its own file, holds no logic, and imports what it needs when it runs."""

import sys
from typing import Annotated, Any, NoReturn

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
from ponnuki.errors import BadInput

_UsageError: Any = typer.BadParameter.__base__  # which older versions of typer take from click, newer ones have inside

app = typer.Typer(
    name="ponnuki",
    help="A laboratory for Monte-Carlo Tree Search programs.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)

RACES, RUNS, BOARDS, MACHINE, MEASURES = "Who is stronger", "Runs in a store", "Games", "This machine", "Measurements"
"""The groups of commands in the help."""

app.command("demo", rich_help_panel=RACES)(demo.demo)
app.command("race", cls=GameCommand, rich_help_panel=RACES)(race.race)
app.command("match", cls=GameCommand, rich_help_panel=RACES)(match.match)
app.command("tournament", cls=GameCommand, rich_help_panel=RACES)(tournament.tournament)
app.command("learn", cls=GameCommand, rich_help_panel=RACES)(learn.learn)
app.command("confirm", rich_help_panel=RACES)(confirm.confirm)
app.command("plan", rich_help_panel=RACES)(plan.plan)
app.command("judge", rich_help_panel=RACES)(judge.judge)

app.command("status", rich_help_panel=RUNS)(runs.status)
app.command("report", rich_help_panel=RUNS)(runs.report)
app.command("export", rich_help_panel=RUNS)(runs.export)
app.command("import", rich_help_panel=RUNS)(confirm.import_run)
app.command("serve", rich_help_panel=RUNS)(serve.serve)

app.command("play", cls=GameCommand, rich_help_panel=BOARDS)(play.play)
app.command("gtp", cls=GameCommand, rich_help_panel=BOARDS)(gtp.gtp)
app.command("semeai", rich_help_panel=BOARDS)(semeai.semeai)
app.add_typer(atlas.app, name="atlas", rich_help_panel=BOARDS)

app.add_typer(study.app, name="study", rich_help_panel=MEASURES)
app.add_typer(bench.app, name="bench", rich_help_panel=MEASURES)

app.command("doctor", rich_help_panel=MACHINE)(doctor.doctor)
app.command("warm", cls=GameCommand, rich_help_panel=MACHINE)(warm.warm)


def run() -> None:
    """Run the command that was given, with the options that all commands have."""
    root = get_command(app)
    add_to_all(root)
    _show_flags_bare(root)
    try:
        code = root(standalone_mode=False)
    except _UsageError as error:
        _refuse(error)
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(error: Any) -> NoReturn:
    """Say in one line what is wrong with the words of a command, and whose help lists the right ones. If there are no
    words at all, show the help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        sys.exit(error.exit_code)
    text = " ".join(error.format_message().split()).removesuffix(".")
    command = "ponnuki" if error.ctx is None else error.ctx.command_path
    raise BadInput(f"{text[:1].lower()}{text[1:]}; see {command} -h") from None


def _show_flags_bare(command: Any) -> None:
    """A flag takes no value: the help of `--json` names no type behind it. `--help` is not among the parameters of a
    command; it is made when somebody asks for it."""
    make_help = command.get_help_option

    def bare_help(context: Any) -> Any:
        option = make_help(context)
        if option is not None:
            option.metavar = ""
        return option

    command.get_help_option = bare_help
    for option in command.params:
        if getattr(option, "is_flag", False) or getattr(option, "count", False):
            option.metavar = ""
    for inner in getattr(command, "commands", {}).values():
        _show_flags_bare(inner)


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
