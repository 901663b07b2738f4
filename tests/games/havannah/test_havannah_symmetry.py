"""Rules do not care which way the board is turned, nor which colour a stone has."""

import hypothesis.strategies as st
import pytest
from havannah_games import cell, name
from hypothesis import given, settings

from ponnuki.games.havannah import Position
from ponnuki.games.havannah.coords import SYMMETRIES, transform

pytestmark = pytest.mark.kernel


def moves_of(size, choices):
    position, moves = Position.empty(size), []
    for choice in choices:
        if position.is_over:
            break
        legal = position.legal_moves()
        moves.append(legal[choice % len(legal)])
        position = position.play(moves[-1])
    return moves, position


@settings(max_examples=60)
@given(
    size=st.sampled_from([3, 4, 5]),
    choices=st.lists(st.integers(0, 10**6), min_size=20, max_size=61),
    symmetry=st.integers(0, SYMMETRIES - 1),
)
def test_a_turned_game_ends_alike(size, choices, symmetry):
    moves, position = moves_of(size, choices)
    turned = Position.empty(size)
    for move in moves:
        turned = turned.play(name(transform(cell(move, size), size, symmetry), size))
    assert (turned.is_over, turned.winner, turned.won_by) == (position.is_over, position.winner, position.won_by)
    assert {transform(at, size, symmetry): color for at, color in position.stones().items()} == turned.stones()


@settings(max_examples=30)
@given(size=st.sampled_from([3, 4, 5]), choices=st.lists(st.integers(0, 10**6), min_size=20, max_size=61))
def test_colours_exchanged_exchange_the_winner(size, choices):
    moves, position = moves_of(size, choices)
    other = Position.empty(size)
    for number, move in enumerate(moves):
        other = other.play(move, "bw"[number % 2])
    assert other.won_by == position.won_by
    assert other.winner == {"w": "b", "b": "w", None: None}[position.winner]
