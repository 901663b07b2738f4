"""One tree for which other machines play: what they are sent, what comes back, and what a bad network does."""

import itertools
import threading

import numpy as np
import pytest
from machines import by_move, lockstep, new_player, plain, snapshot

from ponnuki.cluster.network import Network
from ponnuki.search.limits import Limit
from ponnuki.search.playouts import Playouts, leaf_starts
from ponnuki.search.settings import UCT

pytestmark = pytest.mark.kernel
LIMIT = Limit(simulations=60, early_stop=False)


def fast(machines, **options):
    return lockstep(machines, "fast-tree", **{"sharings": 10} | options)


def tree_of(search):
    search.run(LIMIT)
    return snapshot(search.first.search)


def playouts(seed=0, threads=1, **spec):
    player = new_player(**spec)
    return Playouts(player._problem(), player.spec.search_settings(), seed=seed, threads=threads)


def is_consistent(search):
    """Whether every visit of the tree has a result: the root's own visits are those of its moves, points follow."""
    children = search.children()
    visits, points = (children[name].astype(np.int64).sum() for name in ("visits", "points"))
    root = search.root
    return (int(root.visits), 2 * int(root.visits) - int(root.points)) == (visits, points)


# ---- batches ------------------------------------------------------------------------------------------------------


def test_a_leaf_is_the_moves_that_lead_to_it_and_a_result_the_moves_after_it():
    search = plain()
    search.run(LIMIT)
    batch = search.hand_out(5)
    starts = leaf_starts(batch.words)
    assert (batch.leaves, batch.settled, len(starts) - 1) == (5, 0, 5)
    for first, end in itertools.pairwise(starts):
        depth, *moves = batch.words[first:end].tolist()
        assert depth == len(moves) >= 1
        assert search.find(moves) == batch.paths[end - 1]
    results = playouts().run(batch.words).tolist()
    at = 0
    for _ in range(5):
        points, count = results[at : at + 2]
        assert points in (0, 2)
        assert count > 0
        at += 2 + count
    assert at == len(results)


def test_simulations_that_are_played_out_elsewhere_one_by_one_grow_the_tree_of_a_search():
    """What a search does in one go is the same as going down, playing out and taking in, but for who draws numbers."""
    search, helper = plain(), playouts(seed=1)
    for _ in range(60):
        search.take_in(batch := search.hand_out(1), helper.run(batch.words))
    assert search.root.visits == 60
    assert is_consistent(search)
    assert max(child.rave_visits for child in search.children()) > 10


def test_what_nobody_plays_out_is_taken_back():
    search = plain()
    search.run(LIMIT)
    before = by_move(search)
    batch = search.hand_out(20)
    assert by_move(search) != before
    assert search.take_in(batch, playouts().run(batch.words)[:0]) == 0
    assert by_move(search) == before
    assert search.root.visits == 60


def test_a_part_of_the_results_counts_and_the_rest_is_taken_back():
    search = plain()
    search.run(LIMIT)
    batch = search.hand_out(20)
    starts = leaf_starts(batch.words)
    assert search.take_in(batch, playouts().run(batch.words[: starts[7]])) == 7
    assert search.root.visits == 67
    assert is_consistent(search)


def test_threads_play_out_a_batch_in_parts_and_the_results_stay_in_order():
    search = plain()
    search.run(LIMIT)
    words = (batch := search.hand_out(50)).words
    first, again = (playouts(threads=3).run(words) for _ in range(2))
    assert first.tobytes() == again.tobytes()
    assert first.tobytes() != playouts(threads=2).run(words).tobytes()
    search.take_in(batch, first)
    assert search.root.visits == 110
    assert is_consistent(search)


def test_moves_are_sent_only_to_a_search_that_looks_at_them():
    search = plain()
    search.run(LIMIT)
    batch = search.hand_out(5)
    results = Playouts(new_player()._problem(), UCT).run(batch.words)
    assert len(results) == 2 * 5
    assert search.take_in(batch, results) == 5
    assert is_consistent(search)


def test_playouts_that_are_stopped_have_results_of_the_first_leaves():
    search = plain()
    search.run(LIMIT)
    words = search.hand_out(50).words
    looks = iter([False, False, True])
    some, every = playouts().run(words, stopped=lambda: next(looks)), playouts().run(words)
    assert 0 < len(some) < len(every)
    assert every[: len(some)].tobytes() == some.tobytes()


# ---- machines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("machines", [2, 4])
def test_every_playout_of_every_machine_counts_once(machines):
    search = fast(machines)
    search.run(LIMIT)
    assert search.simulations == search.first.search.root.visits == 60 * machines
    assert search.report(str).simulations == 60 * machines
    assert is_consistent(search.first.search)
    assert search.first.exchanges == 10 * (machines - 1)


def test_any_game_has_its_playouts_made_elsewhere():
    spec = {"game": "havannah", "size": 4}
    one, alone, many = fast(1, spec=spec), plain(**spec), fast(3, spec=spec)
    alone.run(LIMIT)
    assert tree_of(one) == snapshot(alone)
    many.run(LIMIT)
    assert many.first.search.root.visits == 180
    assert is_consistent(many.first.search)


def test_the_same_seed_gives_the_same_tree_and_another_seed_another():
    def tree(seed, **options):
        return tree_of(fast(3, seed=seed, network=Network(latency=3, speeds=(1, 0.5), late=0.3), **options))

    assert tree(5) == tree(5)
    assert tree(5) != tree(6)


def test_threads_of_the_machines_play_for_the_one_tree():
    search = fast(2, threads=2)
    search.run(LIMIT)
    assert search.simulations == 120
    assert search.first.search.root.visits == pytest.approx(120, abs=10)  # threads may lose a count


def test_what_is_known_of_the_position_is_kept_after_a_move():
    player = new_player()
    search = fast(3, player=player)
    search.run(LIMIT)
    best = search.report(str).best
    player.set_position(player._known_position().play(player._name(int(best.move))), player._komi)
    assert search.advance([int(best.move)], player._problem())
    known = int(search.first.search.root.visits)
    assert known == best.visits
    search.run(LIMIT)
    assert search.first.search.root.visits == known + 180


def test_slow_machines_make_fewer_playouts_and_late_results_count_later():
    slow = fast(3, network=Network(speeds=(1, 0.5, 0.1)))
    slow.run(LIMIT)
    assert slow._made == [60, 30, 6]
    late = fast(3, network=Network(late=0.5))
    late.run(LIMIT)
    assert late._made[0] == 60
    assert 60 < late.simulations <= 180
    for search in (slow, late):
        assert search.first.search.root.visits == search.simulations
        assert is_consistent(search.first.search)


def test_what_a_lost_machine_was_to_play_out_is_taken_back_in_the_end():
    search = fast(3, network=Network(lost={2: 5}))
    search.run(LIMIT)
    assert search._made == [60, 60, 30]
    assert search.first.search.root.visits == 150
    assert is_consistent(search.first.search)


def test_a_stop_and_an_error_leave_no_visits_without_results():
    stop = threading.Event()
    search = fast(3, network=Network(late=0.5))
    search.run(LIMIT, stop=stop, on_progress=stop.set, every=0.0)
    assert 0 < search.simulations < 180
    assert is_consistent(search.first.search)
    with pytest.raises(ZeroDivisionError):
        search.run(LIMIT, on_progress=lambda: 1 / 0, every=0.0)
    assert is_consistent(search.first.search)
