"""Shapes as data: one form for all symmetries, back from text and JSON, a picture, and one line for every mistake."""

import json
import pickle
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shape_samples import NEIGHBOURHOODS, any_shape

from ponnuki.errors import BadInput
from ponnuki.knowledge.shape_picture import draw_shape
from ponnuki.knowledge.shape_text import describe, read_shape, read_text, write_rows, write_shape, write_text
from ponnuki.knowledge.shapes import Shape, canonical, variants

GO, HAVANNAH = NEIGHBOURHOODS["go"], NEIGHBOURHOODS["havannah"]


def test_the_symmetries_of_a_game_form_a_group_on_its_offsets():
    for neighbourhood, count, points in ((GO, 8, 48), (HAVANNAH, 12, 18)):
        tables = {tuple(turn(offset) for offset in neighbourhood.offsets) for turn in neighbourhood.symmetries}
        assert len(neighbourhood.offsets) == points
        assert len(tables) == len(neighbourhood.symmetries) == count
        for turn in neighbourhood.symmetries:
            for ring in neighbourhood.rings:
                assert {turn(offset) for offset in ring} == set(ring)
            assert {tuple(turn(offset) for offset in table) for table in tables} == tables


@given(any_shape)
def test_all_symmetries_of_a_shape_have_one_canonical_form(sample):
    game, shape = sample
    neighbourhood = NEIGHBOURHOODS[game]
    chosen = canonical(shape, neighbourhood)
    assert canonical(chosen, neighbourhood) == chosen
    assert shape.mask in variants(shape.mask, neighbourhood)
    for mask in variants(shape.mask, neighbourhood):
        assert canonical(Shape(mask, shape.bias), neighbourhood) == chosen
        assert hash(canonical(Shape(mask, shape.bias), neighbourhood)) == hash(chosen)


@given(any_shape)
def test_a_shape_comes_back_from_text_and_json(sample):
    game, shape = sample
    neighbourhood = NEIGHBOURHOODS[game]
    assert read_text(write_text(shape.mask, neighbourhood), neighbourhood) == shape.mask
    assert read_text("\n".join(write_rows(shape.mask, neighbourhood)), neighbourhood) == shape.mask
    assert Shape.from_json(json.loads(json.dumps(shape.to_json()))) == shape
    assert pickle.loads(pickle.dumps(shape)) == shape
    chosen = canonical(shape, neighbourhood)
    assert read_shape(json.loads(json.dumps(write_shape(shape, neighbourhood))), neighbourhood) == chosen
    assert read_shape(shape.to_json(), neighbourhood) == chosen
    assert "\n" not in describe(shape, neighbourhood)


def test_text_is_laid_out_as_the_board_is():
    mask = read_text("? X ?\n. + O\n# # #", GO)
    assert mask == {((0, 1), "X"), ((-1, 0), "."), ((1, 0), "O"), ((-1, -1), "#"), ((0, -1), "#"), ((1, -1), "#")}
    text = "  ? ? ?\n ? X . ?\n? O + * ?\n ? # # ?\n  # # #"
    hexagon = read_text(text, HAVANNAH)
    assert hexagon == {
        *(((-1, -1), "X"), ((0, -1), "."), ((-1, 0), "O"), ((1, 0), "*"), ((0, 1), "#"), ((1, 1), "#")),
        *(((0, 2), "#"), ((1, 2), "#"), ((2, 2), "#")),
    }
    assert "\n".join(write_rows(hexagon, HAVANNAH)) == text


def test_a_shape_is_described_in_one_line():
    assert describe(read_shape({"text": "XO?|O+.|?.?", "bias": 20}, GO), GO) == "good shape ?.?|O+.|XO? (+20)"
    assert describe(read_shape({"text": "X?|?+?|??", "bias": -0.5}, HAVANNAH), HAVANNAH).startswith("bad shape")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"text": "X", "bias": 1}, "a shape has 3, 5 or 7 rows, not 1"),
        ({"text": "", "bias": 1}, "a shape has 3, 5 or 7 rows, not 0"),
        ({"text": "X?|?+?|???", "bias": 1}, "row 1 of a shape has 2 cells; of 3 rows it has 3"),
        ({"text": "XB?|?+?|???", "bias": 1}, "row 1 of a shape contains 'B': a cell is one of ? X O . # * +"),
        ({"text": "X??|?.?|???", "bias": 1}, "row 2 of a shape: + must stand in the middle of the shape"),
        ({"text": "X?+|?+?|???", "bias": 1}, "row 1 of a shape: + must stand in the middle of the shape"),
        ({"text": "???|?+?|???", "bias": 1}, "a shape needs at least one cell that is not a joker"),
        ({"text": "X??|?+?|???", "bias": 0}, "the bias of a shape must be from -1000 to 1000 and not 0: 0.0"),
        ({"text": "X??|?+?|???", "bias": float("nan")}, "and not 0: nan"),
        ({"text": "X??|?+?|???", "bias": "much"}, "the bias of a shape must be a number, not 'much'"),
        ({"text": "X??|?+?|???", "bias": True}, "the bias of a shape must be a number"),
        ({"text": "X??|?+?|???"}, "a shape has a text (or a mask) and a bias, and nothing else"),
        ({"text": "X??|?+?|???", "mask": [], "bias": 1}, "a shape has a text (or a mask) and a bias"),
        ({"text": 3, "bias": 1}, "the text of a shape must be text, not '3'"),
        ({"mask": [[4, 0, "X"]], "bias": 1}, "[4, 0] is not around a move: the distance must be 1 to 3"),
        ({"mask": [[0, 0, "X"]], "bias": 1}, "[0, 0] is not around a move"),
        ({"mask": [[1, 0, "B"]], "bias": 1}, "'B' is no cell of a shape: it must be one of X O . # *"),
        ({"mask": [[1, 0, "X"], [1, 0, "O"]], "bias": 1}, "a shape asks two things of the same point"),
        ({"mask": [[1, 0, "X"], [1, 0, "X"]], "bias": 1}, "a mask names a point twice"),
        ({"mask": [[1, "X"]], "bias": 1}, 'a cell of a mask must look like [1, 0, "X"], not "[1, \'X\']"'),
        ({"mask": "X", "bias": 1}, "a cell of a mask must look like"),
        ("XO?", "a shape has a text (or a mask) and a bias"),
    ],
)
def test_a_mistake_is_one_line(values, message):
    with pytest.raises(BadInput) as caught:
        read_shape(values, GO)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(alphabet="?XO.#*+| \nab", max_size=60), st.sampled_from([GO, HAVANNAH]))
def test_any_text_is_a_shape_or_one_line(text, neighbourhood):
    message, shape = "", None
    try:
        shape = read_shape({"text": text, "bias": 1}, neighbourhood)
    except BadInput as error:
        message = str(error)
    assert "\n" not in message
    assert shape is None or read_shape(write_shape(shape, neighbourhood), neighbourhood) == shape


@given(any_shape)
def test_a_picture_is_well_formed_and_has_every_cell(sample):
    game, shape = sample
    picture = ET.fromstring(draw_shape(shape, NEIGHBOURHOODS[game]))
    kinds = [element.get("class") for element in picture.iter() if element.get("class")]
    for cell, kind in (("X", "own"), ("O", "other"), (".", "empty"), ("#", "off"), ("*", "stone")):
        assert kinds.count(kind) == sum(asked == cell for _, asked in shape.mask)
    assert kinds.count("move") == 1
