"""The search of the study's boards by the rules (`benchmarks/semeai_proof.py`): its rules are those of Go, and it does
not prove too much."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from semeai_proof import BLACK, LETTERS, NEIGHBOURS, PROVED, SIZE, WHITE, Prover, Task, area, first_moves, play

from ponnuki.games.go.position import Position
from ponnuki.lab.studies.semeai.positions import Shape, rows_of


def numbers(rows: list[str]):
    return np.array([".XO".index(cell) for cell in "".join(rows)], dtype=np.uint8)


def test_moves_and_scores_are_those_of_the_board():
    rng = random.Random(3)
    for shape in (Shape(3, 3, 1, 2), Shape(4, 2, 0, 3)):
        position, color, captures = Position.from_rows(rows_of(shape)), BLACK, 0
        for _ in range(150):
            board = numbers(position.rows())
            legal = {}
            for point in np.flatnonzero(board == 0):
                after = board.copy()
                if play(after, point, color, NEIGHBOURS)[0] >= 0:
                    legal[f"{LETTERS[point % SIZE]}{SIZE - point // SIZE}"] = after
            known = set(position.legal_moves()) - {"pass"}
            assert known <= legal.keys()  # superko forbids the others
            assert area(board, NEIGHBOURS) == position.score()
            if not known:
                break
            move = rng.choice(sorted(known))
            captures += (legal[move] > 0).sum() < (board > 0).sum()
            position, color = position.play(move), 3 - color
            assert (numbers(position.rows()) == legal[move]).all()
        assert captures


@pytest.mark.slow
@pytest.mark.parametrize("shape", [Shape(3, 3, 0, 1), Shape(3, 1, 0, 2)])
def test_right_moves_win_wrong_ones_lose_and_nothing_is_proved_both_ways(shape):
    right = {row * SIZE + column for row, column in shape.right}
    provers = {side: Prover(Task(shape, side), 1_000_000) for side in (BLACK, WHITE)}
    for point in first_moves(shape, every=True).values():
        proved = {side for side, prover in provers.items() if prover.ask(point) == PROVED}
        assert proved == {BLACK if point in right else WHITE}
