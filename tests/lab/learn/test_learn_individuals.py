"""What a campaign draws: modifications as data, shapes cut out of games, and what is turned down."""

import os
import signal
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go.neighbourhood import NEIGHBOURHOOD
from ponnuki.knowledge.shape_text import read_shape
from ponnuki.knowledge.shapes import Shape, variants
from ponnuki.lab.learn import proposals
from ponnuki.lab.learn.individuals import MIX, ShapeMaterial, numbers_of, propose_setting, propose_shape, ranges_of
from ponnuki.lab.learn.modification import Setting, apply, describe, from_json, to_json
from ponnuki.lab.learn.seen_moves import LETTERS, SeenMoves, look
from ponnuki.lab.learn.session import GameProposer
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import State
from ponnuki.lab.runs.interruption import Interrupted, stop_flag
from ponnuki.players.spec import PlayerSpec

HANE = read_shape({"text": "XO?|?+?|???", "bias": 20}, NEIGHBOURHOOD)
BARE = PlayerSpec(program="bare", sims=20, size=5)


@pytest.fixture(scope="module")
def seen() -> SeenMoves:
    return look(BARE, seed=1, games=3)


def state_of(**settings: object) -> State:
    made = CampaignSettings.make({"baseline": BARE.settings(), **settings}, "test")
    return State(made, [], made.campaign())


@pytest.mark.parametrize(
    "change", [HANE, Setting("search.rave_equivalence", 4500.0), Setting("search.expand_after", 3)]
)
def test_a_modification_is_json_both_ways_and_one_line(change: Shape | Setting) -> None:
    assert from_json(to_json(change, "go"), "go") == change
    assert "\n" not in describe(change, "go")


def test_a_shape_is_added_and_one_that_is_there_gets_another_bias() -> None:
    once = apply(HANE, BARE)
    again = apply(replace(HANE, bias=-5.0), once)
    assert once.shapes == (HANE,)
    assert [(shape.mask, shape.bias) for shape in again.shapes] == [(HANE.mask, -5.0)]
    assert len({BARE.digest, once.digest, again.digest}) == 3


def test_a_setting_is_changed_and_an_unknown_one_is_refused() -> None:
    assert apply(Setting("search.rave_equivalence", 77.0), BARE).search_settings().rave_equivalence == 77.0
    for name in ("search.nosuch", "nosuch", "seed.seed"):
        with pytest.raises(BadInput):
            apply(Setting(name, 1.0), BARE)
    with pytest.raises(BadInput, match="no modification"):
        from_json({"shapes": 1}, "go")


def test_what_was_seen_is_the_program_s_own_moves_and_comes_again_with_the_seed(seen: SeenMoves) -> None:
    again = look(BARE, seed=1, games=3)
    assert np.array_equal(seen.codes, again.codes)
    assert not np.array_equal(seen.codes[: len(look(BARE, 2, 1).codes)], look(BARE, 2, 1).codes)
    assert 20 < seen.played.sum() < 3 * 2 * 25
    assert set(np.unique(seen.codes)) == {0, 1, 2, 3}


def test_an_interruption_ends_the_games_that_are_looked_at() -> None:
    settings = CampaignSettings.make({"kind": "good", "baseline": BARE.settings()}, "test")
    proposer = GameProposer(settings, on_look=lambda: os.kill(os.getpid(), signal.SIGINT))
    with stop_flag(), pytest.raises(Interrupted):
        proposer.propose(State(settings, [], settings.campaign()))


def test_a_cut_fits_where_it_was_cut_however_it_is_turned(seen: SeenMoves) -> None:
    random = np.random.default_rng(0)
    for row in random.choice(len(seen.codes), 20, replace=False):
        places = random.choice(len(NEIGHBOURHOOD.offsets), 5, replace=False)
        mask = frozenset((NEIGHBOURHOOD.offsets[i], LETTERS[seen.codes[row, i]]) for i in places)
        found = seen.fits(mask)
        assert found[row]
        for turned in variants(mask, NEIGHBOURHOOD):
            assert np.array_equal(seen.fits(turned), found)


