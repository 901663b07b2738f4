"""Priors of Havannah beside a slow and obvious count on random boards."""

import itertools
import random

import pytest

from ponnuki.games.havannah.layout import cell_of, geometry, new_board, vertex_count, vertex_of
from ponnuki.games.havannah.naive import NaivePosition
from ponnuki.games.havannah.play import play_move
from ponnuki.knowledge.havannah_prior_weights import HavannahPriors
from ponnuki.knowledge.havannah_priors import havannah_priors
from ponnuki.knowledge.priors import add_priors
from ponnuki.policies.havannah_scratch import havannah_scratch
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel


def random_board(size, seed):
    """A board after some random moves, and the same for the oracle."""
    rng = random.Random(seed)
    records, naive = new_board(size), NaivePosition(size)
    for _ in range(rng.randrange(1, 2 * len(naive.cells()) // 3)):
        cell = rng.choice([cell for cell in naive.cells() if cell not in naive.stones])
        play_move(records[0], geometry(size)[0], vertex_of(size, *cell))
        naive = naive.play(cell)
        if naive.winner is not None:
            return random_board(size, seed + 1000)
    return records, naive


def priors_of(records, size, weights):
    """Virtual wins by cell."""
    board, thread = records[0], new_thread(vertex_count(size), 400, 1, havannah_scratch(size))[0]
    count = int(board.empty_count)
    thread.candidates[:count] = board.empty[:count]
    add_priors(havannah_priors(weights)[0], board, geometry(size)[0], thread, count)
    assert thread.prior_visits[:count].tolist() == thread.prior_wins[:count].tolist()
    return {cell_of(size, int(v)): thread.prior_wins[i] for i, v in enumerate(board.empty[:count])}


def bridged(naive, cell):
    """The cells that two empty cells join with this one, on the board."""
    empty = [near for near in naive.around(cell) if near in naive.cells() and near not in naive.stones]
    for one, other in itertools.combinations(empty, 2):
        if other in set(naive.around(one)):
            yield from set(naive.around(one)) & set(naive.around(other)) - {cell}


def joined(naive, cell, color):
    """Chains, sides and corners that a cell touches or is a bridge away from."""
    near = {*naive.around(cell), *bridged(naive, cell)}
    chains = [chain for chain in naive.chains(color) if chain & near]
    borders = {border_of(naive, other) for chain in chains for other in chain} - {None}
    empty = [other for other in naive.around(cell) if other in naive.cells() and other not in naive.stones]
    edges = [border_of(naive, other) for other in empty if border_of(naive, other) not in (None, ("corner", other))]
    touched = {border_of(naive, cell)} | {edge for edge in edges if edges.count(edge) > 1}
    return len(chains) + len(touched - {None} - borders)


def border_of(naive, cell):
    """The corner or the side of a cell."""
    outside = tuple((x - cell[0], y - cell[1]) for x, y in naive.around(cell) if (x, y) not in naive.cells())
    return None if not outside else ("corner", cell) if len(outside) == 3 else ("side", outside)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("size", [4, 6])
def test_moves_that_join_have_a_prior_for_each_thing_beyond_the_first(size, seed):
    records, naive = random_board(size, seed)
    found = priors_of(records, size, HavannahPriors(join=2.0))
    assert found == {cell: 2.0 * max(joined(naive, cell, naive.to_move) - 1, 0) for cell in found}
    assert any(found.values()) or len(naive.stones) < 8


@pytest.mark.parametrize("seed", range(10))
def test_moves_beside_the_last_stone_or_a_bridge_away_from_it_have_a_prior(seed):
    records, naive = random_board(5, seed)
    last = cell_of(5, int(records[0].last))
    found = priors_of(records, 5, HavannahPriors(near=3.0))
    assert found == {cell: 3.0 * (last in {*naive.around(cell), *bridged(naive, cell)}) for cell in found}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("size", [2, 5])
def test_moves_have_a_prior_for_each_own_stone_within_two_cells(size, seed):
    records, naive = random_board(size, seed)
    own = {cell for cell, color in naive.stones.items() if color == naive.to_move}
    found = priors_of(records, size, HavannahPriors(around=3.0))
    assert found == {
        cell: 3.0 * len(own & {far for near in naive.around(cell) for far in naive.around(near)}) for cell in found
    }


def test_a_move_that_joins_what_the_last_stone_would_keep_apart_has_a_prior():
    records = new_board(5)
    for cell in ((4, 4), (0, 0), (6, 5), (5, 4)):  # White's stones are a bridge apart; Black takes a cell of it
        play_move(records[0], geometry(5)[0], vertex_of(5, *cell))
    found = priors_of(records, 5, HavannahPriors(keep=7.0))
    assert {cell: wins for cell, wins in found.items() if wins} == {(5, 5): 7.0}


def test_weights_below_zero_are_refused_in_one_line():
    with pytest.raises(ValueError, match="must not be negative"):
        HavannahPriors(join=-1.0)
