"""Simulated machines: what they share, what stays as it was, and what a bad network does."""

import itertools
import threading

import numpy as np
import pytest
from machines import by_move, lockstep, new_player, plain, snapshot

from ponnuki.cluster.lockstep import Network
from ponnuki.cluster.scheme import MERGINGS, SCHEMES, make_scheme, sharing_times
from ponnuki.cluster.statistics import VISITS
from ponnuki.errors import BadInput
from ponnuki.games.go import Position
from ponnuki.search.limits import Limit

pytestmark = pytest.mark.kernel
LIMIT = Limit(simulations=120, early_stop=False)
UNMERGED = {"search": {"merge": False}}
MANY_TREES_OR_ONE = pytest.mark.parametrize("scheme", ["slow-tree", "fast-tree"])


def shared_paths(search):
    """The nodes below the root that all machines together find worth sharing, by the totals of machine 0."""
    tree = search.trees[0]
    least = max(1.0, tree.scheme.share * int(tree._root.totals[0, VISITS]))
    paths, level, known = [], [()], {tree._key(())}
    for _ in range(tree.scheme.depth + 1):
        paths += level
        moves = [
            (*path, int(move)) for path in level for move in np.flatnonzero(tree.totals_of(path)[:, VISITS] >= least)
        ]
        level = []
        for path in moves:
            if tree._key(path) not in known:
                known.add(tree._key(path))
                level.append(path)
    return paths


@pytest.mark.parametrize(("scheme", "merging"), [*itertools.product(SCHEMES[:3], MERGINGS), ("fast-tree", "sum")])
def test_one_machine_under_any_scheme_searches_as_if_it_were_alone(scheme, merging):
    one, alone = lockstep(1, scheme, merging=merging), plain()
    one.run(LIMIT)
    alone.run(LIMIT)
    assert snapshot(one.first.search) == snapshot(alone)
    assert one.report(str).moves == alone.report(str).moves


@pytest.mark.parametrize("merging", ["sum", "average"])
def test_all_machines_know_the_same_of_what_they_share(merging):
    search = lockstep(3, merging=merging)
    search.run(LIMIT)
    paths = shared_paths(search)
    assert max(len(path) for path in paths) == 3
    for path in paths:
        first, second, third = (by_move(tree.search, path) for tree in search.trees)
        assert first == second == third
        assert first
    assert len({snapshot(tree.search) for tree in search.trees}) == 3  # below that, each has a tree of its own


@pytest.mark.parametrize("spec", [{}, UNMERGED], ids=["merged", "by path"])
def test_every_simulation_is_counted_once(spec):
    search = lockstep(4, spec=spec)
    search.run(LIMIT)
    assert search.simulations == 4 * 120
    assert search.trees[0].search.root.visits == 4 * 120
    assert search.trees[0].totals[:, VISITS].sum() == pytest.approx(
        4 * 120, abs=4
    )  # but for moves that superko forbids
    assert search.report(str).simulations == 4 * 120


def test_any_game_is_shared():
    spec = {"game": "havannah", "size": 4}
    one, alone, many = lockstep(1, spec=spec), plain(**spec), lockstep(3, spec=spec)
    for search in (one, alone, many):
        search.run(LIMIT)
    assert snapshot(one.trees[0].search) == snapshot(alone)
    assert many.trees[0].search.root.visits == 360
    first, second, third = (by_move(tree.search) for tree in many.trees)
    assert first == second == third


@pytest.mark.parametrize("spec", [{}, UNMERGED], ids=["merged", "by path"])
@pytest.mark.parametrize("depth", [0, 3])
def test_what_was_shared_before_a_move_is_not_counted_again_after_it(spec, depth):
    player = new_player(**spec)
    search = lockstep(3, player=player, depth=depth, scheme="slow-tree" if depth else "slow-root")
    search.run(LIMIT)
    position = player._known_position()
    for _ in range(2):
        best = int(search.report(str).best.move)
        expected = search.trees[0].totals_of((best,))
        shared = 0 if expected is None else expected[:, VISITS].sum()
        alone = sum(tree.search.children([best])["visits"].astype(np.int64).sum() for tree in search.trees)
        position = position.play(player._name(best))
        player.set_position(position, player._komi)
        assert search.advance([best], player._problem())
        root_before = search.trees[0].search.root.visits
        search.share_now()
        total = search.trees[0].totals[:, VISITS].sum()
        assert total == (alone if depth == 0 else shared)
        assert search.trees[0].search.root.visits == root_before
        search.run(LIMIT)
        assert search.trees[0].search.root.visits == root_before + 3 * 120


def test_the_same_seed_gives_the_same_trees_and_another_seed_others():
    def trees(seed):
        search = lockstep(2, seed=seed, network=Network(latency=3, speeds=(1, 0.5), late=0.3))
        search.run(LIMIT)
        return [snapshot(tree.search) for tree in search.trees]

    assert trees(5) == trees(5)
    assert trees(5) != trees(6)


