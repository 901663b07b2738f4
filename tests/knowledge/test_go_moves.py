"""What a strong player would do: features of moves on small positions, and the probabilities that follow."""

import numpy as np
import pytest

from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import PASS, geometry, longest_playout, vertex_count, vertex_of
from ponnuki.games.go.play import list_moves
from ponnuki.games.go.position import Position
from ponnuki.knowledge import go_moves
from ponnuki.knowledge.go_moves import (
    ANSWERED,
    ATARI,
    BEFORE,
    BOTH,
    CAPTURE,
    ESCAPE,
    NEAR,
    SELF_ATARI,
    THREATENED,
    canonical_codes,
    move_features,
    predict,
)
from ponnuki.knowledge.go_prior_weights import GoPriors
from ponnuki.knowledge.go_priors import new_priors
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.thread import new_thread

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]

ATARIS = [
    ".......",
    ".XO....",
    "..XO...",
    ".......",
    "...O.X.",
    "..OXX.O",
    "...O.XO",
]


def board_of(rows, to_move="b"):
    return Position.from_rows(rows, to_move=to_move).board(komi=7.5)


def features_of(rows, move, to_move="b", played=()):
    position = Position.from_rows(rows, to_move=to_move)
    for earlier in played:
        position = position.play(earlier)
    board, size = position.board(komi=7.5), len(rows)
    found = np.zeros(go_moves.GROUPS, np.uint16)
    v = np.uint16(vertex_of(size, *from_gtp(move, size)))
    move_features(board[0], geometry(size)[0], v, board[0].to_move, found)
    return found


def probabilities(board, size, network=True):
    knowledge = new_priors(GoPriors(network=network), size)
    thread = new_thread(vertex_count(size), longest_playout(size), 1, go_scratch(size))
    count = abs(list_moves(board[0], geometry(size)[0], thread[0], False))
    predict(knowledge[0], board[0], geometry(size)[0], thread[0], count)
    return {int(thread[0].candidates[i]): float(thread[0].chance[i]) for i in range(count)}


def test_a_capture_is_told_by_its_size_and_by_what_it_saves():
    plain = [".....", ".....", "..X..", ".XO..", "..X.."]
    assert features_of(plain, "D2")[0] == CAPTURE + 1
    assert features_of(plain, "A5")[0] == CAPTURE
    saving = [".....", ".....", ".OX..", "OXOX.", "....."]  # B2 is in atari at B1, and so is White's C2 at C1
    assert features_of(saving, "C1")[0] == CAPTURE + 1 + 3


def test_escapes_ataris_and_self_ataris_are_seen():
    rows = [".....", ".....", ".O...", "OX...", ".O..."]  # Black's B2 is in atari at C2
    assert features_of(rows, "C2")[1] == ESCAPE + 1 + 1
    assert features_of(rows, "C2", "w")[0] == CAPTURE + 1
    assert features_of([".....", ".....", ".X...", "XO...", "....."], "C2")[3] == ATARI + 1
    assert features_of([".....", ".....", "O....", ".O...", "....."], "A2")[2] == SELF_ATARI + 1


def test_distances_are_taken_from_the_last_two_moves_and_a_pass_is_nowhere():
    empty = ["......."] * 7
    first = features_of(empty, "D4")
    assert (first[6], first[7], first[8]) == (NEAR, BEFORE, BOTH)
    found = features_of(empty, "D5", played=["D3", "D4"])  # beside the last move, a jump from the one before
    assert (found[6], found[7], found[8]) == (NEAR + 1, BEFORE + 3, BOTH + 6 * 1 + 2)
    passed = features_of(empty, "D5", played=["D4", "pass"])
    assert (passed[6], passed[7], passed[8]) == (NEAR, BEFORE + 1, BOTH + 1)


def test_a_chain_that_the_last_move_has_weakened_and_the_chain_of_that_move_are_seen():
    rows = [".....", ".....", "..X..", ".....", "....."]
    answer = features_of(rows, "B3", "w", played=["C4"])  # at Black's stone, which has three liberties left
    assert (answer[11], answer[12]) == (THREATENED + 3 + 9, ANSWERED)
    assert features_of(rows, "B4", "w", played=["C4"])[12] == ANSWERED + 1 + 3
    elsewhere = features_of(rows, "B3", "w", played=["A1"])
    assert (elsewhere[11], elsewhere[12]) == (THREATENED + 4, ANSWERED)
    assert (
        features_of([".....", ".....", ".O...", "OX...", "....."], "C2", "w", played=["B1"])[11] == THREATENED + 1 + 9
    )
    assert features_of(rows, "A1", "w", played=["C4"])[11] == THREATENED


def test_probabilities_add_up_to_one_without_the_pass():
    chances = probabilities(board_of(ATARIS), 7)
    assert chances.pop(PASS) == 0
    assert sum(chances.values()) == pytest.approx(1, abs=1e-5)
    assert min(chances.values()) > 0


def test_exchanged_colours_give_the_same_probabilities():
    here = probabilities(board_of(ATARIS), 7)
    exchanged = [row.translate(str.maketrans("XO", "OX")) for row in ATARIS]
    assert probabilities(board_of(exchanged, "w"), 7) == pytest.approx(here, rel=1e-4)


def test_a_turned_board_gives_the_same_probabilities_without_the_network():
    """The network has seen all sides of its positions, but nothing forces it to treat them alike."""
    turned = ["".join(column) for column in zip(*ATARIS[::-1], strict=True)]
    here, there = (sorted(probabilities(board_of(rows), 7, network=False).values()) for rows in (ATARIS, turned))
    assert there == pytest.approx(here, rel=1e-4)


def test_canonical_codes_are_the_same_for_all_eight_symmetries():
    codes = canonical_codes()
    assert (codes[codes] == codes).all()
    corner_first, corner_last = 1, 1 << 14  # one stone at a corner, in two of the four corners
    assert codes[corner_first] == codes[corner_last]
    assert codes[1 << 2] != codes[1]  # beside is not diagonal


def test_large_and_small_boards_have_weights_of_their_own():
    small, large = (new_priors(GoPriors(), size)[0] for size in (13, 14))
    assert not np.array_equal(small.without_network.feature, large.without_network.feature)
