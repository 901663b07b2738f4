"""The rules of the sequence-like playouts, one at a time."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go import Position
from ponnuki.games.go.coords import from_gtp, to_gtp
from ponnuki.games.go.layout import geometry, longest_playout, point_of, vertex_count, vertex_of
from ponnuki.kernels import jit
from ponnuki.knowledge.shape_weights import ELSEWHERE, load_shape_weights, weight_of
from ponnuki.policies import go_light, go_mogo, go_mogo_elsewhere, go_mogo_replies
from ponnuki.policies.go_mogo_rules import BARE, MogoRules
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.policies.interface import playout
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel


def thread_for(size, seed=1):
    return new_thread(vertex_count(size), longest_playout(size), seed, go_scratch(size))


@jit
def run(policy, boards, geometry, thread):
    return playout(policy, boards[0], geometry, thread, 0)


def counted_replies(rows, last, to_move, rules, count):
    """How often a policy answers a stone with each move, over many random choices."""
    size = len(rows)
    position = Position.from_rows(rows, to_move)
    thread = thread_for(size)
    policy, found = go_mogo.new_policy(rules), Counter()
    for _ in range(count):
        board = position.board()
        board[0].last = vertex_of(size, *from_gtp(last, size))
        color = int(board[0].to_move)
        v = int(go_mogo.choose(policy[0], board[0], geometry(size)[0], thread[0], color))
        found["pass" if v == 0 else to_gtp(point_of(size, v))] += 1
    return found


def replies(rows, last, to_move, rules):
    """The moves that a policy answers a stone with."""
    return set(counted_replies(rows, last, to_move, rules, 60))


ATARI = [".....", "..O..", ".OXO.", ".....", "....."]  # White C4 has just put C3 into atari


def test_a_chain_in_atari_is_saved_where_the_last_move_was():
    assert replies(ATARI, "C4", "b", replace(BARE, save=True)) == {"C2"}
    assert len(replies(ATARI, "C4", "b", BARE)) > 5


def test_a_chain_that_cannot_be_saved_by_extending_is_left():
    corner = [".....", ".....", ".....", "OO...", "X.O.."]  # A1: extending to B1 leaves no liberty
    assert len(replies(corner, "B2", "b", replace(BARE, save=True))) > 3


def test_a_chain_in_a_ladder_is_left_if_ladders_are_read():
    rows = [".......", ".......", ".......", "..O....", ".OX....", "..OO...", "......."]
    extending = replace(BARE, save=True)
    assert replies(rows, "C4", "b", extending) == {"D3"}
    assert len(replies(rows, "C4", "b", replace(extending, ladders=True))) > 5
    broken = [row if number != 1 else ".....X." for number, row in enumerate(rows)]
    assert replies(broken, "C4", "b", replace(extending, ladders=True)) == {"D3"}


def test_a_stone_that_put_itself_into_atari_is_captured():
    rows = ["OX...", ".....", ".....", ".....", "....."]  # White A5 has one liberty, A4
    assert replies(rows, "A5", "b", replace(BARE, save=True)) == {"A4"}


def test_shapes_are_played_next_to_the_last_move():
    rows = ["......."] * 3 + ["..XOX..", ".......", ".......", "......."]
    moves = replies(rows, "D4", "b", replace(BARE, shapes=True))
    assert moves
    assert all(max(abs(r - 3), abs(c - 3)) <= 1 for r, c in (from_gtp(m, 7) for m in moves))


def test_the_vital_point_of_what_was_captured_is_played():
    # White has just captured three stones at B1 C1 D1 with the move E1: Black plays between.
    rows = ["XXXXXXX", "XXXXXXX", "XXXXXXX", "X.XXX.X", "OOOOOOX", "OOOOOOX", "O...OOX"]
    size = len(rows)
    board = Position.from_rows(rows, "b").board()
    board[0].last, board[0].captured = vertex_of(size, *from_gtp("E1", size)), 3
    thread = thread_for(size, 1)
    policy = go_mogo.new_policy(replace(BARE, nakade=True))
    v = int(go_mogo.choose(policy[0], board[0], geometry(size)[0], thread[0], 1))
    assert to_gtp(point_of(size, v)) == "C1"


@pytest.mark.parametrize(
    ("shape", "vital"),
    [
        (["...OO", "OOOOO"], "B5"),  # three in a row
        ([".OOOO", "..OOO"], "A4"),  # bent three
        (["..OOO", "..OOO"], None),  # a square
        (["....O", "OOOOO"], None),  # four in a row
        (["...OO", "O.OOO"], "B5"),  # a T
        (["...OO", "..OOO"], "B5"),  # bulky five: the point with most neighbours
    ],
)
def test_vital_points_of_small_eye_spaces(shape, vital):
    rows = [*shape, "OOOOO", "XXXXX", ".X.X."]
    board, thread = Position.from_rows(rows).board(), thread_for(5, 1)
    start = np.uint16(vertex_of(5, *from_gtp("A5", 5)))
    found = int(go_mogo_replies.vital_point(board[0], geometry(5)[0], thread[0], start))
    assert (None if found == 0 else to_gtp(point_of(5, found))) == vital


@pytest.mark.parametrize("size", [2, 5])
def test_playouts_with_every_rule_stay_within_the_smallest_boards(size, scaled):
    rules = MogoRules(shape_weights=4.0, ladders=True, mercy=0.0)
    thread, policy = thread_for(size, 3), go_mogo.new_policy(rules)
    for _ in range(scaled(300)):
        run(policy[0], Position.empty(size).board(), geometry(size)[0], thread[0])
        assert 0 < int(thread[0].length) <= longest_playout(size)


def test_a_square_of_four_may_be_given_away_and_four_in_a_row_not():
    thread = thread_for(5, 1)
    for rows, wanted in (
        (["X.OO.", "XXOO.", "OOO..", ".....", "....."], True),
        ([".XXXO", "OOOO.", ".....", ".....", "....."], False),
    ):
        board = Position.from_rows(rows).board()
        empty = "B5" if wanted else "A5"
        v = np.uint16(vertex_of(5, *from_gtp(empty, 5)))
        assert bool(go_mogo_elsewhere.may_be_given_away(board[0], geometry(5)[0], thread[0], v, 1)) == wanted


def test_mercy_shortens_playouts_and_respects_komi():
    rows = ["XXXXXXX", "X.X.X.X", "XXXXXXX", "XXXXXXX", "OOOOOOO", "O.O.O.O", "......."]
    start = Position.from_rows(rows, "b")
    thread = thread_for(7, 1)
    lengths = {}
    for mercy in (0.0, 0.1):
        total = 0
        for _ in range(200):
            run(go_mogo.new_policy(replace(MogoRules(), mercy=mercy))[0], start.board(), geometry(7)[0], thread[0])
            total += int(thread[0].length)
        lengths[mercy] = total
    assert lengths[0.1] < lengths[0.0]
    policy = go_mogo.new_policy(replace(MogoRules(), mercy=0.1))
    wins = sum(run(policy[0], start.board(komi=48.5), geometry(7)[0], thread[0]) for _ in range(50))
    assert wins == 0  # Black leads by fourteen stones, which would end every playout if komi did not count


def test_bare_playouts_are_light_playouts():
    """Without any rule the policy draws like the light one: the mean length of a game is the same."""
    start, thread = Position.empty(5).board(), thread_for(5, 3)
    policy, total, games = go_mogo.new_policy(BARE), 0, 4000
    for _ in range(games):
        run(policy[0], start.copy(), geometry(5)[0], thread[0])
        total += int(thread[0].length)
    assert total / games == pytest.approx(go_light.sample(5, 20_000, seed=1).mean_length, abs=0.5)


@pytest.mark.parametrize("weight", [0.25, 1.0, 8.0])
def test_shapes_are_drawn_in_proportion_to_their_weights(weight, scaled):
    rows = ["......."] * 3 + ["..XOX..", ".......", ".......", "......."]
    board, thread, tables = Position.from_rows(rows).board()[0], thread_for(7, 9)[0], geometry(7)[0]
    policy = go_mogo.new_policy(replace(BARE, shapes=True, shape_weights=weight))[0]
    last, count = vertex_of(7, 3, 3), scaled(4000)
    drawn = Counter(
        int(go_mogo_replies.likely_shape(policy, board, tables, thread, 1, np.uint16(last))) for _ in range(count)
    )
    around = [int(v) for v in tables.around8[last] if board.color[int(v)] == 0]
    weights = {v: int(load_shape_weights()[int(board.code[v])]) for v in around} | {0: ELSEWHERE / weight}
    assert set(drawn) <= set(weights)
    for v, wanted in weights.items():
        assert drawn[v] / count == pytest.approx(wanted / sum(weights.values()), abs=4 * 0.5 / count**0.5)
    assert len(set(weights.values())) > 2


def test_weights_of_shapes_know_what_strong_players_do():
    """For Black: a hane is likelier than filling an own eye."""
    weights = load_shape_weights()

    def weight(rows):
        board = Position.from_rows(rows, "b").board()[0]
        return int(weights[int(board.code[vertex_of(5, 2, 2)])])

    hane = weight([".....", "..OX.", ".....", ".....", "....."])
    own_eye = weight([".....", "..X..", ".X.X.", "..X..", "....."])
    assert hane > 5 * own_eye


def test_bare_weights_of_the_other_colour_are_the_same():
    swapped = str.maketrans("XO", "OX")
    rows = ["......."] * 3 + ["..XOX..", ".......", ".......", "......."]
    found = []
    for color, turned in ((1, rows), (2, [row.translate(swapped) for row in rows])):
        board = Position.from_rows(turned).board()[0]
        policy = go_mogo.new_policy(replace(BARE, shapes=True, shape_weights=1.0))[0]
        found.append([int(weight_of(policy, board.code[v], color)) for v in geometry(7)[0].around8[vertex_of(7, 3, 3)]])
    assert found[0] == found[1]
    assert len(set(found[0])) > 1


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"shape_weights": -1.0}, "playout.shape_weights must be 0, or from"),
        ({"shape_weights": 1.0, "shapes": False}, "playout.shape_weights is for playout.shapes"),
    ],
)
def test_rules_that_make_no_sense_are_refused(changes, line):
    with pytest.raises(BadInput, match=line):
        replace(MogoRules(), **changes)
