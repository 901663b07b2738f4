"""Whole games against GNU Go: both programs agree that the game is over, and on the score."""

import sys
from pathlib import Path

import pytest

from ponnuki.gtp.client import GtpDied, GtpProgram
from ponnuki.processes.programs import find_program

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed: apt install gnugo"),
]

GNU_GO = "gnugo --mode gtp --level 0 --chinese-rules --positional-superko"
ATTEMPTS = 4
LONGEST = 3
"""Moves by points of the board before a game counts as endless."""


def ours(tmp_path: Path, size: int, sims: int, seed: int) -> GtpProgram:
    """Our program as users start it, but one that never resigns."""
    spec = tmp_path / "player.toml"
    spec.write_text("resign = 0.0\n")
    options = ["--size", str(size), "--sims", str(sims), "--seed", str(seed), "--spec", str(spec)]
    return GtpProgram(
        [sys.executable, "-c", "from ponnuki.cli import main; main()", "gtp", *options], limit=300.0, name="ponnuki"
    )


def play(black: GtpProgram, white: GtpProgram, size: int, komi: float) -> list[str]:
    """The moves of a game that ends with two passes."""
    for program in (black, white):
        for command in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            program.ask(command)
    moves: list[str] = []
    while moves[-2:] != ["pass", "pass"]:
        mover, other, color = (black, white, "b") if len(moves) % 2 == 0 else (white, black, "w")
        move = mover.ask(f"genmove {color}").lower()
        assert move != "resign"
        other.ask(f"play {color} {move}")
        moves.append(move)
        assert len(moves) < LONGEST * size**2, "the game does not end"
    return moves


@pytest.mark.parametrize(("size", "sims", "first"), [(9, 400, True), (9, 1000, False), (19, 40, True)])
def test_games_end_with_one_winner_and_with_one_score_where_the_same_stones_are_dead(
    size: int, sims: int, first: bool, tmp_path: Path
) -> None:
    for seed in range(ATTEMPTS):
        with ours(tmp_path, size, sims, seed) as own, GtpProgram(f"{GNU_GO} --seed {seed + 1}", limit=120.0) as gnu:
            try:
                moves = play(own, gnu, size, 7.5) if first else play(gnu, own, size, 7.5)
            except GtpDied:
                if not own.is_running:
                    raise
                continue  # GNU Go falls over some positions; such a game counts for nobody
            scores = [program.ask("final_score") for program in (own, gnu)]
            dead = [set(program.ask("final_status_list dead").split()) for program in (own, gnu)]
            assert scores[0][0] == scores[1][0], own.ask("showboard") + own.ask("printsgf")
            assert (scores[0] == scores[1]) == (dead[0] == dead[1]), own.ask("showboard") + own.ask("printsgf")
            assert len(moves) > size**2 // 3
            return
    pytest.fail(f"GNU Go crashed in {ATTEMPTS} games")
