"""Shapes in specs: from TOML and JSON and back, one line for a mistake, and a search that listens to them."""

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki.errors import BadInput
from ponnuki.games.go.neighbourhood import NEIGHBOURHOOD as GO
from ponnuki.games.havannah.neighbourhood import NEIGHBOURHOOD as HAVANNAH
from ponnuki.knowledge.shapes import CELLS, Shape, canonical
from ponnuki.players.go_programs import LEARNED
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import PlayerSpec, player_spec
from ponnuki.search.limits import Limit

BESIDE_THE_OTHER = {"go": "?O?|?+?|???", "havannah": "??|O+?|??"}
SIZES = {"go": 7, "havannah": 4}
"""Of other tests too: each size is compiled on its own."""
FIRST = {"go": "D4", "havannah": "a2"}
FIRST_LINE = {f"{column}{row}" for column in "ABCDEFG" for row in range(1, 8) if column in "AG" or row in (1, 7)}
BESIDE = {"go": {"D5", "D3", "C4", "E4"}, "havannah": {"a1", "a3", "b2", "b3"}}


def spec_with(shapes, **values):
    return PlayerSpec.make({"shapes": shapes} | values)


def masks(neighbourhood):
    return st.dictionaries(st.sampled_from(neighbourhood.offsets), st.sampled_from(CELLS), min_size=1, max_size=9)


@given(st.data(), st.sampled_from([GO, HAVANNAH]))
def test_a_spec_with_shapes_comes_back_from_toml_and_json(data, neighbourhood):
    drawn = data.draw(st.lists(st.tuples(masks(neighbourhood), st.floats(1e-3, 1000)), min_size=1, max_size=4))
    listed = [canonical(Shape(frozenset(mask.items()), bias), neighbourhood) for mask, bias in drawn]
    distinct = {shape.mask: shape for shape in listed}
    spec = spec_with(list(distinct.values()), game=neighbourhood.game, size=5)
    for values in (tomllib.loads(spec.to_toml()), json.loads(spec.model_dump_json()), spec.settings()):
        assert player_spec(values) == spec
        assert player_spec(values).digest == spec.digest


def test_the_same_shape_turned_or_written_otherwise_makes_the_same_player():
    written = spec_with([{"text": "XO?\nO+.\n?.?", "bias": 20}])
    turned = spec_with(({"text": "?.?|.+O|?OX", "bias": 20.0},))
    masked = spec_with([{"mask": [[-1, 1, "X"], [0, 1, "O"], [-1, 0, "O"], [1, 0, "."], [0, -1, "."]], "bias": 20}])
    assert written == turned == masked
    assert written.digest == turned.digest == masked.digest
    others = [spec_with([{"text": "XO?|O+.|?.?", "bias": 19}]), spec_with([{"text": "XO?|O+.|???", "bias": 20}])]
    assert len({written.digest, PlayerSpec.make({}).digest, *(other.digest for other in others)}) == 4


def test_a_player_without_shapes_keeps_the_name_it_had():
    assert PlayerSpec.make({"shapes": []}) == PlayerSpec.make({})
    assert PlayerSpec.make({"shapes": []}).digest == PlayerSpec.make({}).digest
    assert "shapes" not in PlayerSpec.make({}).to_toml()


def test_a_file_shows_shapes_as_they_are_drawn(tmp_path):
    spec = spec_with([{"text": "X.|?+O|##", "bias": -3}], game="havannah", size=5, search={"tuned": True})
    assert spec.to_toml().endswith("[[shapes]]\nbias = -3.0\ntext = '''\n # ?\n# + X\n O .\n'''\n")
    file = tmp_path / "learned.toml"
    file.write_text(spec.to_toml())
    assert parse_player(str(file)) == ("learned", spec)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"shapes": "X"}, "spec: shapes must be a list of tables: [[shapes]], each with a text and a bias"),
        ({"shapes": [{"text": "X", "bias": 1}]}, "spec: shapes: number 1: a shape has 3, 5 or 7 rows, not 1"),
        ({"shapes": [{"text": "X??|?+?|???", "bias": 0}]}, "spec: shapes: number 1: the bias of a shape must be"),
        (
            {"shapes": [{"text": "X??|?+?|???", "bias": 1}, {"text": "???|?+?|??X", "bias": 2}]},
            "spec: shapes: number 2 is the same as number 1, turned or not",
        ),
        ({"shapes": [{"text": "X??|?+?|???", "bias": 1}], "game": "havannah"}, "row 1 of a shape has 3 cells"),
        ({"shapes": [{"text": "X??|?+?|???", "bias": 1}], "game": "poker"}, "unknown game 'poker'"),
        ({"shapes": [{"text": "X??|?+?|???", "bias": 1}], "program": "uct"}, "no priors with formula uct"),
        ({"gtp": "gnugo", "shapes": []}, "unknown setting 'shapes'"),
    ],
)
def test_a_mistake_is_one_line(values, message):
    with pytest.raises(BadInput) as caught:
        player_spec(values)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def share_beside(game, program, shapes):
    """How much of a search goes to the moves next to the only stone on the board."""
    spec = PlayerSpec.make({"game": game, "size": SIZES[game], "program": program, "shapes": shapes})
    player = spec.kit.player(spec)
    player.set_position(spec.kit.first_position(spec).play(FIRST[game]), spec.komi)
    report = player.search(Limit(simulations=600, early_stop=False))
    player.close()
    return sum(move.visits for move in report.moves if move.move in BESIDE[game]) / 600


@pytest.mark.kernel
@pytest.mark.parametrize(("game", "program"), [("go", "bare"), ("go", "default"), ("havannah", "default")])
def test_a_large_bias_changes_what_the_search_visits(game, program):
    text = BESIDE_THE_OTHER[game]
    plain = share_beside(game, program, [])
    good = share_beside(game, program, [{"text": text, "bias": 1000}])
    bad = share_beside(game, program, [{"text": text, "bias": -1000}])
    assert good > 0.9 > plain > bad
    assert bad < 0.02


def test_the_default_program_has_the_shapes_that_it_learned_and_a_spec_may_change_them():
    assert PlayerSpec.make({}).all_shapes() == LEARNED != ()
    assert PlayerSpec.make({"priors": {"learned": False}}).all_shapes() == ()
    assert PlayerSpec.make({"program": "bare"}).all_shapes() == ()
    assert PlayerSpec.make({"game": "havannah", "size": 5}).all_shapes() == ()
    stronger, another = Shape(LEARNED[0].mask, -30.0), canonical(Shape(frozenset({((0, 1), "O")}), 5.0), GO)
    assert spec_with([stronger, another]).all_shapes() == (*LEARNED[1:], stronger, another)
    assert spec_with([another]).all_shapes() == (*LEARNED, another)


@pytest.mark.kernel
def test_the_search_listens_to_what_was_learned():
    """On the empty board: moves on the first line have empty points diagonally before them."""
    visits = []
    for learned in (True, False):
        spec = PlayerSpec.make({"size": 7, "priors": {"learned": learned, "moves": 0.0}})
        player = spec.kit.player(spec)
        player.set_position(spec.kit.first_position(spec), spec.komi)
        report = player.search(Limit(simulations=300, early_stop=False))
        player.close()
        visits.append(sum(move.visits for move in report.moves if move.move in FIRST_LINE))
    assert visits[0] < visits[1]