def test_a_machine_that_lacks_a_node_is_given_it():
    search = lockstep(2, network=Network(speeds=(0.01,)))
    search.run(Limit(simulations=100, early_stop=False))
    slow, fast = (tree.search for tree in search.trees)
    deepest = shared_paths(search)[-1]
    assert len(deepest) == 3
    assert by_move(slow, deepest) == by_move(fast, deepest)
    assert search._made == [1, 100]


def test_simulations_made_while_sums_are_on_their_way_are_shared_the_next_time():
    search = lockstep(3, network=Network(latency=4))
    search.run(LIMIT)
    assert search._made == [120] * 3
    assert search.trees[0].search.root.visits == 360


def test_late_news_are_part_of_a_later_exchange():
    search = lockstep(3, network=Network(late=0.5))
    search.run(LIMIT)
    missing = 360 - int(search.trees[0]._root.totals[0, VISITS])
    assert 0 < missing <= 3 * 120
    search.share_now()
    assert search.trees[0]._root.totals[0, VISITS] == 360


def test_the_others_go_on_without_a_machine_that_is_lost():
    search = lockstep(3, network=Network(lost={2: 5}))
    search.run(LIMIT)
    assert search._made == [120, 120, 25]
    assert search.trees[0].search.root.visits == 265


def test_voting_shares_once_and_a_majority_may_choose_another_move_than_the_visits():
    search = lockstep(5, "voting", choice="majority")
    search.run(Limit(simulations=40, early_stop=False))
    tree = search.trees[0]
    assert tree.rounds == 2
    assert tree._votes.sum() == 5
    report = search.report(str)
    assert tree._votes[int(report.best.move)] == tree._votes.max()
    rest = [move.visits for move in report.moves if not tree._votes[int(move.move)]]
    assert rest == sorted(rest, reverse=True)
    assert search.report(str, most=1).moves == report.moves[:1]


@MANY_TREES_OR_ONE
def test_a_win_that_one_machine_has_proved_ends_the_search_of_all(scheme):
    player = new_player()
    rows = [".X.X.", "XXXXX", "OOOOO", ".O.O.", "....."]
    player.set_position(Position.from_rows(rows, "w").play("pass"), -10.5)
    search = lockstep(3, scheme, player=player)
    search.run(LIMIT)
    assert search.simulations < 360
    report = search.report(player._name)
    assert (report.best.move, report.best.proven, report.value) == ("pass", "win", 1.0)


@MANY_TREES_OR_ONE
def test_it_stops_early_only_when_the_move_is_decided(scheme):
    early, full = (lockstep(2, scheme, spec={"komi": 30.5}) for _ in range(2))
    early.run(Limit(simulations=300))
    full.run(Limit(simulations=300, early_stop=False))
    assert early.simulations < full.simulations == 600
    assert early.report(str).best.move == full.report(str).best.move


def test_a_stop_ends_the_search_after_an_exchange():
    stop = threading.Event()
    search = lockstep(2)
    search.run(LIMIT, stop=stop, on_progress=stop.set, every=0.0)
    assert 0 < search.simulations < 240
    assert by_move(search.trees[0].search) == by_move(search.trees[1].search)


def test_a_search_without_a_number_of_simulations_ends_by_the_clock():
    search = lockstep(2)
    search.run(Limit(seconds=0.05, early_stop=False))
    assert search.simulations >= 100
    assert search.simulations % 100 == 0
    assert search.seconds < 10


@MANY_TREES_OR_ONE
def test_only_the_moves_to_consider_are_searched_on_all_machines(scheme):
    search = lockstep(2, scheme)
    one = plain()
    one.run(Limit(simulations=1))
    allowed = {int(child.move) for child in one.children()[:2]}
    search.restrict(allowed)
    search.run(LIMIT)
    assert {int(move.move) for move in search.report(str).moves} == allowed
    with pytest.raises(BadInput, match="none of the moves"):
        search.restrict({9999})


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lockstep(0), "machines must be from 1"),
        (lambda: lockstep(2, "slow"), "unknown scheme 'slow'; known: slow-tree"),
        (lambda: make_scheme("slow-root", depth=2), "its depth is 0"),
        (lambda: make_scheme("voting", sharings=3), "voting shares once"),
        (lambda: make_scheme("slow-root", choice="majority"), "a majority chooses with voting only"),
        (lambda: make_scheme("fast-tree", depth=1), "fast-tree has one tree: its depth is 0, not 1"),
        (lambda: make_scheme("fast-tree", merging="average"), "there is nothing to merge"),
        (lambda: make_scheme("fast-tree", choice="majority"), "a majority chooses with voting only"),
        (lambda: make_scheme("slow-tree", merging="max"), "unknown merging 'max'"),
        (lambda: make_scheme("slow-tree", share=0.0), "share must be above 0"),
        (lambda: Network(lost={0: 3}), "machine 0 gives the answer"),
        (lambda: Network(speeds=(2.0,)), "speeds above 0 to 1"),
    ],
)
def test_bad_input_is_one_clear_line(make, message):
    with pytest.raises(BadInput, match=message):
        make()


def test_machines_share_at_even_distances_and_at_the_end():
    assert sharing_times(100, 4) == [25, 50, 75, 100]
    assert sharing_times(3, 20) == [1, 2, 3]
    assert sharing_times(10, 3) == [3, 6, 10]