def test_fits_says_what_a_plain_reading_of_the_mask_says(seen: SeenMoves) -> None:
    for row, fits in zip(seen.codes[:200], seen.fits(HANE.mask)[:200], strict=True):
        around = dict(zip(NEIGHBOURHOOD.offsets, (LETTERS[code] for code in row), strict=True))
        plain = any(all(around[offset] == cell for offset, cell in one) for one in variants(HANE.mask, NEIGHBOURHOOD))
        assert plain == fits


@pytest.mark.parametrize(("kind", "signs"), [("good", {1.0}), ("bad", {-1.0}), ("both", {1.0, -1.0})])
def test_every_way_to_draw_makes_shapes_of_the_kind_that_was_asked_for(
    seen: SeenMoves, kind: str, signs: set[float]
) -> None:
    random, ways, found = np.random.default_rng(1), Counter[str](), set()
    for _ in range(100):
        way, shape = propose_shape(random, ShapeMaterial(seen, [HANE]), kind)  # type: ignore[arg-type]
        ways[way] += 1
        if shape is not None:
            found.add(float(np.sign(shape.bias)))
    assert set(ways) == set(MIX)
    assert found == signs


def test_sampled_shapes_fit_far_more_often_than_random_ones(seen: SeenMoves) -> None:
    random, fits = np.random.default_rng(2), {"random": [], "sampled": []}
    while min(map(len, fits.values())) < 30:
        way, shape = propose_shape(random, ShapeMaterial(seen, []), "good")
        if shape is not None:
            fits[way].append(bool(seen.fits(shape.mask).any()))
    assert all(fits["sampled"])
    assert np.mean(fits["random"]) < 0.8


def test_candidates_are_new_and_fit_and_what_is_turned_down_is_counted(seen: SeenMoves) -> None:
    drawn = proposals.propose(state_of(candidates=30, seed=4), seen)
    assert len(drawn.changes) == len(set(drawn.changes)) == 30
    assert all(isinstance(change, Shape) and seen.fits(change.mask).any() for change in drawn.changes)
    assert drawn.rejected[proposals.NEVER] > 0
    assert drawn == proposals.propose(state_of(candidates=30, seed=4), seen)
    assert drawn != proposals.propose(state_of(candidates=30, seed=5), seen)


def test_a_shape_that_the_baseline_has_is_not_drawn_again(seen: SeenMoves) -> None:
    first = proposals.propose(state_of(candidates=30, seed=4), seen)
    material = BARE.model_copy(update={"shapes": tuple(c for c in first.changes[:10] if isinstance(c, Shape))})
    settings = CampaignSettings.make({"baseline": material.settings(), "candidates": 30, "seed": 4}, "test")
    second = proposals.propose(State(settings, [], settings.campaign()), seen)
    assert not set(first.changes[:10]) & set(second.changes)
    assert second.rejected[proposals.DUPLICATE] >= 10


@pytest.mark.parametrize("spec", [PlayerSpec(), BARE, PlayerSpec(game="havannah", size=4)])
def test_settings_stay_within_their_range_and_make_players(spec: PlayerSpec) -> None:
    random, names = np.random.default_rng(3), set()
    for _ in range(100):
        change = propose_setting(random, spec)
        low, high = ranges_of(spec)[change.name]
        assert low <= change.value <= high
        assert numbers_of(apply(change, spec))[change.name] == change.value
        names.add(change.name)
    assert names == set(numbers_of(spec))


def test_settings_are_drawn_without_looking_at_games() -> None:
    state = state_of(kind="settings", candidates=8)
    assert proposals.look_at(state) is None
    drawn = proposals.propose(state, None)
    assert len({change for change in drawn.changes if isinstance(change, Setting)}) == 8


def test_it_is_said_when_nothing_new_is_left() -> None:
    with pytest.raises(BadInput, match="unknown kind 'god'; did you mean 'good'"):
        state_of(kind="god")
    with pytest.raises(BadInput, match="candidates"):
        state_of(candidates=0)
