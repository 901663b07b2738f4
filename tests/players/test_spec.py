"""Specs: one line for every mistake, the same digest for the same player, and back from TOML and JSON."""

import json
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ponnuki.errors import BadInput
from ponnuki.players.go_programs import PROGRAMS
from ponnuki.players.parse import parse_player, parse_settings
from ponnuki.players.removed import REMOVED
from ponnuki.players.spec import GtpSpec, PlayerSpec, player_spec
from ponnuki.players.toml import read_toml

OURS = {"sims": 100, "program": "mogo", "search": {"rave_equivalence": 2000.0, "tuned": True}, "resign": 0.0}
GNU_GO = {"gtp": "gnugo --mode gtp --level 1 --seed {seed}", "move_limit": 5.0}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"simz": 100}, "spec: unknown setting 'simz'; did you mean 'sims'?"),
        ({"gpt": "gnugo"}, "spec: unknown setting 'gpt'; did you mean 'gtp'?"),
        ({"gtp": "gnugo", "move_limits": 3}, "spec: unknown setting 'move_limits'; did you mean 'move_limit'?"),
        ({"gtp": "gnugo", "zzzz": 3}, "unknown setting 'zzzz'; known: game, size, komi"),
        ({"search": {"zzzz": 1}}, "search: unknown setting 'zzzz'; known: formula"),
        ({"search": {"exploratoin": 1}}, "search: unknown setting 'exploratoin'; did you mean 'exploration'?"),
        ({"search": {"tuned": "yes"}}, "search.tuned must be a bool, not 'yes'"),
        ({"sims": "many"}, "spec: sims: Input should be a valid integer"),
        ({"sims": 0}, "spec: sims: Input should be greater than or equal to 1"),
        ({"size": 40}, "spec: size: Input should be less than or equal to 25"),
        ({"komi": float("nan")}, "spec: komi: Input should be a finite number"),
        ({"rules": "Martian"}, "unknown rules 'Martian'"),
        ({"program": "best"}, "spec: unknown program 'best'; known: default, mogo"),
        ({"time": 1.0, "cpu": 1.0}, "a player has either time or cpu, not both"),
        ({"priors": {"moves": -1.0}}, "priors.moves and priors.passing must"),
        ({"search": {"rave_fade": 2.0}}, "rave_fade must be from 0 to 1"),
        (
            {"search": {"exploration": float("nan")}},
            "search.exploration must be a number from -1000000000 to 1000000000",
        ),
        ({"playout": {"mercy": float("inf")}}, "playout.mercy must be a number from"),
        ({"search": {"expand_after": 2**32}}, "search.expand_after must be a number from"),
        ({"gtp": ""}, "gtp: the command is empty"),
        ({"gtp": "gnugo 'unclosed"}, "gtp: No closing quotation"),
        ({"gtp": "gnugo {seed}", "fresh": False}, "remove fresh = false"),
        ({"gtp": "gnugo", "move_limit": 0}, "spec: move_limit: Input should be greater than 0"),
        ({"gtp": "gnugo", "move_limit": float("inf")}, "spec: move_limit: Input should be a finite number"),
        ({"time": float("inf")}, "spec: time: Input should be a finite number"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_would_be_right(values, message):
    with pytest.raises(BadInput) as caught:
        player_spec(values)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_program_that_comes_to_play_differently_is_another_player_and_the_others_are_not(monkeypatch):
    before = {name: PlayerSpec.make({"program": name}).digest for name in PROGRAMS}
    monkeypatch.setitem(PROGRAMS, "bare", replace(PROGRAMS["bare"], version=99))
    after = {name: PlayerSpec.make({"program": name}).digest for name in PROGRAMS}
    assert [name for name in before if before[name] != after[name]] == ["bare"]


def test_the_default_program_has_an_atlas_on_13x13_and_19x19_and_none_elsewhere():
    default = {size: PlayerSpec.make({"size": size}) for size in (9, 13, 18, 19)}
    assert {size: spec.prior_weights().atlas for size, spec in default.items()} == {
        9: "",
        13: "go19",
        18: "",
        19: "go19",
    }
    assert [spec.version for spec in default.values()] == [9, 10, 11, 11]
    before = default[19].model_copy(
        update={"search": {"full_priors_after": 4}, "priors": {"atlas": "", "atlas_reading": 0.0}}
    )
    assert before.prior_weights() == default[9].prior_weights()
    assert before.search_settings() == default[9].search_settings()
    assert PlayerSpec.make({"program": "mogo", "size": 19}).prior_weights().atlas == ""


def test_the_digest_is_stable_and_tells_players_apart():
    assert PlayerSpec.make({}).digest == "79694239c8eda795"
    assert PlayerSpec.make({"program": "bare"}).digest == "b4e529b7d0634106"
    assert player_spec(GNU_GO).digest == player_spec(dict(reversed(GNU_GO.items()))).digest
    digests = {player_spec(v).digest for v in ({}, {"sims": 1}, {"sims": 2}, OURS, GNU_GO, {"gtp": "gnugo"})}
    assert len(digests) == 6


@pytest.mark.parametrize("values", [{}, OURS, GNU_GO, {"gtp": 'my-go "a \\"b\\" ü" \x7f \U0001f600'}])
def test_a_spec_comes_back_from_toml_and_json(values):
    spec = player_spec(values)
    assert player_spec(tomllib.loads(spec.to_toml())) == spec
    assert player_spec(json.loads(spec.model_dump_json())) == spec
    assert player_spec(tomllib.loads(spec.to_toml())).digest == spec.digest


@given(st.text(min_size=1).filter(lambda text: text.strip() and "\0" not in text))
def test_any_command_survives_toml(text):
    try:
        spec = GtpSpec.make({"gtp": text})
    except BadInput:
        return
    assert tomllib.loads(spec.to_toml())["gtp"] == text


def test_a_gtp_command_gets_a_seed_that_a_c_int_can_hold():
    spec = GtpSpec.make(GNU_GO)
    assert spec.command(2**64 - 1)[-2] == "--seed"
    for seed in (0, 1, 2**31 - 2, 2**64 - 1):
        assert 1 <= int(spec.command(seed)[-1]) < 2**31


def test_settings_on_the_command_line():
    assert parse_settings("sims=10, search.tuned=true,search.rave_equivalence=2e3,program=mogo") == {
        "sims": 10,
        "search": {"tuned": True, "rave_equivalence": 2000.0},
        "program": "mogo",
    }
    assert parse_settings("rules=Tromp-Taylor") == {"rules": "Tromp-Taylor"}
    for text in ("sims", "sims=", "=3", "sims=1,,", "sims=1,sims=2"):
        with pytest.raises(BadInput):
            parse_settings(text)


def test_players_on_the_command_line(tmp_path):
    file = tmp_path / "strong.toml"
    file.write_text('sims = 5\n[search]\nformula = "uct"\n')
    assert parse_player(str(file)) == ("strong", PlayerSpec.make({"sims": 5, "search": {"formula": "uct"}}))
    assert parse_player("gtp:gnugo --mode gtp") == ("gnugo --mode gtp", GtpSpec.make({"gtp": "gnugo --mode gtp"}))
    assert parse_player("sims=7")[1] == PlayerSpec.make({"sims": 7})
    for text, message in (
        ("strong", "'strong' is no player: name a TOML file, settings such as sims=1000, or gtp:COMMAND"),
        (str(tmp_path / "weak.toml"), "cannot be read: No such file"),
        ("gtp:", "the command is empty"),
        ("simz=3", "did you mean 'sims'"),
    ):
        with pytest.raises(BadInput, match=message):
            parse_player(text)


def test_a_file_that_is_not_toml_is_named(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text("sims = = 3")
    with pytest.raises(BadInput, match=r"bad\.toml: not TOML"):
        read_toml(file)


@pytest.mark.parametrize("name", REMOVED)
def test_a_setting_that_was_removed_is_refused_with_the_reason(name):
    table, key = name.split(".") if "." in name else ("", name)
    with pytest.raises(BadInput) as caught:
        PlayerSpec.make({table: {key: 1}} if table else {key: 1}, "old.toml")
    line = f"old.toml: {f'{table}: ' if table else ''}{key} was removed ("
    assert str(caught.value).startswith(line)
    assert "docs/strength.md" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_setting_with_a_new_name_makes_the_same_player_under_either():
    names = ("careful_after", "full_priors_after")
    old, new = (PlayerSpec.make({"program": "mogo", "search": {name: 8}}) for name in names)
    assert old == new
    assert old.digest == new.digest == "015a1b3c961bb348"  # as before the new name
    assert old.search_settings().full_priors_after == new.search_settings().full_priors_after == 8
    assert new.settings() == {"program": "mogo", "search": {"careful_after": 8}}
    assert PlayerSpec.make(tomllib.loads(new.to_toml())) == new


def test_a_setting_cannot_have_two_values_under_two_names():
    with pytest.raises(BadInput, match="careful_after is the old name of full_priors_after: give only one of them"):
        PlayerSpec.make({"search": {"careful_after": 8, "full_priors_after": 4}})


def test_a_program_without_atari_replies_needs_no_word_about_ladders():
    assert not PlayerSpec.make({"playout": {"save": False}}).playout_rules().save
