"""The public `Position` and the naive oracle side by side: everything that both know must be equal."""

import functools
import itertools

import pytest

from ponnuki.games.go import IllegalMove, Position, Rules
from ponnuki.games.go.coords import from_gtp, to_gtp
from ponnuki.games.go.naive import NaivePosition

ALL_RULES = [Rules(ko, suicide) for ko in ("simple", "positional", "situational") for suicide in (False, True)]
REASONS = {
    "occupied": "the point is occupied",
    "ko": "ko",
    "suicide": "suicide",
    "superko": "superko",
    "over": "the game is over",
}


def rule_name(rules):
    return f"{rules.ko}-{'suicide' if rules.suicide else 'no-suicide'}"


def naive_from(rows, to_move, rules):
    """The oracle's position for rows as `Position.from_rows` takes them."""
    size = len(rows)
    stones = {
        ((size - 1 - r, c), "b" if cell == "X" else "w")
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        if cell != "."
    }
    return NaivePosition(size, rules.ko, rules.suicide, frozenset(stones), to_move)


def both(rows, to_move="b", rules=None):
    rules = rules or Rules()
    return Position.from_rows(rows, to_move, rules), naive_from(rows, to_move, rules)


def remember_answers(naive):
    """Let the oracle work out only once for each move why it is illegal: moves, reasons and `play` ask the same."""
    object.__setattr__(naive, "why_illegal", functools.cache(naive.why_illegal))


def stones_of(position):
    colors = position.colors().tolist()
    points = itertools.product(range(position.size), repeat=2)
    return frozenset(((r, c), "?bw"[colors[r][c]]) for r, c in points if colors[r][c])


def assert_same_board(position, naive):
    assert stones_of(position) == naive.stones
    assert position.to_move == naive.to_move
    assert position.is_over == (naive.passes == 2)


def assert_same_score(position, naive):
    assert position.score() == naive.score()
    assert position.score(6.5) == naive.score() - 6.5


def assert_same_moves(position, naive):
    """Legal moves, and for each illegal one the reason."""
    legal = {from_gtp(move, position.size) for move in position.legal_moves()}
    assert legal == naive.legal_moves()
    return legal


def assert_same_reason(position, naive, point):
    """One point: both say legal, or both say the same reason; returns it."""
    reason = naive.why_illegal(point)
    if reason is None:
        position.play(to_gtp(point))
    else:
        with pytest.raises(IllegalMove) as caught:
            position.play(to_gtp(point))
        assert caught.value.reason.split(",")[0] == REASONS[reason]
    return reason
