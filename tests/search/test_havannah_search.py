"""The search on Havannah: proofs, the swap, and what it shares with Go."""

import random

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.havannah import Position, Rules
from ponnuki.games.havannah.coords import CLASSIC
from ponnuki.games.havannah.layout import corners
from ponnuki.players.havannah import HavannahPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

pytestmark = pytest.mark.kernel
MOST = 1_000_000


def player_for(position, simulations=1000, program="fast", **keys):
    spec = PlayerSpec(game="havannah", size=position.size, program=program, sims=simulations, **keys)
    player = HavannahPlayer(spec)
    player.set_position(position, 0.0)
    return player


def search(position, simulations=MOST, program="fast", **keys):
    return player_for(position, simulations, program, **keys).search(Limit(simulations=simulations, early_stop=False))


def exact(position):
    """The value for the player to move, by trying everything; no tree, no kernel of the search."""
    if position.winner is not None:
        return -1
    if position.is_over:
        return 0
    best = -1
    for move in position.legal_moves():
        best = max(best, -exact(position.play(move)))
        if best == 1:
            break
    return best


def test_on_size_two_the_first_player_wins_from_every_corner_and_loses_from_the_centre():
    values = {move: search(Position.empty(2).play(move)).value for move in Position.empty(2).legal_moves()}
    assert values == {move: float(move == "b2") for move in values}


def test_on_size_three_the_first_player_wins_exactly_from_the_six_corners():
    lost = {
        move for move in Position.empty(3).legal_moves() if search(Position.empty(3).play(move)).best.proven == "loss"
    }
    assert lost == {CLASSIC.write(cell, 3) for cell in corners(3)}
    assert search(Position.empty(3)).best.proven == "win"


# Random games that were drawn on a full board.
DRAWN = (
    ("e4 b2 c4 c5 a3 b1 d2 e5 d5 a2 c3 d3 a1 e3 d4 b4 b3 c2 c1", 3),
    ("a3 c4 b2 c1 c5 d5 d4 b4 d2 a1 b1 c2 b3 c3 a2 e3 e5 e4 d3", 3),
)


def random_position(seed):
    chance, position = random.Random(seed), Position.empty(3)
    while position.empty_cells > 3 + seed % 4:
        moves = [move for move in position.legal_moves() if not position.play(move).is_over]
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position


def drawn_positions():
    """The last positions of the drawn games, before their ends."""
    for moves, size in DRAWN:
        position = Position.empty(size)
        for move in moves.split():
            if position.empty_cells <= 6:
                yield position
            position = position.play(move)
        assert position.is_over
        assert position.winner is None


def test_proven_values_equal_exhaustive_search():
    """Draws among them: a proven draw needs no more visits, and the other moves are looked at."""
    values = []
    for position in [*(random_position(seed) for seed in range(60)), *drawn_positions()]:
        if position.empty_cells > 6:
            continue
        values.append(exact(position))
        report = search(position)
        assert report.simulations < MOST
        assert report.value == (values[-1] + 1) / 2
        assert report.best.proven == {1: "win", 0: "draw", -1: "loss"}[values[-1]]
    assert min(values.count(value) for value in (-1, 0, 1)) >= 3


def test_a_win_is_seen_at_once_and_a_loss_is_stopped():
    rows = ["OO.", "....", ".....", "....", "X.."]
    assert search(Position.from_rows(rows, "w"), 5).best.move == "c1"
    assert search(Position.from_rows(rows, "b"), 20).best.move == "c1"


def test_same_seed_same_tree():
    first, second = (search(Position.empty(3).play("b2"), 300, "slow", seed=5) for _ in range(2))
    assert first.moves == second.moves


def test_several_threads_prove_the_same():
    report = search(Position.empty(3), threads=2)
    assert report.best.proven == "win"
    assert CLASSIC.read(report.best.move, 3) in corners(3)


def test_what_is_known_is_kept_after_moves():
    position = Position.empty(3)
    player = player_for(position)
    report = player.search(Limit(simulations=150, early_stop=False))
    assert report.best.proven == ""
    player.set_position(position.play(report.best.move), 0.0)
    again = player.search(Limit(simulations=1, early_stop=False))
    assert sum(move.visits for move in again.moves) > 10


def test_a_first_stone_that_wins_is_taken_over_and_one_that_loses_is_not():
    rules = Rules(swap=True)
    taken = player_for(Position.empty(3, rules).play("a1"), 20_000).choose(Limit(simulations=20_000))
    assert taken.move == "swap"
    left = player_for(Position.empty(3, rules).play("b2"), 20_000).choose(Limit(simulations=20_000))
    assert left.move != "swap"


def test_with_a_swap_to_come_the_first_stone_is_not_the_best_one():
    """On size 3 every first stone is lost then; what counts is that the search knows of the swap."""
    report = search(Position.empty(3, Rules(swap=True)))
    assert report.best.proven == "loss"


def test_a_proven_loss_is_given_up_unless_the_spec_says_never():
    position = Position.from_rows(["O.", "...", ".O"], "b")
    assert search(position).best.proven == "loss"
    assert player_for(position).choose(Limit(simulations=1000)).move == "resign"
    assert player_for(position, resign=0.0).choose(Limit(simulations=1000)).move in position.legal_moves()


def test_a_game_that_is_over_is_not_searched():
    with pytest.raises(BadInput, match="the game is over"):
        search(Position.from_rows(["OO", "...", ".."], "b"))


def test_only_the_moves_that_are_allowed_are_considered():
    player = player_for(Position.empty(3))
    report = player.search(Limit(simulations=50), allowed=["b2", "c3"])
    assert {move.move for move in report.moves} == {"b2", "c3"}
