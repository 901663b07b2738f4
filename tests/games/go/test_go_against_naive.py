"""Games of `Position` under every rule set, each step compared with the naive oracle."""

import collections
import itertools
import random

import pytest
from oracle import (
    ALL_RULES,
    assert_same_board,
    assert_same_moves,
    assert_same_reason,
    assert_same_score,
    both,
    remember_answers,
    rule_name,
)
from recompute import NAMES, scratch, wrong_field

from ponnuki.games.go.coords import to_gtp
from ponnuki.games.go.layout import geometry

pytestmark = pytest.mark.kernel

# Size: games for each rule set, most moves of a game, and every how many moves all points are compared (the
# oracle is slow); one random point and the whole board are compared after every move. Each size is compiled on its own.
PLAN = {2: (100, 30, 1), 3: (40, 60, 1), 5: (20, 120, 2), 9: (10, 240, 16), 19: (2, 600, 240)}


def play_and_compare(rules, size, games, longest, every, seen, start=None, seed=0):
    """Random games, own eyes filled, passing now and then; counts what was compared in `seen`."""
    chance = random.Random(f"{rules} {size} {seed}")
    points = list(itertools.product(range(size), repeat=2))
    for _ in range(games):
        position, naive = both(start or ["." * size] * size, "b", rules)
        for turn in range(longest):
            remember_answers(naive)
            assert_same_board(position, naive)
            if turn % every == 0:
                legal = assert_same_moves(position, naive)
                reasons = [naive.why_illegal(point) for point in points] if size <= 5 else []
                seen.update(reason for reason in reasons if reason)
                rare = [point for point, why in zip(points, reasons, strict=False) if why not in (None, "occupied")]
                for point in rare:
                    assert_same_reason(position, naive, point)
            seen["moves"] += 1
            assert_same_reason(position, naive, chance.choice(points))
            if naive.passes == 2:
                break
            move = random_move(naive, legal if turn % every == 0 else None, points, chance)
            position, naive = position.play(to_gtp(move)), naive.play(move)
        assert_same_score(position, naive)
        wrong = wrong_field(position.records[0], geometry(size)[0], size, scratch(size))
        assert NAMES[wrong] == "nothing"
        seen["games"] += 1


def random_move(naive, legal, points, chance):
    if chance.random() < 0.03:
        return None
    if legal is not None:
        return chance.choice(sorted(legal - {None}) or [None])
    for _ in range(4 * len(points)):
        point = chance.choice(points)
        if naive.why_illegal(point) is None:
            return point
    return None


@pytest.mark.parametrize("rules", ALL_RULES, ids=rule_name)
@pytest.mark.parametrize("size", PLAN)
def test_random_games_agree_with_the_oracle(size, rules, scaled):
    games, longest, every = PLAN[size]
    seen = collections.Counter()
    play_and_compare(rules, size, scaled(games), longest, every, seen)
    assert seen["games"] == scaled(games)
    assert seen["moves"] > 5 * seen["games"]
    if size in (2, 3) and scaled(games) >= 20:
        assert seen["occupied"] > 0
        assert (seen["suicide"] > 0) == (not rules.suicide)
        assert (seen["superko"] > 0) == (rules.ko != "simple")
        assert (seen["ko"] > 0) == (size > 2)


@pytest.mark.uncompiled
@pytest.mark.parametrize("rules", ALL_RULES, ids=rule_name)
def test_a_few_small_games_agree_with_the_oracle(rules):
    seen = collections.Counter()
    play_and_compare(rules, 2, 4, 20, 1, seen, seed=1)
    play_and_compare(rules, 3, 2, 20, 2, seen, seed=1)
    assert seen["moves"] > 40


FIGHT = [".XO..", "XO.O.", ".XO..", ".OXXX", ".O.X."]  # a ko, and chains with few liberties


@pytest.mark.parametrize("rules", ALL_RULES, ids=rule_name)
def test_games_from_a_fight_with_a_ko_agree_with_the_oracle(rules, scaled):
    seen = collections.Counter()
    play_and_compare(rules, 5, scaled(12), 60, 1, seen, start=FIGHT)
    assert seen["ko"] > 0
