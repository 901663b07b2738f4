"""The selection rules on trees written by hand."""

from math import log, sqrt

import numpy as np
import pytest

from ponnuki.kernels.records import new_records
from ponnuki.search.selection import log_of, select
from ponnuki.search.settings import UCT, SearchSettings, settings_record
from ponnuki.search.tree import ILLEGAL, PRIOR_UNIT, PRIOR_VISIT, PROVEN_LOSS, PROVEN_WIN, node_dtype

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


def family(*children):
    """A root with children given as (visits, wins) or (visits, wins, rave visits, rave wins)."""
    nodes = new_records(node_dtype, count=len(children) + 1)
    nodes[0].children = (1 << 16) | len(children)
    nodes[0].visits = sum(child[0] for child in children)
    for node, (visits, wins, *rave) in zip(nodes[1:], children, strict=True):
        node.visits, node.points = visits, 2 * wins
        node.rave_visits, node.rave_points = rave or (0, 0)
    return nodes


def chosen(nodes, settings):
    return int(select(settings_record(settings)[0], nodes, np.uint64(0)))


def test_uct_takes_the_child_whose_hand_computed_score_is_largest():
    # n = 18, log n = 2.890: 0.6 + sqrt(5.781/10) = 1.360, 0.8 + sqrt(5.781/5) = 1.875, 0.333 + sqrt(5.781/3) = 1.721
    assert chosen(family((10, 6), (5, 4), (3, 1)), UCT) == 2
    # n = 111, log n = 4.710: 0.6 + sqrt(9.419/100) = 0.907, 0.5 + sqrt(9.419/10) = 1.471, 0 + sqrt(9.419/1) = 3.069
    assert chosen(family((100, 60), (10, 5), (1, 0)), UCT) == 3


def test_uct_visits_every_move_before_it_compares_any():
    assert chosen(family((50, 50), (0, 0), (0, 0)), UCT) == 2


def test_uct_agrees_with_the_formula_on_random_families():
    random = np.random.default_rng(1)
    for _ in range(200):
        visits = random.integers(1, 5000, 8)
        wins = [int(random.integers(0, n + 1)) for n in visits]
        nodes = family(*zip(visits.tolist(), wins, strict=True))
        total = int(visits.sum())
        scores = [w / n + sqrt(2 * log(total) / n) for n, w in zip(visits, wins, strict=True)]
        assert scores[chosen(nodes, UCT) - 1] == pytest.approx(max(scores), abs=1e-5)


def test_rave_mixes_both_means_by_the_hand_computed_weight():
    # E = 100: weight = r / (r + n + r n / E). First child: r = 50, n = 10: 50 / 65 = 0.769 -> 0.5 + 0.769 * 0.3 = 0.731
    # second: r = 50, n = 40: 50 / 110 = 0.4545 -> 0.6 + 0.4545 * (0.9 - 0.6) = 0.736
    settings = SearchSettings(rave_equivalence=100.0)
    assert chosen(family((10, 5, 50, 40), (40, 24, 50, 45)), settings) == 2
    # E = 10 000: first 50 / 60.05 = 0.833 -> 0.5 + 0.833 * 0.48 = 0.900, second 50 / 90.2 = 0.554 -> 0.766
    assert chosen(family((10, 5, 50, 49), (40, 24, 50, 45)), SearchSettings(rave_equivalence=1e4)) == 1


def test_a_prior_counts_as_that_many_simulations_and_fades_as_real_ones_come():
    nodes = family((10, 6), (10, 5))
    nodes[2].prior, nodes[2].prior_visits = PRIOR_UNIT, 10 * PRIOR_VISIT  # 0.6 against (5 + 10) / 20 = 0.75
    assert chosen(nodes, SearchSettings()) == 2
    nodes[1].visits, nodes[1].points, nodes[2].visits, nodes[2].points = 1000, 1200, 1000, 1000  # against 510 / 1010
    assert chosen(nodes, SearchSettings()) == 1


def test_an_unknown_move_scores_the_first_play_urgency():
    nodes = family((10, 9), (0, 0))
    assert chosen(nodes, SearchSettings(first_play_urgency=1.1)) == 2
    assert chosen(nodes, SearchSettings(first_play_urgency=0.5)) == 1


def test_widening_considers_only_the_first_moves():
    # n = 81, n^(1/4) = 3: K = 1 considers 3 moves, K = 1.1 considers ceil(3.3) = 4
    nodes = family((27, 0), (27, 0), (27, 20), (0, 0))
    assert chosen(nodes, SearchSettings(widening=1.0)) == 3
    assert chosen(nodes, SearchSettings(widening=1.1)) == 4


def test_the_tuned_term_explores_sure_moves_less_than_ucb_does():
    # n = 1060, log n = 6.966. UCB: 0.98 + 0.2 sqrt(6.966/1001) = 0.997, 0.933 + 0.2 sqrt(6.966/61) = 1.001
    # tuned: 0.98 + 0.2 sqrt(0.00696 * 0.138) = 0.986, 0.933 + 0.2 sqrt(0.1142 * 0.25) = 0.967
    nodes = family((1000, 980), (60, 56))
    assert chosen(nodes, SearchSettings(exploration=0.2)) == 2
    assert chosen(nodes, SearchSettings(exploration=0.2, tuned=True)) == 1


def test_lost_and_illegal_moves_are_passed_over():
    for proof in (PROVEN_LOSS, ILLEGAL):
        nodes = family((10, 9), (10, 1))
        nodes[1].proof = proof
        assert chosen(nodes, SearchSettings()) == 2
        assert chosen(nodes, UCT) == 2


def test_a_move_that_another_path_has_proved_to_win_is_taken_at_once():
    nodes = family((10, 9), (10, 1))
    nodes[2].proof = PROVEN_WIN
    assert chosen(nodes, SearchSettings()) == 2
    assert chosen(nodes, UCT) == 2


def test_where_all_moves_are_lost_a_legal_one_is_taken():
    nodes = family((10, 9), (10, 1))
    nodes[1].proof, nodes[2].proof = ILLEGAL, PROVEN_LOSS
    assert chosen(nodes, SearchSettings()) == 2


def test_logarithms_are_right_far_beyond_the_table():
    from ponnuki.kernels import jit

    @jit
    def logarithm(n):
        return log_of(n)

    for n in (1, 2, 4095, 4096, 10_000, 10**6, 2**31):
        assert float(logarithm(np.uint32(n))) == pytest.approx(log(n), abs=3e-4)
