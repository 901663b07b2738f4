"""Points that decide games, as playouts see them."""

import numpy as np
import pytest

from ponnuki.games.go import Position
from ponnuki.games.go.layout import BLACK, WHITE, board_dtype, geometry, longest_playout, vertex_count, vertex_of
from ponnuki.games.interface import DRAW, LOSS, WIN
from ponnuki.knowledge.criticality import LEAST, MEMORY, criticality, note_owners
from ponnuki.players.own import OwnPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.thread import new_thread
from ponnuki.search.tree import PRIOR_UNIT, PRIOR_VISIT

pytestmark = pytest.mark.kernel
SIZE = 5


def after(owners, winners):
    """A thread that has seen playouts: who owned each point (rows of 25 colours) and who won."""
    thread = new_thread(vertex_count(SIZE), longest_playout(SIZE), 1, board_dtype(SIZE))[0]
    points = geometry(SIZE)[0].points
    for row, winner in zip(owners, winners, strict=True):
        thread.owner[points] = row
        note_owners(geometry(SIZE)[0], thread, WIN if winner == BLACK else LOSS)
    return thread


def test_criticality_is_the_covariance_of_owning_and_winning():
    rng = np.random.default_rng(2)
    owners = rng.choice([BLACK, WHITE], (500, SIZE**2))
    winners = np.where(rng.random(500) < 0.8, owners[:, 7], WHITE)  # the eighth point decides most games
    thread = after(owners, winners)
    for at in (0, 7, 24):
        black, wins = np.mean(owners[:, at] == BLACK), np.mean(winners == BLACK)
        expected = np.mean(owners[:, at] == winners) - (black * wins + (1 - black) * (1 - wins))
        found = criticality(thread, np.uint16(geometry(SIZE)[0].points[at]))
        assert found == pytest.approx(max(expected, 0.0), abs=1e-5)
    assert criticality(thread, np.uint16(geometry(SIZE)[0].points[7])) > 0.3


def test_a_few_playouts_say_nothing_and_old_ones_fade():
    few = int(LEAST) - 1
    everything = np.full((few, SIZE**2), BLACK)
    assert criticality(after(everything, [BLACK] * few), np.uint16(vertex_of(SIZE, 2, 2))) == 0
    many = int(MEMORY) + 10
    thread = after(np.full((many, SIZE**2), BLACK), [BLACK] * many)
    assert float(thread.judged) == MEMORY / 2 + 10
    note_owners(geometry(SIZE)[0], thread, DRAW)
    assert float(thread.judged) == MEMORY / 2 + 10


@pytest.mark.parametrize("weight", [0.0, 40.0])
def test_every_playout_of_a_search_counts_if_criticality_is_asked_for(weight):
    player = OwnPlayer(PlayerSpec(size=SIZE, priors={"criticality": weight}))
    player.set_position(Position.empty(SIZE), 0.5)
    player.search(Limit(simulations=300, early_stop=False))
    judged = float(player._search._threads[0][0].judged)
    assert judged == 0 if weight == 0 else judged > 250  # simulations that end in a proof have no playout
    player.close()


def test_a_point_that_decides_games_gets_virtual_wins():
    """A search that has seen the winner own B2 always, and everybody own it equally often: criticality 1/2."""
    wins = []
    for weight in (0.0, 40.0):
        player = OwnPlayer(PlayerSpec(size=SIZE, priors={"criticality": weight}))
        player.set_position(Position.empty(SIZE), 0.5)
        player.search(Limit(simulations=1))
        thread, at = player._search._threads[0][0], vertex_of(SIZE, 1, 1)
        thread.judged, thread.first_wins, thread.first_owns[at], thread.winner_owns[at] = 1000, 500, 500, 1000
        player._search.reset(player._problem())
        player.search(Limit(simulations=1))
        moves = player._search.children()
        prior = moves["prior"] / PRIOR_UNIT * moves["prior_visits"] / PRIOR_VISIT
        wins.append({int(move): won for move, won in zip(moves["move"], prior, strict=True)})
        player.close()
    gained = {move: wins[1][move] - wins[0][move] for move in wins[0]}
    assert gained.pop(vertex_of(SIZE, 1, 1)) == pytest.approx(20, abs=0.2)
    assert max(gained.values()) == pytest.approx(0, abs=0.2)
