"""Hex players as data."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.hex.rules import Rules
from ponnuki.knowledge.hex_prior_weights import PriorWeights
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import PlayerSpec, player_spec
from ponnuki.policies.hex_slow_rules import SlowRules

HEX = {"game": "hex", "size": 5}


def test_a_spec_says_which_playouts_priors_and_rules():
    slow = PlayerSpec.make(
        {**HEX, "program": "slow", "playout": {"reply": False}, "priors": {"connect": 3}, "rules": "swap"}
    )
    assert slow.playout_rules() == SlowRules(reply=False)
    assert slow.prior_weights() == PriorWeights(connect=3)
    assert slow.kit.rules(slow.rules) == Rules(swap=True)
    assert PlayerSpec.make({**HEX, "program": "fast"}).playout_rules() is None
    plain = PlayerSpec.make({"game": "hex"})
    assert plain.kit.rules(plain.rules) == Rules(swap=False)
    assert plain.size == 11


def test_a_spec_is_read_back_from_its_file_form(tmp_path):
    shapes = [{"text": "X.|?+O|##", "bias": -3}]
    spec = PlayerSpec.make({**HEX, "program": "slow", "sims": 9, "playout": {"reply": False}, "shapes": shapes})
    path = tmp_path / "player.toml"
    path.write_text(spec.to_toml(), encoding="utf-8")
    assert parse_player(str(path)) == ("player", spec)


def test_every_setting_that_can_be_tuned_is_one_that_a_spec_takes():
    spec = PlayerSpec.make(HEX)
    for name, (least, most) in spec.kit.ranges(spec).items():
        table, key = name.split(".")
        assert 0 <= least < most
        assert getattr(PlayerSpec.make({**HEX, table: {key: most}}).prior_weights(), key) == most


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({**HEX, "size": 20}, "sides of 2 to 19 cells, not 20"),
        ({**HEX, "program": "mogo"}, "unknown program 'mogo'; known: default, slow, fast, uct"),
        ({**HEX, "rules": "AGA"}, "unknown rules 'AGA'; known: plain, swap"),
        ({**HEX, "program": "fast", "playout": {"reply": True}}, "has fast playouts, which have no settings"),
        ({**HEX, "program": "slow", "playout": {"replies": True}}, "playout: unknown setting 'replies'; did you mean"),
        ({**HEX, "priors": {"connect": -1.0}}, "must not be negative"),
        ({**HEX, "gtp": "mohex", "size": 20}, "sides of 2 to 19 cells"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_would_be_right(values, message):
    with pytest.raises(BadInput) as caught:
        player_spec(values)
    assert message in str(caught.value)
