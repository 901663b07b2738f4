"""Proven values against exhaustive search."""

import random

import pytest
from exhaustive import exact

from ponnuki.games.go import Position, Rules
from ponnuki.kernels.records import new_records
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.simulation import proof_from_children
from ponnuki.search.tree import ALL_MOVES, ILLEGAL, PROVEN_DRAW, PROVEN_LOSS, PROVEN_WIN, UNKNOWN, node_dtype

pytestmark = pytest.mark.kernel

MOST_NODES = 60_000


def random_position(size, empties, seed):
    """A position late in a random game, with that many empty points at most."""
    generator = random.Random(seed)
    rules = Rules("positional", suicide=False)
    while True:
        position = Position.empty(size, rules)
        for _ in range(4 * size * size):
            moves = [m for m in position.legal_moves() if m != "pass"]
            if not moves or sum(row.count(".") for row in position.rows()) <= empties:
                break
            position = position.play(generator.choice(moves))
        rows = position.rows()
        if sum(row.count(".") for row in rows) <= empties:
            break
    return Position.from_rows(rows, position.to_move, rules)


def proven(position, komi, program="uct", simulations=300_000, **settings):
    settings = {"every_move": True, **settings}
    spec = PlayerSpec(size=position.size, program=program, sims=simulations, search=settings, seed=3)
    player = GoPlayer(spec)
    player.set_position(position, komi)
    return player.search(Limit(simulations=simulations, early_stop=False))


@pytest.mark.parametrize(("size", "empties", "wanted"), [(2, 4, 20), (3, 4, 25), (3, 6, 5), (4, 4, 20), (4, 6, 4)])
def test_proven_values_equal_exhaustive_search(size, empties, wanted, scaled):
    wanted, compared, outcomes = scaled(wanted), 0, set()
    for seed in range(400):
        position = random_position(size, empties, seed)
        komi = random.Random(seed).choice([-1.5, -0.5, 0.5, 1.5, 2.5])
        value = exact(position, komi, MOST_NODES)
        if value is None:
            continue
        report = proven(position, komi)
        assert report.best.proven == {1: "win", -1: "loss"}[value], (position, komi, value, report)
        assert report.value == (value + 1) / 2
        outcomes.add(value)
        compared += 1
        if compared == wanted:
            break
    assert compared == wanted
    assert outcomes == {-1, 1} or wanted < 10


@pytest.mark.parametrize(
    ("children", "all_moves", "parent"),
    [
        ([PROVEN_LOSS, PROVEN_WIN, UNKNOWN], 0, PROVEN_LOSS),
        ([PROVEN_LOSS, PROVEN_LOSS, ILLEGAL], 1, PROVEN_WIN),
        ([PROVEN_LOSS, PROVEN_LOSS, ILLEGAL], 0, UNKNOWN),
        ([PROVEN_LOSS, PROVEN_DRAW, PROVEN_LOSS], 1, PROVEN_DRAW),
        ([PROVEN_LOSS, PROVEN_DRAW, UNKNOWN], 1, UNKNOWN),
        ([PROVEN_DRAW, PROVEN_DRAW, ILLEGAL], 1, PROVEN_DRAW),
        ([PROVEN_DRAW, PROVEN_WIN, UNKNOWN], 1, PROVEN_LOSS),
    ],
)
def test_a_node_is_decided_by_its_best_child(children, all_moves, parent):
    nodes = new_records(node_dtype, count=len(children) + 1)
    nodes[0].children = (1 << 16) | len(children) | (int(ALL_MOVES) if all_moves else 0)
    nodes["proof"][1:] = children
    assert proof_from_children(nodes, nodes[0], False) == parent
    in_merged_tree = UNKNOWN if ILLEGAL in children and parent != PROVEN_LOSS else parent
    assert proof_from_children(nodes, nodes[0], True) == in_merged_tree


@pytest.mark.parametrize(("size", "empties", "wanted"), [(4, 4, 20), (4, 6, 4)])
def test_what_a_merged_search_proves_is_true(size, empties, wanted, scaled):
    wanted, compared, decided = scaled(wanted), 0, 0
    for seed in range(400, 800):
        position = random_position(size, empties, seed)
        komi = random.Random(seed).choice([-1.5, -0.5, 0.5, 1.5, 2.5])
        value = exact(position, komi, MOST_NODES)
        if value is None:
            continue
        report = proven(position, komi, simulations=30_000, merge=True)
        assert report.best.proven in ("", {1: "win", -1: "loss"}[value]), (position, komi, value, report)
        compared += 1
        decided += report.best.proven != ""
        if compared == wanted:
            break
    assert compared == wanted
    assert decided >= wanted // 4


def test_what_the_rave_search_proves_is_what_uct_proves():
    decided = 0
    for seed in range(12):
        position = random_position(3, 4, seed)
        with_rave = proven(position, 0.5, "light", 20_000)
        if with_rave.best.proven and with_rave.value in (0.0, 1.0):
            decided += 1
            assert proven(position, 0.5, "uct").value == with_rave.value
    assert decided >= 3


def test_what_is_proved_for_one_komi_is_forgotten_with_it():
    position = Position.from_rows(["X.O", "XOO", "X.."], "b")
    player = GoPlayer(PlayerSpec(size=3, program="uct", search={"reuse": True}))
    limit = Limit(simulations=300_000, early_stop=False)
    player.set_position(position, -20.5)
    won = player.search(limit)
    assert (won.best.proven, won.value) == ("win", 1.0)
    player.set_position(position, 20.5)
    assert player.search(limit).best.proven == "loss"
    player.set_position(position.play(won.best.move), -20.5)
    assert player.search(limit).best.proven == "loss"


def test_a_program_that_skips_own_eyes_never_calls_a_position_lost_for_that():
    # White's only moves fill its own eyes; the pass loses by area, so the value is a loss only if all moves were tried.
    position = Position.from_rows(["O.OXX", "OOOX.", ".OOXX", "OOXX.", "XXXXX"], "w")
    player = GoPlayer(PlayerSpec(size=5, sims=200))
    player.set_position(position, 0.5)
    report = player.search(Limit(simulations=200, early_stop=False))
    assert [move.move for move in report.moves] == ["pass"]
    assert report.simulations == 200


def test_superko_is_obeyed_inside_the_tree():
    """On 2x2 with two stones, cycles are everywhere; every line of the tree must be legal under positional superko."""
    position = Position.from_rows(["X.", ".O"], "b")
    player = GoPlayer(PlayerSpec(size=2, program="uct", sims=3000))
    player.set_position(position, 0.5)
    report = player.search(Limit(simulations=3000, early_stop=False))
    for move in report.moves:
        walk = position
        for step in move.variation:
            walk = walk.play(step)  # raises if illegal
    assert {move.move for move in report.moves} == set(position.legal_moves())
