"""An atlas from few games: counts as a naive count has them, weights that say what was played, the same bytes."""

import numpy as np
import pytest
from atlas_samples import SIZE, as_games, random_game

from ponnuki.errors import BadInput
from ponnuki.games.go.position import Position
from ponnuki.knowledge.atlas import naive
from ponnuki.knowledge.atlas.build import BuildOptions, build
from ponnuki.knowledge.atlas.counting import best_supported, count_played
from ponnuki.knowledge.atlas.file import REPLY_BIT, to_bytes
from ponnuki.knowledge.atlas.fit import fit_weights
from ponnuki.knowledge.atlas.page import draw
from ponnuki.knowledge.atlas.rings import ENDS

pytestmark = pytest.mark.kernel


def nobody(*_):
    return None


def played_out(*moves):
    positions = [Position.empty(SIZE)]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


def by_key(counts):
    return {naive.key_of(one): count for one, count in counts.items()}


def test_counts_are_those_of_a_naive_count():
    games = [random_game(seed, 9) for seed in (1, 2)]
    played, available = naive.count(games)
    counted = count_played(as_games(games), 1, 2, nobody)
    assert dict(zip(counted.keys.tolist(), counted.played.tolist(), strict=True)) == by_key(played)
    there = fit_weights(as_games(games), counted, 1, nobody).available
    expected = by_key({one: count for one, count in available.items() if one in played})
    assert dict(zip(counted.keys.tolist(), there.tolist(), strict=True)) == expected


def test_what_was_played_too_seldom_is_left_out_and_so_is_all_around_it():
    games = [random_game(seed, 9) for seed in (1, 2)]
    played, _ = naive.count(games)
    often = {one: count for one, count in played.items() if count >= 2}
    counted = count_played(as_games(games), 2, 1, nobody)
    assert set(counted.keys.tolist()) == set(by_key(often))
    fewer, support = best_supported(count_played(as_games(games), 1, 1, nobody), len(often))
    assert support == 2
    assert fewer.keys.tolist() == counted.keys.tolist()
    assert set(fewer.parents.tolist()) - {0} <= set(fewer.keys.tolist())


def test_three_games_by_hand():
    """Black begins in the middle each time; White answers beside it twice, at the corner of it once."""
    games = as_games([played_out("C3", "C4"), played_out("C3", "D3"), played_out("C3", "B2", "pass")])
    counted = count_played(games, 1, 1, nobody)
    available = fit_weights(games, counted, 1, nobody).available
    first = {  # what is played and available in the 3x3 square, by hand
        naive.key_of(naive.surroundings(Position.empty(SIZE), "C3")[0]): (3, 3 * 9),  # nothing near: 3x3 of 25 points
        naive.key_of(naive.surroundings(played_out("C3")[-1], "C4")[0]): (2, 3 * 4),
        naive.key_of(naive.surroundings(played_out("C3")[-1], "B2")[0]): (1, 3 * 4),
    }
    shapes = np.flatnonzero(counted.levels == 0)
    found = {int(counted.keys[k]): (int(counted.played[k]), int(available[k])) for k in shapes}
    assert found == first
    replies = np.flatnonzero(counted.levels == REPLY_BIT)
    assert sorted(counted.played[replies].tolist()) == [1, 2]


def test_the_same_games_give_the_same_bytes_however_many_threads_count():
    games = as_games([random_game(seed, 9) for seed in range(3)])
    first, again = (to_bytes(*build(games, BuildOptions(support=1, threads=threads), nobody)) for threads in (1, 2))
    assert first == again


def test_what_is_available_is_right_on_average_where_games_are_learned_from_in_haste():
    games = as_games([random_game(seed, 9) for seed in range(60)])
    counted = count_played(games, 1, 1, nobody)
    exact = fit_weights(games, counted, 2, nobody).available
    hasty = fit_weights(games.spread(2), counted, 1, nobody, games).available
    often = exact > 100
    assert np.array_equal(exact, fit_weights(games, counted, 1, nobody).available)
    assert not np.array_equal(exact, hasty)
    assert hasty[often].sum() == pytest.approx(exact[often].sum(), rel=0.1)


def test_what_was_learned_in_haste_foresees_moves_about_as_well():
    games = as_games([played_out("C3", "C4")] * 40)
    counted = count_played(games, 2, 1, nobody)
    alone, after = (fit_weights(games.spread(4), counted, 1, nobody, before) for before in (None, games))
    assert after.positions == alone.positions == 8
    assert after.log_likelihood > alone.log_likelihood + 0.5


def test_weights_make_the_played_moves_likely_and_pictures_show_them():
    games = as_games([played_out("C3", "C4")] * 40)
    about, arrays = build(games, BuildOptions(support=2, passes=4), nobody)
    assert about["log_likelihood"] > np.log(1 / 24) + 1
    assert about["games"] == 40
    assert about["positions"] == 80
    assert about["sample_positions"] == 80
    best = about["pictures"]["strongest"][0]
    assert best["played"] == 40
    assert best["weight"] == pytest.approx(float(arrays["weights"].max()), abs=1e-3)
    assert len(best["cells"]) == ENDS[best["level"]]
    assert "<svg" in draw(best["cells"], True)


def test_progress_ends_exactly_where_it_said_it_would():
    told = []
    games = as_games([random_game(seed, 4) for seed in range(3)])
    build(games, BuildOptions(support=1, sample=2), lambda what, done, total: told.append((done, total)))
    assert len({total for _, total in told}) == 1
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]


def test_no_games_are_refused():
    with pytest.raises(BadInput, match="no games"):
        build(as_games([played_out("C3")]).some([]), BuildOptions(), nobody)
