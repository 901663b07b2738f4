"""Havannah players as data."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.havannah.rules import Rules
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import PlayerSpec, player_spec
from ponnuki.policies.havannah_slow_rules import SlowRules

HAVANNAH = {"game": "havannah", "size": 5}


def test_a_spec_says_which_playouts_and_which_rules():
    slow = PlayerSpec.make({**HAVANNAH, "program": "slow", "playout": {"local": 20}, "rules": "swap"})
    assert slow.playout_rules() == SlowRules(local=20)
    assert slow.kit.rules(slow.rules) == Rules(swap=True)
    assert PlayerSpec.make({**HAVANNAH, "program": "fast"}).playout_rules() is None
    plain = PlayerSpec.make(HAVANNAH)
    assert plain.kit.rules(plain.rules) == Rules(swap=False)


def test_a_spec_is_read_back_from_its_file_form(tmp_path):
    spec = PlayerSpec.make({**HAVANNAH, "program": "slow", "sims": 9, "playout": {"local": 20}})
    path = tmp_path / "player.toml"
    path.write_text(spec.to_toml(), encoding="utf-8")
    assert parse_player(str(path)) == ("player", spec)


def test_a_game_may_be_named_once_for_all_players():
    assert parse_player("program=fast", "havannah")[1].game == "havannah"
    assert parse_player("program=light,game=go", "havannah")[1].game == "go"
    assert parse_player("gtp:castro", "havannah")[1].game == "havannah"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"game": "poker"}, "unknown game 'poker'; known: chess, go, havannah"),
        ({**HAVANNAH, "size": 11}, "sides of 2 to 10 cells, not 11"),
        ({**HAVANNAH, "program": "mogo"}, "unknown program 'mogo'; known: default, slow, fast, uct"),
        ({**HAVANNAH, "rules": "AGA"}, "unknown rules 'AGA'; known: plain, swap"),
        ({**HAVANNAH, "program": "fast", "playout": {"local": 1}}, "has fast playouts, which have no settings"),
        ({**HAVANNAH, "program": "slow", "playout": {"locale": 1}}, "playout: unknown setting 'locale'; did you mean"),
        ({**HAVANNAH, "program": "slow", "playout": {"local": 200}}, "percent"),
        ({**HAVANNAH, "priors": {"shape": 1.0}}, "priors: unknown setting 'shape'"),
        ({**HAVANNAH, "priors": {"join": -1.0}}, "must not be negative"),
        ({**HAVANNAH, "gtp": "castro", "size": 12}, "sides of 2 to 10 cells"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_would_be_right(values, message):
    with pytest.raises(BadInput) as caught:
        player_spec(values)
    assert message in str(caught.value)
