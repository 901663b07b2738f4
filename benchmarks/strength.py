"""Games against GNU Go, or another program, at its own CPU time: calibrate, then play a match with that much a move.

    python benchmarks/strength.py --size 9 --games 200
    python benchmarks/strength.py --size 9 --games 400 --sims 1000
    python benchmarks/strength.py --size 9 --games 200 --opponent 'pachi -t =1000 -s {seed} threads=1'

The opponent's mean CPU time a move is that of its process in a few games of the same run, from its first move on. The
match is an ordinary `ponnuki match`: it is stored, and the same command goes on after an interruption (with `--cpu`, as
printed).
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import psutil
import typer

from ponnuki.games.go import Position, Rules
from ponnuki.gtp.client import GtpDied, GtpProgram
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec

GNUGO = "gnugo --mode gtp --level 10 --chinese-rules --seed {seed}"


def calibrate(size: int, opponent: str, games: int) -> float:
    """The opponent's CPU seconds a move in games against our program."""
    spent, moves = 0.0, 0
    for number in range(games):
        seconds, made = calibration_game(size, opponent, 90_001 + number, "bw"[number % 2])
        spent, moves = spent + seconds, moves + made
        typer.echo(f"calibration game {number + 1}: {spent / moves:.3f} CPU seconds a move so far", err=True)
    return spent / max(1, moves)


def calibration_game(size: int, opponent: str, seed: int, ours: str) -> tuple[float, int]:
    """The opponent's CPU seconds and moves in one game; where it crashes, as GNU Go may on 19x19, up to then."""
    player = GoPlayer(PlayerSpec(size=size, sims=1000, seed=seed))
    position, moves, spent = Position.empty(size, Rules()), 0, 0.0
    with GtpProgram(opponent.replace("{seed}", str(seed))) as program:
        for command in (f"boardsize {size}", "clear_board", "komi 7.5"):
            program.ask(command)
        before = cpu_time(program)
        try:
            while not position.is_over and position.move_number < 3 * size * size:
                if position.to_move == ours:
                    player.set_position(position, 7.5)
                    move = player.choose(player.spec.limit()).move
                    if move != "resign":
                        program.ask(f"play {ours} {move}")
                else:
                    move = program.ask(f"genmove {position.to_move}").strip().lower()
                    spent, moves = cpu_time(program) - before, moves + 1
                if move == "resign":
                    break
                position = position.play(move)
        except GtpDied as death:
            typer.echo(f"{death} after {moves} moves", err=True)
    return spent, moves


def cpu_time(program: GtpProgram) -> float:
    """CPU seconds of a program and its children so far, all threads; pondering counts too."""
    process = psutil.Process(program._process.pid)
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(float(one.user + one.system) for one in times)


def main(
    size: int = 9,
    games: int = 200,
    opponent: Annotated[str, typer.Option(help="a GTP command, with {seed} where it takes one")] = GNUGO,
    sims: Annotated[int | None, typer.Option(help="simulations a move, instead of its CPU time")] = None,
    cpu: Annotated[float | None, typer.Option(help="CPU seconds a move, instead of calibrating")] = None,
    calibration: Annotated[int, typer.Option(help="calibration games")] = 6,
    seed: int = 1000,
    workers: Annotated[int | None, typer.Option(help="processes; one for each core if not given")] = None,
    store: str = "strength.sqlite",
) -> None:
    """Calibrate, say the command of the match, and run it."""
    if sims is None and cpu is None:
        cpu = round(calibrate(size, opponent, calibration), 3)
    ours = f"sims={sims}" if sims is not None else f"cpu={cpu}"
    match = [ours, f"gtp:{opponent}", "--games", str(games), "--size", str(size)]
    name = f"{size}x{size}-{ours}" + ("" if opponent == GNUGO else "-" + re.sub(r"\W+", "-", opponent).strip("-"))
    arguments = ["match", *match, "--seed", str(seed), "--store", store, "--name", name]
    arguments += ["--workers", str(workers)] if workers is not None else []
    typer.echo("ponnuki " + shlex.join(arguments), err=True)
    sys.exit(subprocess.call([str(Path(sys.executable).with_name("ponnuki")), *arguments]))


if __name__ == "__main__":
    typer.run(main)
