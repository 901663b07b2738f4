"""How well moves are foreseen: ranks, ties and probabilities by hand."""

from math import log

import pytest
from atlas_samples import SIZE, as_games
from test_atlas_build import nobody, played_out

from ponnuki.games.go.layout import longest_playout, vertex_count
from ponnuki.knowledge.atlas.score import PHASES, _share_of_rank, score_games
from ponnuki.knowledge.priors import no_knowledge
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel


def score(games, knowledge):
    thread = new_thread(vertex_count(SIZE), longest_playout(SIZE), 1, go_scratch(SIZE))
    return score_games(as_games(games), knowledge, thread, nobody).to_json()


def test_who_knows_nothing_is_right_as_often_as_chance():
    found = score([played_out("C3", "C4", "pass", "B2")], no_knowledge())
    assert found["positions"] == 3
    chances = [1 / 25, 1 / 24, 1 / 23]
    assert found["top1"] == pytest.approx(sum(chances) / 3, abs=1e-4)
    assert found["top5"] == pytest.approx(5 * sum(chances) / 3, abs=1e-4)
    assert found["log_likelihood"] == pytest.approx(sum(map(log, chances)) / 3, abs=1e-4)


def test_phases_add_up_to_all():
    found = score([played_out("C3", "C4", "D3", "B2", "B3", "D2", "E3")], no_knowledge())
    assert [found["phases"][name]["positions"] for name in PHASES] == [5, 2, 0]
    assert found["positions"] == 7


def test_moves_of_the_same_worth_share_a_rank():
    assert _share_of_rank(0, 1, 1) == 1
    assert _share_of_rank(1, 1, 1) == 0
    assert _share_of_rank(0, 4, 1) == pytest.approx(0.25)
    assert _share_of_rank(3, 4, 5) == pytest.approx(0.5)
    assert _share_of_rank(7, 2, 20) == 1
