"""The network that looks at the points around a move: what it sees, and that it adds up what its file says."""

from importlib.resources import files

import numpy as np
import pytest

from ponnuki.games.go.layout import VICINITY, geometry, longest_playout, vertex_count, vertex_of
from ponnuki.games.go.play import list_moves
from ponnuki.games.go.position import Position
from ponnuki.knowledge.go_moves import FIRST, GROUPS, RULED_OUT, move_features, predict, seen_by
from ponnuki.knowledge.go_network import HIDDEN, STATES, network_score, read_states
from ponnuki.knowledge.go_prior_weights import GoPriors
from ponnuki.knowledge.go_priors import new_priors
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.thread import new_thread

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]

SIZE = 7
ROWS = [
    "O.X....",
    "X......",
    "..XXO..",
    "..O....",
    "...X...",
    ".....OX",
    ".....X.",
]


def new_scratch():
    return new_thread(vertex_count(SIZE), longest_playout(SIZE), 1, go_scratch(SIZE))[0]


def naive_states(position):
    """By row from below and column: the state as the documentation has it."""
    colors, mine = position.colors(), 1 if position.to_move == "b" else 2
    last = position.last_move
    found = {}
    for point, color in np.ndenumerate(colors):
        if color == 0:
            found[point] = 0
            continue
        chain, liberties, todo = {point}, set(), [point]
        while todo:
            row, column = todo.pop()
            for there in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if min(there) < 0 or max(there) >= SIZE:
                    continue
                if colors[there] == 0:
                    liberties.add(there)
                elif colors[there] == color and there not in chain:
                    chain.add(there)
                    todo.append(there)
        name = "ABCDEFG"[point[1]] + str(point[0] + 1)
        found[point] = (1 if color == mine else 4) + min(len(liberties), 3) + (3 if name == last else 0)
    return found


def states_of(position):
    thread = new_scratch()
    read_states(position.board(komi=7.5)[0], geometry(SIZE)[0], thread)
    return thread.states


def some_positions():
    random = np.random.default_rng(8)
    for _ in range(6):
        position = Position.empty(SIZE)
        for _ in range(int(random.integers(1, 45))):
            moves = [move for move in position.legal_moves() if move != "pass"]
            position = position.play(str(random.choice(moves)))
        yield position


def test_each_point_is_in_the_state_that_a_naive_count_finds():
    for position in some_positions():
        states = states_of(position)
        expected = naive_states(position)
        ko = position.board(komi=7.5)[0].ko
        for (row, column), state in expected.items():
            v = vertex_of(SIZE, row, column)
            assert states[v] == (11 if v == ko else state)
        assert states[0] == 1


def test_a_ko_point_is_a_state_of_its_own():
    rows = [".......", "..XO...", ".XO.O..", "..XO...", ".......", ".......", "......."]
    position = Position.from_rows(rows, to_move="b").play("D5")
    states = states_of(position)
    assert states[vertex_of(SIZE, 4, 2)] == 11
    assert states[vertex_of(SIZE, 4, 3)] == 4 + 1 + 3  # the stone that took, in atari, the last move


def test_the_score_is_the_sum_that_the_file_describes():
    """Added up point by point, without what the kernel knows beforehand."""
    weights, tables = new_priors(GoPriors(), SIZE)[0], geometry(SIZE)[0]
    with np.load(str(files("ponnuki.knowledge") / "go_network_small.npz")) as stored:
        at_point, of_feature = (stored[name].astype(np.float64) for name in ("at_point", "of_feature"))
        bias, out = stored["bias"], stored["out"]
    assert at_point.shape == (len(VICINITY) * STATES, HIDDEN)
    scores = set()
    for position in [Position.from_rows(ROWS), *some_positions()]:
        board, thread = position.board(komi=7.5)[0], new_scratch()
        read_states(board, tables, thread)
        seen = naive_states(position)
        for row, column in ((0, 0), (3, 3), (6, 3), (2, 5)):
            v = np.uint16(vertex_of(SIZE, row, column))
            if board.color[v] != 0 or v == board.ko or board.ko != 0:
                continue
            features = np.zeros(GROUPS, np.uint16)
            move_features(board, tables, v, board.to_move, features)
            around = [seen.get((row + up, column + right), 1) for up, right in VICINITY]
            points = sum(at_point[STATES * k + state] for k, state in enumerate(around) if state > 0)
            expected = np.maximum(bias + of_feature[features].sum(axis=0) + points, 0) @ out
            assert float(network_score(weights, tables, thread, v, features)) == pytest.approx(expected, abs=1e-3)
            scores.add(round(float(expected), 3))
    assert len(scores) > 8


def test_the_network_divides_what_the_features_give_to_the_moves_it_looks_at():
    tables = geometry(SIZE)[0]
    with_network, without = (new_priors(GoPriors(network=network), SIZE)[0] for network in (True, False))
    ruled_out_ones = 0
    for position in some_positions():
        board = position.board(komi=7.5)[0]
        thread, plain = new_scratch(), new_scratch()
        count = abs(list_moves(board, tables, thread, False))
        list_moves(board, tables, plain, False)
        predict(with_network, board, tables, thread, count)
        predict(without, board, tables, plain, count)
        looked_at = plain.chance[:count] > RULED_OUT * plain.chance[:count].max()
        assert thread.chance[:count][~looked_at] == pytest.approx(plain.chance[:count][~looked_at])
        assert thread.chance[:count][looked_at].sum() == pytest.approx(plain.chance[:count][looked_at].sum(), rel=1e-4)
        expected = [naive_chance(with_network, board, tables, thread, i) for i in np.flatnonzero(looked_at)]
        share = thread.chance[:count][looked_at] / thread.chance[:count][looked_at].sum()
        assert share == pytest.approx(np.array(expected) / sum(expected), rel=1e-3)
        ruled_out_ones += (~looked_at).sum() - 1  # without the pass
    assert ruled_out_ones > 0


def naive_chance(weights, board, tables, thread, i):
    """What a candidate gets by the network and the features beside it, not yet a share."""
    v = thread.candidates[i]
    features = thread.features[i]
    beside = weights.with_network.surroundings[int(seen_by(board.code[v], board.to_move))]
    beside += weights.with_network.feature[features].sum()
    return np.exp(float(beside + network_score(weights, tables, thread, v, features)))


def test_small_and_large_boards_have_networks_of_their_own_unless_they_are_switched_off():
    small, without, large = (
        new_priors(GoPriors(network=network), size)[0] for network, size in ((True, 9), (False, 9), (True, 19))
    )
    assert [bool(record.network) for record in (small, without, large)] == [True, False, True]
    assert np.array_equal(small.without_network.feature, without.without_network.feature)
    assert not np.array_equal(small.at_point, large.at_point)
    assert list(small.first) == list(FIRST)
    assert np.count_nonzero(without.at_point) == 0
