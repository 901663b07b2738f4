"""The search on games of hexagons: proofs, swaps, and what it keeps."""

import pytest
from hexagon_searches import player_for, search

from ponnuki.errors import BadInput
from ponnuki.games import havannah, hex
from ponnuki.search.limits import Limit

pytestmark = pytest.mark.kernel
GAME = pytest.mark.parametrize("game", [hex, havannah], ids=["hex", "havannah"])


@pytest.mark.parametrize(
    ("game", "winning", "losing"),
    [
        (hex, ["X..", "X..", "..."], ["..X", ".X.", ".OO"]),
        (havannah, ["XX.", "....", ".....", "....", "O.."], ["OO.", "....", ".....", "....", "X.."]),
    ],
    ids=["hex", "havannah"],
)
def test_a_win_is_seen_at_once_and_a_loss_is_stopped(game, winning, losing):
    last = {hex: "a3", havannah: "c1"}[game]
    assert search(game.Position.from_rows(winning, "b"), 5).best.move == last
    mover = {hex: "w", havannah: "b"}[game]
    assert search(game.Position.from_rows(losing, mover), 20).best.move == last


@GAME
def test_same_seed_same_tree(game):
    first, second = (search(game.Position.empty(3).play("b2"), 300, "slow", seed=5) for _ in range(2))
    assert first.moves == second.moves


@GAME
def test_several_threads_prove_the_same(game):
    report = search(game.Position.empty(3), threads=2)
    assert report.best.proven == "win"
    assert search(game.Position.empty(3).play(report.best.move)).best.proven == "loss"


@GAME
def test_what_is_known_is_kept_after_moves(game):
    position = game.Position.empty(3)
    player = player_for(position)
    report = player.search(Limit(simulations=40, early_stop=False))
    assert report.best.proven == ""
    player.set_position(position.play(report.best.move), 0.0)
    again = player.search(Limit(simulations=1, early_stop=False))
    assert sum(move.visits for move in again.moves) > 3


@pytest.mark.parametrize(
    ("game", "wins", "loses"), [(hex, "b2", "a1"), (havannah, "a1", "b2")], ids=["hex", "havannah"]
)
def test_a_first_stone_that_wins_is_taken_over_and_one_that_loses_is_not(game, wins, loses):
    first = game.Position.empty(3, game.Rules(swap=True))
    taken, left = (
        player_for(first.play(move), 20_000).choose(Limit(simulations=20_000)).move for move in (wins, loses)
    )
    assert taken == "swap" != left


@GAME
def test_with_a_swap_to_come_every_first_stone_of_size_three_is_lost(game):
    assert search(game.Position.empty(3, game.Rules(swap=True))).best.proven == "loss"


@pytest.mark.parametrize(
    ("game", "rows", "mover"),
    [(hex, [".X.", ".X.", "..."], "w"), (havannah, ["O.", "...", ".O"], "b")],
    ids=["hex", "havannah"],
)
def test_a_proven_loss_is_given_up_unless_the_spec_says_never(game, rows, mover):
    lost = game.Position.from_rows(rows, mover)
    assert search(lost).best.proven == "loss"
    assert player_for(lost).choose(Limit(simulations=1000)).move == "resign"
    assert player_for(lost, resign=0.0).choose(Limit(simulations=1000)).move in lost.legal_moves()


@pytest.mark.parametrize(
    ("game", "rows"), [(hex, ["X..", "X..", "X.."]), (havannah, ["XX", "...", ".."])], ids=["hex", "havannah"]
)
def test_a_game_that_is_over_is_not_searched(game, rows):
    with pytest.raises(BadInput, match="the game is over"):
        search(game.Position.from_rows(rows, "w"))


@GAME
def test_only_the_moves_that_are_allowed_are_considered(game):
    report = player_for(game.Position.empty(3)).search(Limit(simulations=50), allowed=["b2", "c3"])
    assert {move.move for move in report.moves} == {"b2", "c3"}
