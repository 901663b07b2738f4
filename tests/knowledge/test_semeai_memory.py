"""Races that were solved before: what is remembered is what solving would say."""

import numpy as np
import pytest

from ponnuki.games.go.layout import BLACK, WHITE, geometry
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai_find import find
from ponnuki.knowledge.semeai_local import new_local
from ponnuki.knowledge.semeai_memory import recall, recall_necessary
from ponnuki.knowledge.semeai_search import solve
from ponnuki.lab.studies.semeai.positions import all_positions

pytestmark = pytest.mark.kernel
EFFORT = np.int64(200)


def walks():
    """Boards after a few random moves from positions of the study."""
    random = np.random.default_rng(5)
    for study in all_positions()[::22]:
        for _ in range(3):
            position = Position.from_rows(list(study.rows))
            for _ in range(random.integers(0, 4)):
                position = position.play(str(random.choice([m for m in position.legal_moves() if m != "pass"])))
            yield position


def answers(ask, local, position):
    board, tables = position.board()[0], geometry(position.size)[0]
    pairs = range(int(find(board, tables, local)))
    stones = [(np.int64(local.race_black[i]), np.int64(local.race_white[i])) for i in pairs]
    return [
        int(ask(board, tables, local, *pair, np.int64(first), EFFORT)) for pair in stones for first in (BLACK, WHITE)
    ]


def test_a_remembered_answer_is_the_solver_s_and_no_game_is_searched_twice():
    memory, known, found = new_local()[0], 0, 0
    for position in walks():
        expected = answers(solve, new_local()[0], position)
        assert answers(recall, memory, position) == expected
        visits = np.count_nonzero(memory.known_key)
        memory.visits = 0
        assert answers(recall, memory, position) == expected
        assert (np.count_nonzero(memory.known_key), int(memory.visits)) == (visits, 0)
        known, found = known + sum(answer > 0 for answer in expected), found + len(expected)
    assert known > found / 4 > 5


def test_necessary_moves_are_remembered_too():
    position = Position.from_rows(list(all_positions()[0].rows))
    board, tables, local = position.board()[0], geometry(9)[0], new_local()[0]
    find(board, tables, local)
    pair = np.int64(local.race_black[0]), np.int64(local.race_white[0])
    listed = []
    for _ in range(2):
        result = recall(board, tables, local, *pair, np.int64(BLACK), EFFORT)
        local.visits = 0
        count = int(recall_necessary(local, np.int64(BLACK), np.int64(result), EFFORT))
        listed.append(sorted(int(local.good[i]) for i in range(count)))
    assert listed[0] == listed[1]
    assert len(listed[0]) == len(all_positions()[0].right)
