"""The kernel against a naive matcher: random positions of both games, all symmetries, both colours, edges, corners."""

import random

import pytest
from shape_samples import NEIGHBOURHOODS, cut_shape, naive_biases, random_board, random_shape

from ponnuki.errors import BadInput
from ponnuki.games.go.layout import LIGHT, Features
from ponnuki.games.go.position import Position
from ponnuki.knowledge.go_prior_weights import GoPriors
from ponnuki.knowledge.go_priors import new_priors
from ponnuki.knowledge.havannah_prior_weights import HavannahPriors
from ponnuki.knowledge.havannah_priors import havannah_priors
from ponnuki.knowledge.priors import both
from ponnuki.knowledge.shape_match import new_shapes
from ponnuki.knowledge.shapes import MOST_SHAPES, Shape, canonical

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


def distinct(shapes, neighbourhood):
    """Canonical shapes, each mask once."""
    return tuple({one.mask: one for one in (canonical(shape, neighbourhood) for shape in shapes)}.values())


@pytest.mark.parametrize(
    ("game", "size"), [("go", 2), ("go", 5), ("go", 9), ("go", 19), ("havannah", 2), ("havannah", 5)]
)
def test_the_kernel_finds_what_a_naive_matcher_finds(game, size, scaled):
    rng = random.Random(size)
    matched = missed = 0
    for _ in range(scaled(40 if size < 19 else 10)):
        board = random_board(game, size, rng)
        drawn = [random_shape(game, rng, rng.choice((-1, 1)) * 2.0**k) for k in range(6)]
        if 0 in board.colors.values():
            drawn += [cut_shape(board, rng, rng.choice((-1, 1)) * 2.0 ** (k - 6)) for k in range(6)]
        shapes = distinct(drawn, NEIGHBOURHOODS[game])
        found = board.biases(new_shapes(shapes, NEIGHBOURHOODS[game], size))
        assert found.pop(None, (0, 0)) == (0, 0)
        for point, visits_and_wins in found.items():
            expected = naive_biases(shapes, board, point)
            assert visits_and_wins == expected, (board.colors, point, shapes)
            matched += expected[0] > 0
            missed += expected[0] < sum(abs(shape.bias) for shape in shapes)
    assert matched > 0
    assert missed > 0


@pytest.mark.parametrize("game", ["go", "havannah"])
def test_all_symmetries_of_a_shape_find_the_same_moves(game, scaled):
    rng = random.Random(3)
    neighbourhood = NEIGHBOURHOODS[game]
    for _ in range(scaled(10)):
        board = random_board(game, 5, rng)
        shape = random_shape(game, rng, 8.0)
        turned = {
            Shape(frozenset((turn(offset), cell) for offset, cell in shape.mask), 8.0)
            for turn in neighbourhood.symmetries
        }
        found = [board.biases(new_shapes((one,), neighbourhood, 5)) for one in turned]
        assert all(one == found[0] for one in found)


@pytest.mark.parametrize("game", ["go", "havannah"])
def test_colours_are_relative_to_the_mover(game, scaled):
    rng = random.Random(4)
    exchanged = {"X": "O", "O": "X"}
    for _ in range(scaled(10)):
        board = random_board(game, 5, rng)
        shape = random_shape(game, rng, 8.0)
        other = Shape(frozenset((offset, exchanged.get(cell, cell)) for offset, cell in shape.mask), 8.0)
        before = {point: naive_biases((shape,), board, point) for point, color in board.colors.items() if color == 0}
        board.record[0].to_move = 3 - board.record[0].to_move
        after = board.biases(new_shapes((other,), NEIGHBOURHOODS[game], 5))
        assert all(before[point] == bias for point, bias in after.items() if point is not None)


def test_a_shape_counts_once_where_several_of_its_symmetries_fit():
    board = random_board("go", 5, random.Random(0))
    board.record = Position.from_rows([".....", "..X..", ".X.X.", "..X..", "....."]).board()
    shape = Shape(frozenset({((1, 0), "X")}), 20.0)
    assert board.biases(new_shapes((shape,), NEIGHBOURHOODS["go"], 5))[2, 2] == (20.0, 20.0)


def test_boards_of_light_playouts_are_seen_as_well():
    board = random_board("go", 5, random.Random(0))
    shape = Shape(frozenset({((1, 0), "X"), ((-2, 0), "#")}), -3.0)
    for features in (LIGHT, Features(hash=True)):
        board.record = Position.from_rows([".....", ".....", ".....", "..X..", "....."]).board(features)
        found = board.biases(new_shapes((shape,), NEIGHBOURHOODS["go"], 5))
        assert {point for point, bias in found.items() if bias == (3.0, 0.0)} == {(1, 1), (3, 1), (2, 0)}
        assert all(bias == (0, 0) for point, bias in found.items() if point not in {(1, 1), (3, 1), (2, 0)})


@pytest.mark.parametrize("game", ["go", "havannah"])
def test_shapes_add_to_other_knowledge(game):
    board = random_board(game, 5, random.Random(1))
    other = new_priors(GoPriors(), 5) if game == "go" else havannah_priors(HavannahPriors())
    shapes = new_shapes((Shape(frozenset({(NEIGHBOURHOODS[game].offsets[0], ".")}), 4.0),), NEIGHBOURHOODS[game], 5)
    apart = board.biases(other), board.biases(shapes)
    together = board.biases(both(other, shapes))
    for point, (visits, wins) in together.items():
        assert visits == pytest.approx(apart[0][point][0] + apart[1][point][0])
        assert wins == pytest.approx(apart[0][point][1] + apart[1][point][1])


def test_hundreds_of_shapes_are_found_and_more_are_refused(scaled):
    rng = random.Random(5)
    board = random_board("go", 9, rng)
    shapes: tuple[Shape, ...] = ()
    while len(shapes) < scaled(300):
        shapes = distinct([*shapes, *(cut_shape(board, rng, 1.0) for _ in range(50))], NEIGHBOURHOODS["go"])
    shapes = shapes[: scaled(300)]
    found = board.biases(new_shapes(shapes, NEIGHBOURHOODS["go"], 9))
    assert found.pop(None) == (0, 0)
    assert found == {point: naive_biases(shapes, board, point) for point in found}
    with pytest.raises(BadInput, match="at most 500 shapes"):
        new_shapes(shapes[:1] * (MOST_SHAPES + 1), NEIGHBOURHOODS["go"], 9)
    with pytest.raises(BadInput, match="shapes 1 and 2 are the same"):
        new_shapes(shapes[:1] * 2, NEIGHBOURHOODS["go"], 9)
