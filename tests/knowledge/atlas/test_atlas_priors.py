"""The atlas in a search: off by default, and virtual wins by what it says where it is on."""

from math import exp, sqrt
from pathlib import Path

import numpy as np
import pytest
from atlas_samples import SIZE, as_games, known, random_game, vertex

from ponnuki.errors import BadInput
from ponnuki.games.go.layout import PASS, geometry, longest_playout, vertex_count
from ponnuki.games.go.play import list_moves
from ponnuki.knowledge.atlas.build import BuildOptions, build
from ponnuki.knowledge.atlas.file import load_atlas, write_atlas
from ponnuki.knowledge.atlas.priors import RULED_OUT, new_atlas_priors
from ponnuki.knowledge.go_moves import FEATURES, GROUPS, move_features
from ponnuki.knowledge.go_reading import WORTH, read_all
from ponnuki.knowledge.priors import add_priors
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.limits import Limit
from ponnuki.search.thread import new_thread

pytestmark = pytest.mark.kernel


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    place = tmp_path_factory.mktemp("atlas") / "small.atlas"
    games = as_games([random_game(seed, 12) for seed in range(6)])
    write_atlas(place, *build(games, BuildOptions(support=2), lambda *_: None))
    return str(place)


def virtual_wins(path, position, full_priors=True, predicted=False, chances=None):
    """By vertex, what the kernel gives each move; with `chances`, after a predictor that gives moves these."""
    thread = new_thread(vertex_count(SIZE), longest_playout(SIZE), 1, go_scratch(SIZE))[0]
    board = position.board(komi=7.5)[0]
    count = abs(list_moves(board, geometry(SIZE)[0], thread, False))
    if predicted:
        for i in range(count - 1):
            move_features(board, geometry(SIZE)[0], thread.candidates[i], int(board.to_move), thread.features[i])
    for i in range(count - 1):
        thread.chance[i] = chances[int(thread.candidates[i])] if chances else 1.0
    thread.full_priors = full_priors
    atlas = new_atlas_priors(path, SIZE, 50.0, predicted)
    add_priors(atlas[0], board, geometry(SIZE)[0], thread, count)
    assert np.array_equal(thread.prior_wins[:count], thread.prior_visits[:count])
    return {int(thread.candidates[i]): float(thread.prior_wins[i]) for i in range(count)}


def by_hand(path, position):
    """Weights of shape, reply, features and what is read, added up; shares of their exponentials; square roots."""
    atlas, board = load_atlas(path), position.board(komi=7.5)[0]
    thread = new_thread(vertex_count(SIZE), longest_playout(SIZE), 1, go_scratch(SIZE))[0]
    read_all(board, geometry(SIZE)[0], thread, abs(list_moves(board, geometry(SIZE)[0], thread, False)))
    weight = dict(zip(atlas.arrays["keys"].tolist(), atlas.arrays["weights"].tolist(), strict=True))
    scores = {}
    for move in position.legal_moves():
        if move != "pass":
            found = np.zeros(GROUPS, np.uint16)
            move_features(board, geometry(SIZE)[0], vertex(move), int(board.to_move), found)
            there = [key for key in known(atlas, position, move) if key is not None]
            of_features = atlas.arrays["features"][[*found, *(FEATURES + thread.readings[vertex(move)].astype(int))]]
            scores[int(vertex(move))] = sum(weight[key] for key in there) + of_features.sum()
    total = sum(exp(score) for score in scores.values())
    return {move: 50 * sqrt(exp(score) / total) for move, score in scores.items()}


def test_moves_get_the_square_root_of_their_share_and_the_pass_gets_nothing(path):
    *_, position = random_game(77, 8)
    wins = virtual_wins(path, position)
    assert wins.pop(PASS) == 0
    assert wins == pytest.approx(by_hand(path, position), rel=1e-4)
    assert len({round(value, 4) for value in wins.values()}) > 5
    assert virtual_wins(path, position, predicted=True) == pytest.approx(wins | {PASS: 0.0})


