"""Half a turn changes nothing; columns and rows exchanged, together with the colours, change nothing either."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from ponnuki.games.hex import Position
from ponnuki.games.hex.coords import CLASSIC, SYMMETRIES, transform
from ponnuki.games.hex.layout import BLACK, WHITE

pytestmark = pytest.mark.kernel


@settings(max_examples=60)
@given(
    size=st.sampled_from([3, 5]),
    choices=st.lists(st.integers(0, 10**6), min_size=9, max_size=25),
    symmetry=st.integers(0, SYMMETRIES - 1),
)
def test_a_turned_or_mirrored_game_ends_alike(size, choices, symmetry):
    exchanged = bool(symmetry & 2)
    position, other = Position.empty(size), Position.empty(size)
    for number, choice in enumerate(choices):
        if position.is_over:
            break
        legal = position.legal_moves()
        move = legal[choice % len(legal)]
        image = transform(CLASSIC.read(move, size), size, symmetry)
        position = position.play(move)
        other = other.play(CLASSIC.write(image, size), "bw"[(number + exchanged) % 2])
    names = {"b": "w", "w": "b", None: None} if exchanged else {"b": "b", "w": "w", None: None}
    colors = {BLACK: WHITE, WHITE: BLACK} if exchanged else {BLACK: BLACK, WHITE: WHITE}
    assert other.winner == names[position.winner]
    assert {transform(at, size, symmetry): colors[c] for at, c in position.stones().items()} == other.stones()
