"""The arithmetic of an exchange without any search: the same nodes on some machines, and what sharing makes of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponnuki.cluster.statistics import (
    COLUMNS,
    FIXED,
    MOST_VISITS,
    POINTS,
    PROOFS,
    RAVE_VISITS,
    VISITS,
    add_changes,
    find_values,
    is_decided,
    read_news,
)
from ponnuki.kernels.records import new_records
from ponnuki.search.tree import ILLEGAL, PROVEN_LOSS, PROVEN_WIN, UNKNOWN, node_dtype

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]
MOVES = 6


class Machines:
    """The same family of nodes on some machines, each with the moves in an order of its own."""

    def __init__(self, count, average=False, seed=0):
        self.random = np.random.default_rng(seed)
        self.divisor = count if average else 1
        self.families = [new_records(node_dtype, count=MOVES) for _ in range(count)]
        self.given = [np.zeros((MOVES, COLUMNS), np.int64) for _ in range(count)]
        self.totals = np.zeros((MOVES, COLUMNS), np.int64)
        for family in self.families:
            family["move"] = self.random.permutation(MOVES)

    def node(self, machine, move):
        family = self.families[machine]
        return family[int(np.flatnonzero(family["move"] == move)[0])]

    def simulate(self, most=50):
        """Let each machine count some visits, results and RAVE credit of its own."""
        for family in self.families:
            visits = self.random.integers(0, most + 1, MOVES)
            family["visits"] += visits.astype(np.uint32)
            family["points"] += self.random.binomial(2 * visits, 0.5).astype(np.uint32)
            credit = self.random.random(MOVES) * most
            family["rave_visits"] += credit.astype(np.float32)
            family["rave_points"] += (credit * self.random.random(MOVES)).astype(np.float32)

    def news(self):
        tables = [np.zeros((MOVES, COLUMNS), np.int64) for _ in self.families]
        for family, known, table in zip(self.families, self.given, tables, strict=True):
            read_news(family, 0, MOVES, known, table)
        return tables

    def share(self, order=None):
        news = self.news()
        total = sum(news[k] for k in (order or range(len(news))))
        self.totals += total
        self.totals[:, PROOFS] = total[:, PROOFS]
        values = np.empty_like(self.totals)
        find_values(self.totals, self.divisor, values)
        for k, family in enumerate(self.families):
            add_changes(family, 0, MOVES, values - self.given[k] - news[k], total)
            self.given[k] = values

    def column(self, name):
        """By machine and move."""
        return np.array([family[name][np.argsort(family["move"])] for family in self.families])


counts, seeds = st.integers(1, 9), st.integers(0, 2**32)


@given(counts, seeds, st.booleans())
def test_it_does_not_matter_in_which_order_news_arrive(count, seed, average):
    one, other = Machines(count, average, seed), Machines(count, average, seed)
    for _ in range(3):
        one.simulate()
        other.simulate()
        one.share()
        other.share(order=np.random.default_rng(seed + 1).permutation(count).tolist())
    assert [family.tobytes() for family in one.families] == [family.tobytes() for family in other.families]


@given(counts, seeds)
def test_summed_trees_have_every_simulation_once(count, seed):
    machines = Machines(count, seed=seed)
    made = np.zeros((2, MOVES), np.int64)
    for _ in range(3):
        before = machines.column("visits").astype(np.int64), machines.column("points").astype(np.int64)
        machines.simulate()
        made[0] += (machines.column("visits") - before[0]).sum(axis=0)
        made[1] += (machines.column("points") - before[1]).sum(axis=0)
        machines.share()
        assert (machines.column("visits") == made[0]).all()
        assert (machines.column("points") == made[1]).all()


@given(counts, seeds)
def test_averages_are_means_over_machines_with_halves_rounded_up(count, seed):
    machines = Machines(count, average=True, seed=seed)
    machines.simulate()
    mean = np.floor(machines.column("visits").sum(axis=0) / count + 0.5)
    rave = machines.column("rave_visits").astype(float).mean(axis=0)
    machines.share()
    assert (machines.column("visits") == mean).all()
    assert machines.column("rave_visits") == pytest.approx(np.tile(rave, (count, 1)), abs=1e-4)


@given(counts, seeds, st.booleans())
def test_sharing_again_without_news_changes_nothing(count, seed, average):
    machines = Machines(count, average, seed)
    machines.simulate()
    machines.share()
    before = [family.tobytes() for family in machines.families]
    machines.share()
    assert [family.tobytes() for family in machines.families] == before
    assert all((news[:, :PROOFS] == 0).all() and (news[:, RAVE_VISITS:] == 0).all() for news in machines.news())


@given(seeds, st.booleans())
def test_one_machine_alone_keeps_every_bit(seed, average):
    machine, alone = Machines(1, average, seed), Machines(1, average, seed)
    for _ in range(4):
        machine.simulate()
        alone.simulate()
        machine.share()
    assert machine.families[0].tobytes() == alone.families[0].tobytes()


@given(counts, seeds)
def test_points_are_never_more_than_two_a_visit(count, seed):
    machines = Machines(count, average=True, seed=seed)
    machines.simulate(most=2)
    for family in machines.families:
        family["points"] = 2 * family["visits"]
    machines.share()
    assert (machines.column("points") <= 2 * machines.column("visits")).all()


def test_averages_forget_no_visit_however_many_machines_there_are():
    """One visit on one of eight machines is worth nothing in the trees at once, but eight of them are worth one."""
    machines = Machines(8, average=True)
    for k in range(8):
        machines.node(0, 3).visits += 1
        machines.share()
        assert machines.totals[3, VISITS] == k + 1
    assert (machines.column("visits")[:, 3] == 1).all()


def test_what_is_learned_while_the_sums_are_on_their_way_stays_and_is_news_the_next_time():
    machines = Machines(2)
    machines.simulate()
    news = machines.news()
    total = news[0] + news[1]
    values = np.empty_like(total)
    find_values(total, 1, values)
    machines.node(0, 2).visits += 5
    add_changes(machines.families[0], 0, MOVES, values - news[0], total)
    machines.given[0] = values
    assert machines.node(0, 2).visits == total[2, VISITS] + 5
    assert machines.news()[0][2, VISITS] == 5
    assert np.abs(machines.news()[0]).sum() == 5


def test_a_table_of_one_row_is_the_root_whatever_move_led_to_it():
    root = new_records(node_dtype)
    root[0].move, root[0].visits = 4, 10
    news, none = np.zeros((1, COLUMNS), np.int64), np.zeros((1, COLUMNS), np.int64)
    read_news(root, 0, 1, none, news)
    assert news[0, VISITS] == 10
    add_changes(root, 0, 1, news, none)
    assert root[0].visits == 20


@settings(max_examples=30)
@given(st.integers(1, 2**40), st.floats(0, 2))
def test_what_is_too_large_for_a_node_is_halved_and_keeps_its_mean(visits, mean):
    totals, values = np.zeros((2, MOVES, COLUMNS), np.int64)
    totals[0, VISITS], totals[0, POINTS], totals[1, VISITS] = visits, int(visits * mean), visits // 3
    totals[0, RAVE_VISITS] = visits * FIXED // 4
    find_values(totals, 1, values)
    assert values[0, VISITS] <= MOST_VISITS
    assert values[0, POINTS] / values[0, VISITS] == pytest.approx(totals[0, POINTS] / visits, abs=1e-6)
    assert values[1, VISITS] / values[0, VISITS] == pytest.approx(visits // 3 / visits, abs=1e-6)
    assert values[0, RAVE_VISITS] <= FIXED << 24
    assert (values[:, :PROOFS] == totals[:, :PROOFS]).all() == (visits <= MOST_VISITS)


def test_a_proof_of_one_machine_is_known_to_all_unless_another_contradicts_it():
    machines = Machines(3)
    machines.node(0, 1).proof = PROVEN_WIN
    machines.node(1, 2).proof = PROVEN_LOSS
    machines.node(2, 2).proof = PROVEN_LOSS
    machines.node(0, 3).proof = PROVEN_LOSS
    machines.node(1, 3).proof = PROVEN_WIN
    machines.node(2, 4).proof = ILLEGAL
    machines.share()
    proofs = machines.column("proof")
    assert (proofs[:, 1] == PROVEN_WIN).all()
    assert (proofs[:, 2] == PROVEN_LOSS).all()
    assert proofs[:, 3].tolist() == [PROVEN_LOSS, PROVEN_WIN, UNKNOWN]
    assert proofs[:, 4].tolist() == [UNKNOWN, UNKNOWN, ILLEGAL]


def test_a_search_is_decided_when_the_rest_cannot_change_the_best_open_move():
    machines = Machines(2)
    for move, visits in ((0, 40), (1, 25), (2, 90)):
        machines.node(0, move).visits = visits
    machines.node(1, 2).proof = PROVEN_LOSS
    machines.share()
    assert is_decided(machines.totals, 14)
    assert not is_decided(machines.totals, 15)
