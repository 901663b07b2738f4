"""Small questions about chains against the oracle, at every legal point of random boards."""

import numpy as np
import pytest
from oracle import both

from ponnuki.games.go import Rules
from ponnuki.games.go.layout import BLACK, geometry, vertex_of
from ponnuki.games.go.tactics import captured_size, captures, is_self_atari
from ponnuki.kernels import jit

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]

SIZE = 5


@jit
def answers(board, tables, v):
    return (
        captures(board, tables, v, BLACK),
        captured_size(board, tables, v, BLACK) > 0,
        is_self_atari(board, tables, v, BLACK),
    )


def test_captures_and_self_atari_are_what_the_oracle_sees_after_the_move(scaled):
    rng, seen = np.random.default_rng(4), []
    for _ in range(scaled(1500)):
        rows = ["".join(row) for row in rng.choice([".", "X", "O"], (SIZE, SIZE), p=[0.4, 0.3, 0.3])]
        try:
            position, naive = both(rows, rules=Rules("simple"))
        except ValueError:
            continue  # stones without liberties
        board = position.board()[0]
        others = sum(color == "w" for _, color in naive.stones)
        for point in naive.legal_moves() - {None}:
            after = dict(naive.play(point).stones)
            taken = others - list(after.values()).count("w")
            alone = taken == 0 and len(naive.liberties(after, point)) == 1
            got = answers(board, geometry(SIZE)[0], np.uint16(vertex_of(SIZE, *point)))
            assert tuple(map(bool, got)) == (taken > 0, taken > 0, alone), (rows, point)
            seen.append((taken > 0, alone))
    assert len(set(seen)) == 3
    assert len(seen) > scaled(1500)
