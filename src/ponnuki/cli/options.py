"""Options that more than one command has, each said once: the same word means the same everywhere.

`--games` counts games, `--pairs` pairs of games, `--budget` and `--patience` trials. What only one command has stands
in its own file. A command that takes an option from here and gives it another default says so in its help.
"""

from pathlib import Path
from typing import Annotated

import typer

from ponnuki.cli.notify import remember

DEFAULT_STORE = Path("ponnuki.sqlite")

# ---- where it runs, and what becomes of it --------------------------------------------------------------------------

StorePath = Annotated[Path, typer.Option("--store", help="The SQLite file that holds all runs.")]
Workers = Annotated[int | None, typer.Option("--workers", help="Processes. Default: one for each core.")]
Dask = Annotated[
    str | None, typer.Option("--dask", help="Use a Dask cluster, tcp://HOST:PORT or a scheduler file, instead.")
]
Name = Annotated[str | None, typer.Option("--name", help="Name of the run. Default: made of what is played.")]
RunName = Annotated[str, typer.Argument(help="Name or id of a run, or the beginning of one.", metavar="RUN")]
Out = Annotated[Path | None, typer.Option("--out", help="Folder for the files. Default: ponnuki-out/RUN.")]
Force = Annotated[bool, typer.Option("--force", help="Use the folder, or overwrite the file, even if it exists.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Check everything and say what would be played; play and write nothing.")
]
Notify = Annotated[
    str | None,
    typer.Option(
        "--notify",
        metavar="COMMAND",
        callback=remember,
        help="A shell command to run at the end; {status} in it becomes done, failed or interrupted.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", help="Another seed, other games.")]

# ---- what is played -------------------------------------------------------------------------------------------------

PLAYER = (
    "A spec file, settings such as sims=1000,search.tuned=true, gtp:COMMAND or uci:COMMAND, which may contain {seed}."
)
Game = Annotated[str | None, typer.Option("--game", help="Which game: {games}. Default: what the players say.")]
Size = Annotated[
    int | None,
    typer.Option(
        "--size", help="Lines of the board, or cells of a side. Default: what the players say, or the game's."
    ),
]
Komi = Annotated[
    float | None, typer.Option("--komi", help="Points for White, in games with a score. Default: 7.5, or the players'.")
]
Rules = Annotated[str | None, typer.Option("--rules", help="Which rules: {rules}. Default: the first.")]
Referee = Annotated[
    str | None, typer.Option("--referee", help="own, or gtp:COMMAND of a program that scores. Default: own.")
]
OPENINGS = (
    "none, random:4, balanced:32, a text, SGF, EPD or PGN file, or a folder of SGF files. After the name of a"
    " file: ,order=listed ,offset=N ,plies=N. Default: none."
)
Openings = Annotated[str, typer.Option("--openings", help=OPENINGS)]
MaybeOpenings = Annotated[str | None, typer.Option("--openings", help=OPENINGS)]
Tc = Annotated[
    str | None,
    typer.Option(
        "--tc",
        help="Clocks of GTP and UCI programs that say none themselves: seconds + seconds a move, as in 10+0.1.",
    ),
]
Nodes = Annotated[
    int | None, typer.Option("--nodes", help="Nodes a move, for UCI programs that say no limit themselves.")
]
ResignAt = Annotated[
    str | None,
    typer.Option(
        "--resign-at",
        help="End games that both programs call lost: moves=3,score=600 (centipawns). Results then rest on their word.",
    ),
]
DrawAt = Annotated[
    str | None,
    typer.Option(
        "--draw-at", help="End games that both call drawn: after=40,moves=8,score=10. Results then rest on their word."
    ),
]
Sims = Annotated[int | None, typer.Option("--sims", help="Simulations a move. Default: what the player says, or 1000.")]
Program = Annotated[str | None, typer.Option("--program", help="Which of our programs: {programs}. Default: default.")]

# ---- the statistics -------------------------------------------------------------------------------------------------

Preset = Annotated[
    str | None,
    typer.Option("--preset", help="Thresholds people know: gain (is it better?) or simplify (is it not worse?)."),
]
THRESHOLD = "a rate (0.501), an Elo (2elo) or a normalised one (1.5nelo), instead of the preset's."
AcceptAbove = Annotated[str | None, typer.Option("--accept-above", help=f"Accept what is proven above: {THRESHOLD}")]
DropBelow = Annotated[str | None, typer.Option("--drop-below", help=f"Drop what is proven below: {THRESHOLD}")]
Risk = Annotated[float, typer.Option("--risk", help="Probability of a wrong decision that you agree to.")]
