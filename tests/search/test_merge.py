"""Orders of moves that lead to the same position, and nodes that are looked at twice."""

import numpy as np
import pytest
from trees import SIZE, assert_tree_is_sound, code, player

from ponnuki.games.go import Position, Rules
from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import vertex_of
from ponnuki.games.interface import position_key
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.tree import ILLEGAL, UNKNOWN, add_children

pytestmark = pytest.mark.kernel
ONE_ORDER, OTHER_ORDER = ("C3", "E5", "C5", "E3"), ("C5", "E3", "C3", "E5")


def families_of_orders(mine, orders=(ONE_ORDER, OTHER_ORDER)):
    """Where the tree keeps the children after each order of moves, each order being searched for itself."""
    found = []
    for order in orders:
        led = []
        for depth in range(len(order)):  # leave one way open at each step
            children = mine._search.children([code(move) for move in order[:depth]])
            children["proof"][children["move"] != code(order[depth])] = ILLEGAL
            led.append(children)
            mine.search(Limit(simulations=20, early_stop=False))
        found.append(mine._search._family(mine._search.find([code(move) for move in order])))
        for children in led:
            children["proof"][:] = UNKNOWN
    return found


@pytest.mark.parametrize("merge", [True, False])
def test_orders_of_moves_that_lead_to_the_same_position_share_what_they_know(merge):
    mine = player(search={"merge": merge, "expand_after": 0})
    mine.search(Limit(simulations=20, early_stop=False))
    one, other = families_of_orders(mine)
    assert min(one) > 0
    assert (one == other) == merge
    assert_tree_is_sound(mine._search)


def test_a_family_that_another_thread_was_quicker_to_add_stands():
    mine = player()
    mine.search(Limit(simulations=1))
    search, thread = mine._search, mine._search._threads[0][0]
    family, free = search._family(0), int(thread.next_node)
    assert add_children(search._nodes, np.uint64(0), thread, 3, False, False)
    assert search._family(0) == family
    assert int(thread.next_node) == free
    leaf = np.uint64(family[0])
    assert add_children(search._nodes, leaf, thread, 3, False, False)
    assert search._family(int(leaf)) == (free, 3)
    assert int(thread.next_node) == free + 3


def test_a_merged_tree_stays_merged_after_a_move():
    mine = player()
    mine.search(Limit(simulations=4000, early_stop=False))
    before = assert_tree_is_sound(mine._search)
    assert max(len(of) for of in before.values()) > 1
    start = mine._known_position()
    mine.set_position(start.play(mine.search(Limit(simulations=1)).best.move), 7.5)
    after = assert_tree_is_sound(mine._search, whole=False)
    assert max(len(of) for of in after.values()) > 1
    thread = mine._search._threads[0][0]
    known = {(int(word) >> 16, int(word) & 0x7FFF) for word in thread.table_children[thread.table_keys != 0]}
    assert known
    assert known <= set(after)
    assert_slots_are_listed_once(thread)
    mine.search(Limit(simulations=2000, early_stop=False))
    assert_tree_is_sound(mine._search, whole=False)
    assert_slots_are_listed_once(thread)


def assert_slots_are_listed_once(thread):
    assert sorted(thread.table_slots[: thread.table_used].tolist()) == np.flatnonzero(thread.table_keys).tolist()


def play_on(mine, simulations, moves):
    """The trees of a game against itself, as bytes, and the arrays that they lie in."""
    trees, arrays = [], []
    position = mine._known_position()
    for _ in range(moves):
        best = mine.search(Limit(simulations=simulations)).best.move
        trees.append(mine._search._nodes[: mine._search.nodes].tobytes())
        arrays.append(mine._search._nodes)
        position = position.play(best)
        mine.set_position(position, 7.5)
    return trees, arrays


def test_a_tree_in_memory_that_another_has_left_is_like_one_in_fresh_memory(monkeypatch):
    trees, arrays = play_on(player(), 300, 6)
    assert arrays[0] is not arrays[1]
    assert all(array is arrays[i % 2] for i, array in enumerate(arrays))  # they take turns
    monkeypatch.setattr("ponnuki.search.search.SPARE_NODES", 0)
    mine = player()
    assert play_on(mine, 300, 6)[0] == trees
    assert mine._search._spare is None


def test_what_another_path_forbids_is_allowed_where_the_game_allows_it():
    """Marks of superko in the kept tree are looked at again."""
    start = Position.from_rows([".XO..", "XO.O.", ".XO..", ".....", "....."], "b", Rules("positional"))
    mine = GoPlayer(PlayerSpec(size=5))
    mine.set_position(start, 0.5)
    mine.search(Limit(simulations=3000, early_stop=False))
    takes_ko = vertex_of(5, *from_gtp("C4", 5))
    replies = mine._search.children([takes_ko])
    retake, free = (replies["move"] == vertex_of(5, *from_gtp(move, 5)) for move in ("B4", "E1"))
    assert not retake.any()  # the ko rule itself
    replies["proof"][free] = ILLEGAL
    mine.set_position(start.play("C4"), 0.5)
    report = mine.search(Limit(simulations=50, early_stop=False))
    assert {move.move for move in report.moves} == set(start.play("C4").legal_moves())


def test_a_position_has_one_key_whatever_led_to_it_and_another_in_what_matters():
    def key(*moves):
        position = Position.empty(SIZE, Rules("positional"))
        for move in moves:
            position = position.play(move)
        return int(position_key(position.board()[0]))

    assert key(*ONE_ORDER) == key(*OTHER_ORDER) != 0
    assert key("C3", "E5") != key("E5", "C3")
    assert len({key(), key("pass"), key("pass", "pass"), key("C3"), key("C3", "pass")}) == 5


def test_only_nodes_of_some_visits_have_full_priors():
    """The others have those of quick knowledge; the root has full ones at once."""

    def priors(full_priors_after, network=True):
        mine = player(search={"full_priors_after": full_priors_after, "merge": False}, priors={"network": network})
        mine.search(Limit(simulations=60, early_stop=False))
        found = {}
        for child in mine._search.children():
            family = mine._search.children([int(child.move)])
            if len(family):
                by_move = {int(one.move): (int(one.prior), int(one.prior_visits)) for one in family}
                found[int(child.move)] = (int(child.visits), by_move)
        root = {int(one.move): int(one.prior) for one in mine._search.children()}
        return root, found

    root, nodes = priors(10)
    full_root, full = priors(0)
    _, quick = priors(10**6)
    _, plain = priors(0, network=False)
    assert root == full_root
    compared = {True: 0, False: 0}
    for move, (visits, found) in nodes.items():
        known = full if visits > 10 else quick
        if move in known:
            compared[visits > 10] += 1
            assert found == known[move][1]
    assert min(compared.values()) > 0
    assert any(quick[move][1] == plain[move][1] for move in set(quick) & set(plain))
