"""Light playouts: which moves they draw, how often, where they end, and their published averages."""

import itertools

import numpy as np
import pytest

from ponnuki.games.go.board import play
from ponnuki.games.go.layout import BLACK, FULL, LIGHT, WHITE, geometry, new_board, point_of, vertex_of
from ponnuki.games.go.naive import NaivePosition
from ponnuki.kernels import jit
from ponnuki.policies.go_light import new_thread, play_game, random_move, run_playouts, sample

pytestmark = pytest.mark.kernel


def board_from(rows, features=LIGHT):
    size = len(rows)
    records, tables = new_board(size, features), geometry(size)[0]
    for r, c in itertools.product(range(size), repeat=2):
        if rows[size - 1 - r][c] != ".":
            play(records[0], tables, np.uint16(vertex_of(size, r, c)), BLACK if rows[size - 1 - r][c] == "X" else WHITE)
    return records


def oracle_of(records, size, to_move="b"):
    colors = {p: int(records[0].color[vertex_of(size, *p)]) for p in itertools.product(range(size), repeat=2)}
    return NaivePosition(size, "simple", False, frozenset((p, "?bw"[c]) for p, c in colors.items() if c), to_move)


def is_eye(naive, point):
    """An empty point with only own stones around it, and at most one diagonal lost, none at the edge."""
    board = dict(naive.stones)
    if any(board.get(p) != naive.to_move for p in naive.neighbours(point)):
        return False
    row, column = point
    diagonals = [(row + up, column + right) for up in (-1, 1) for right in (-1, 1)]
    at_edge = len(list(naive.neighbours(point))) < 4
    return sum(board.get(p) == naive.opponent for p in diagonals) + at_edge <= 1


def playable(naive):
    return {point for point in naive.legal_moves() if point is not None and not is_eye(naive, point)}


@jit
def draw_moves(board, geometry, thread, color, counts):
    """Draw many times from one position."""
    for _ in range(counts[0]):
        counts[random_move(board, geometry, thread, color)] += 1


# ---- which moves --------------------------------------------------------------------------------------------------

POSITIONS = {
    "empty": ["...", "...", "..."],
    "eyes": ["XXXX.", ".X.XX", "XXXXX", "OOOO.", ".O.O."],
    "false eye": [".X.XO", "XOXXX", ".XO..", ".....", "....."],
    "only eyes": [".X.", "XXX", ".X."],
    "no move": [".XO", "X.X", "XX."],
}


@pytest.mark.parametrize("features", [LIGHT, FULL], ids=["light", "full"])
@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("name", POSITIONS)
def test_moves_are_drawn_uniformly_from_those_that_fill_no_own_eye(name, color, features, compiled, scaled):
    rows = POSITIONS[name]
    size, draws = len(rows), max(4000, scaled(40_000))
    records = board_from(rows, features)
    counts = np.zeros(len(records[0].color), np.int64)
    counts[0] = draws
    draw_moves(records[0], geometry(size)[0], new_thread(size, 1)[0], color, counts)
    passes = counts[0] - draws
    expected = playable(oracle_of(records, size, "?bw"[color]))
    assert {point_of(size, v) for v in np.flatnonzero(counts[1:]) + 1} == expected
    assert passes == (0 if expected else draws)
    for point in expected:
        mean = draws / len(expected)
        assert abs(counts[vertex_of(size, *point)] - mean) < 5 * np.sqrt(mean)


def test_the_point_of_a_ko_is_not_drawn():
    records = board_from([".XO.", "XO.O", ".XO.", "...."])
    tables = geometry(4)[0]
    play(records[0], tables, np.uint16(vertex_of(4, 2, 2)), BLACK)
    assert records[0].ko == vertex_of(4, 2, 1)
    counts = np.zeros(len(records[0].color), np.int64)
    counts[0] = 1000
    draw_moves(records[0], tables, new_thread(4, 1)[0], WHITE, counts)
    assert counts[vertex_of(4, 2, 1)] == 0
    assert counts[1:].sum() == 1000


# ---- where they end -----------------------------------------------------------------------------------------------


@pytest.mark.uncompiled
@pytest.mark.parametrize("size", [2, 3, 5])
def test_a_playout_ends_when_nobody_has_a_move_and_is_scored_by_area(size, scaled):
    start, tables, thread = new_board(size, LIGHT), geometry(size)[0], new_thread(size, 4)[0]
    before, board, ended = start.copy(), start.copy(), 0
    for _ in range(scaled(400)):
        score, moves = run_playouts(start, board, tables, thread, BLACK, 1)
        naive = oracle_of(board, size)
        assert score == naive.score()
        assert 2 <= moves <= 3 * size * size
        if moves < 3 * size * size:
            ended += 1
            assert not playable(naive)
            assert not playable(oracle_of(board, size, "w"))
    assert ended > 0
    assert all((start[0][name] == before[0][name]).all() for name in start.dtype.names)


def test_playouts_that_go_in_circles_are_cut_off_and_still_scored():
    """On 2x2 the last stone may capture for ever: three moves a point are the limit."""
    start, board, tables, thread = new_board(2, LIGHT), new_board(2, LIGHT), geometry(2)[0], new_thread(2, 9)[0]
    cut = 0
    for _ in range(300):
        score, moves = run_playouts(start, board, tables, thread, BLACK, 1)
        assert score == oracle_of(board, 2).score()
        cut += moves == 12
    assert cut > 0


@pytest.mark.uncompiled
def test_a_position_without_moves_is_over_after_two_passes():
    records = board_from([".X.", "XXX", ".X."])
    score, moves = run_playouts(records, records.copy(), geometry(3)[0], new_thread(3, 0)[0], WHITE, 1)
    assert (score, moves) == (9, 2)


# ---- seeds --------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_playouts_and_another_seed_others():
    assert sample(9, 200, seed=3) == sample(9, 200, seed=3)
    assert len({sample(9, 200, seed=seed) for seed in range(8)}) == 8


@pytest.mark.uncompiled
def test_compiled_and_plain_kernels_play_the_same_game():
    """The board, score and length of one playout, whichever way the kernels run."""
    colors, score, length = play_game(3, seed=11)
    assert (colors.tolist(), score, length) == ([[0, 2, 2], [2, 2, 0], [0, 2, 2]], -9, 14)


# ---- averages -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("size", "length", "tolerance"), [(9, 111.05, 0.2), (19, 455.2, 0.6)])
def test_the_mean_length_of_light_playouts_is_as_measured_elsewhere(size, length, tolerance):
    """Both final passes counted; the values are those of other programs with the same policy."""
    summary = sample(size, 100_000, seed=1)
    assert summary.playouts == 100_000
    assert abs(summary.mean_length - length) < tolerance
    assert 0 < summary.mean_score < 5, "moving first is worth a few points, not more"