def test_moves_that_the_predictor_rules_out_are_not_looked_up(path):
    *_, position = random_game(77, 8)
    every = virtual_wins(path, position)
    ruled_out = {move for number, move in enumerate(every) if number % 3 == 0 and move != PASS}
    chances = {move: 0.9 * RULED_OUT if move in ruled_out else 1.1 * RULED_OUT for move in every if move != PASS}
    chances[next(move for move in chances if move not in ruled_out)] = 1.0
    found = virtual_wins(path, position, predicted=True, chances=chances)
    assert {move for move, wins in found.items() if wins == 0} == ruled_out | {PASS}
    left = sum(every[move] ** 2 for move in every if move not in ruled_out)
    for move in set(every) - ruled_out - {PASS}:
        assert found[move] == pytest.approx(50 * every[move] / sqrt(left), rel=1e-4)


def test_what_is_read_of_a_move_counts_as_wins_or_losses_where_it_is_asked_for(path):
    thread = new_thread(vertex_count(SIZE), longest_playout(SIZE), 1, go_scratch(SIZE))[0]
    board, signs = random_game(77, 14)[-1].board(komi=7.5)[0], set()
    count = abs(list_moves(board, geometry(SIZE)[0], thread, False))
    given = {}
    for reading in (0.0, 8.0):
        thread.prior_visits[:count] = thread.prior_wins[:count] = 0
        add_priors(new_atlas_priors(path, SIZE, 50.0, False, reading)[0], board, geometry(SIZE)[0], thread, count)
        given[reading] = thread.prior_wins[:count].copy(), thread.prior_visits[:count].copy()
    for i in range(count - 1):
        worth = WORTH[thread.readings[thread.candidates[i]].astype(int)]
        signs |= set(np.sign(worth).tolist())
        assert given[8.0][0][i] - given[0.0][0][i] == pytest.approx(8 * worth[worth > 0].sum(), abs=1e-3)
        assert given[8.0][1][i] - given[0.0][1][i] == pytest.approx(8 * abs(worth).sum(), abs=1e-3)
    assert signs == {-1.0, 0.0, 1.0}


def test_a_node_that_is_visited_for_the_first_time_does_without(path):
    *_, position = random_game(77, 8)
    assert set(virtual_wins(path, position, full_priors=False).values()) == {0.0}


def children(spec):
    player = GoPlayer(spec)
    player.set_position(spec.kit.first_position(spec), spec.komi)
    player.choose(Limit(simulations=20, early_stop=False))
    found = np.sort(player._search.children(), order="move")
    player.close()
    return found


def test_a_search_uses_it_where_it_is_asked_to_and_only_there(path):
    plain = PlayerSpec(size=SIZE, program="mogo")
    with_atlas = PlayerSpec(size=SIZE, program="mogo", priors={"atlas": path, "atlas_weight": 30.0})
    assert plain.prior_weights().atlas == ""
    assert plain.digest != with_atlas.digest
    assert len(set(children(plain)["prior_visits"].tolist())) == 1
    assert len(set(children(with_atlas)["prior_visits"].tolist())) > 3


def test_the_digest_of_a_player_has_what_is_in_its_atlas(path, tmp_path):
    here = tmp_path / "mine.atlas"

    def digest(name):
        return PlayerSpec(size=SIZE, program="mogo", priors={"atlas": str(name)}).digest

    here.write_bytes(Path(path).read_bytes())
    first = digest(here)
    assert digest(here) == first
    atlas = load_atlas(path)
    write_atlas(here, atlas.about, atlas.arrays | {"weights": atlas.arrays["weights"] + 1})
    other = digest(here)
    here.unlink()
    assert len({first, other, digest(here)}) == 3


def test_settings_that_make_no_sense_are_one_line(path):
    with pytest.raises(BadInput, match=r"priors\.atlas_weight must be"):
        PlayerSpec(priors={"atlas_weight": -1.0})
    with pytest.raises(BadInput, match=r"priors\.atlas_reading must be"):
        PlayerSpec(priors={"atlas_reading": -1.0})
    with pytest.raises(BadInput, match=r"priors\.atlas must be a str"):
        PlayerSpec(priors={"atlas": 19})
    spec = PlayerSpec(size=SIZE, program="mogo", priors={"atlas": "nowhere"})
    with pytest.raises(BadInput, match="unknown atlas 'nowhere'"):
        GoPlayer(spec).knowledge(SIZE)
