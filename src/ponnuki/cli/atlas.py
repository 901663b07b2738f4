"""`ponnuki atlas`: tables of the surroundings of moves, made from games, scored and shown."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ponnuki.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Iterable

app = typer.Typer(no_args_is_help=True, help="Tables of shapes from games: make, score and show them.")
_GAMES_HELP = "SGF files, folders, collections with one SGF a line; each may be gzipped."
_Games = Annotated[list[Path], typer.Argument(metavar="GAMES...", help=_GAMES_HELP)]
_Size = Annotated[int, typer.Option(min=2, help="Games on other boards are skipped.")]
_Most = Annotated[int | None, typer.Option(min=1, help="At most so many games, evenly spread. Default: all.")]


def _atlas() -> Any:
    """What the game knows of atlases."""
    from ponnuki.players.kit import DEFAULT_GAME, find_kit

    return find_kit(DEFAULT_GAME).atlas()


@app.command()
def build(
    paths: _Games,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write the atlas to.")],
    size: _Size = 19,
    games: _Most = None,
    support: Annotated[int, typer.Option(min=1, help="Keep shapes that were played at least so often.")] = 20,
    most: Annotated[
        int, typer.Option(min=1, help="Keep at most so many shapes; if there are more, the support is raised.")
    ] = 1 << 18,
    sample: Annotated[
        int | None, typer.Option(min=1, help="Number of games that weights are fitted to. Default: all.")
    ] = None,
    haste: Annotated[
        int | None, typer.Option(min=1, help="With --sample: number of games for a first, quick fit. Default: all.")
    ] = None,
    passes: Annotated[int, typer.Option(min=1, help="How often the fit goes through these games.")] = 1,
    threads: Annotated[int, typer.Option(min=1, max=256, help="Threads that count.")] = 2,
    force: Annotated[bool, typer.Option(help="Overwrite the file.")] = False,
    as_json: AsJson = False,
) -> None:
    """Make an atlas: count what surrounds the moves of games, and weigh it."""
    from ponnuki.cli.output import stderr_progress, writing

    _check_new(out, force)
    atlas = _atlas()
    with stderr_progress() as progress, writing(out):
        task = progress.add_task("reading games", total=None)
        read = atlas.read(paths, size, games)
        _name_skipped(read.skipped)
        settings = {"support": support, "most": most, "passes": passes, "threads": threads}
        settings |= {} if sample is None else {"sample": sample}
        settings |= {} if haste is None else {"haste": haste}
        about = atlas.build(
            read,
            out,
            settings,
            lambda what, done, total: progress.update(task, description=what, completed=done, total=total),
        )
    if as_json:
        typer.echo(json.dumps(about | {"file": str(out)}))
        return
    skipped = ", ".join(f"{count} {reason}" for reason, count in about["skipped"].items())
    typer.echo(f"{out}: {about['kept']} shapes and replies, {about['bytes'] / 1e6:.1f} MB")
    typer.echo(
        f"games: {about['games']}, moves: {about['positions']}, skipped: {len(read.skipped)} ({skipped or 'none'})"
    )
    typer.echo(f"played at least {about['support']} times; weights of {about['sample_games']} games,", nl=False)
    typer.echo(f" log-likelihood {about['log_likelihood']:.3f} of moves not yet learned from")


@app.command()
def score(
    what: Annotated[
        str, typer.Argument(metavar="FILE|PROGRAM", help="An atlas, a program, or a player's settings or file.")
    ],
    paths: _Games,
    size: _Size = 19,
    games: _Most = None,
    as_json: AsJson = False,
) -> None:
    """Say how well an atlas, or all that a program knows before it searches, foresees the moves of games."""
    from ponnuki.cli.output import stderr_progress

    atlas = _atlas()
    with stderr_progress() as progress:
        task = progress.add_task("reading games", total=None)
        read = atlas.read(paths, size, games)
        _name_skipped(read.skipped)
        progress.update(task, description="asking", total=read.count)
        result = atlas.score(what, read, lambda count: progress.update(task, advance=count))
    if as_json:
        typer.echo(json.dumps({"what": what, "games": read.count, "skipped": len(read.skipped)} | result))
        return
    columns = ["top1", "top5", "top10", "top20"]
    typer.echo(f"{what}, {read.count} games")
    typer.echo(f"{'':14}{'positions':>10}" + "".join(f"{name:>9}" for name in columns) + f"{'log-likelihood':>16}")
    for name, row in [("all", result), *result["phases"].items()]:
        shares = "".join(f"{row[column]:9.2%}" for column in columns)
        typer.echo(f"{name:14}{row['positions']:10}{shares}{row['log_likelihood']:16.4f}")


@app.command()
def show(
    what: Annotated[str, typer.Argument(metavar="FILE", help="An atlas, by its name or its file.")],
    out: Annotated[Path | None, typer.Option(metavar="PAGE.html", help="Default: ponnuki-out/atlas-NAME.html.")] = None,
    force: Annotated[bool, typer.Option(help="Overwrite the page.")] = False,
) -> None:
    """Draw the strongest, the most frequent and the most harmful surroundings of an atlas on one page."""
    from ponnuki.cli.output import DEFAULT_FOLDER, make_folder, writing

    text = _atlas().show(what)
    page = DEFAULT_FOLDER / f"atlas-{Path(what).stem}.html" if out is None else out
    if out is None:
        make_folder(page.parent)
    _check_new(page, force)
    with writing(page):
        page.write_text(text, encoding="utf-8")
    typer.echo(str(page))


def _check_new(path: Path, force: bool) -> None:
    """Refuse to overwrite a file, or to write where there is no folder, before any work is done."""
    from ponnuki.errors import BadInput

    if path.is_dir() or not path.parent.is_dir():
        raise BadInput(f"{path}: name a file in a folder that exists")
    if path.exists() and not force:
        raise BadInput(f"{path} is there already: add --force to overwrite it, or name another --out")


def _name_skipped(skipped: "Iterable[tuple[str, str]]") -> None:
    for name, reason in skipped:
        print(f"skipped {name}: {reason}", file=sys.stderr)
