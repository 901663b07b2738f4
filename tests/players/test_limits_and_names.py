"""Settings with changes, names that people give, and TOML files that nobody should write."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from ponnuki.errors import BadInput
from ponnuki.players.names import LONGEST_NAME, checked_name
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import GtpSpec, PlayerSpec, with_changes
from ponnuki.players.toml import read_toml


@pytest.mark.parametrize("had", ["sims", "time", "cpu"])
@pytest.mark.parametrize("named", ["sims", "time", "cpu"])
def test_naming_one_limit_of_thinking_replaces_whichever_there_was(had: str, named: str) -> None:
    assert with_changes({had: 5, "threads": 2}, {named: 7}) == {"threads": 2, named: 7}


def test_changes_without_a_limit_keep_those_there_are() -> None:
    assert with_changes({"sims": 5, "time": 1.0}, {"threads": 2}) == {"sims": 5, "time": 1.0, "threads": 2}


def test_what_becomes_of_saved_cpu_time_is_dropped_with_the_cpu_time() -> None:
    base = {"cpu": 0.3, "carry_over": False}
    assert PlayerSpec.make(with_changes(base, {"sims": 10})) == PlayerSpec(sims=10)
    assert with_changes(base, {"cpu": 0.5}) == {"cpu": 0.5, "carry_over": False}


def test_an_option_for_one_limit_replaces_all_those_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "player.toml"
    file.write_text("sims = 100\nthreads = 2\n")
    assert PlayerSpec.from_options(file, {"time": 2.0, "sims": None}) == PlayerSpec(time=2.0, threads=2)
    assert PlayerSpec.from_options(file, {"sims": 7, "time": 2.0}) == PlayerSpec(sims=7, time=2.0, threads=2)


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"sims": 0}, "sims: Input should be greater than or equal to 1"),
        ({"sims": "many"}, "sims: Input should be a valid integer"),
        ({"nosuch": 1}, "nosuch: Extra inputs are not permitted"),
        ({"time": 1.0, "cpu": 1.0}, "a player has either time or cpu, not both"),
        ({"size": 99}, "size: Input should be less than or equal to"),
    ],
)
def test_a_spec_that_is_constructed_directly_raises_bad_input(keys: dict[str, object], message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        PlayerSpec(**keys)
    assert not isinstance(caught.value, ValidationError)
    with pytest.raises(BadInput, match="gtp: the command is empty"):
        GtpSpec(gtp=" ")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "the name of a run is empty"),
        ("a\0b", r"a character that does not print \('\\x00'\): 'a\\x00b'"),
        ("a\nb", r"a character that does not print \('\\n'\)"),
        ("\udcff", r"a character that does not print \('\\udcff'\)"),
        ("x" * 300, "has 300 characters: 200 at most"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        checked_name(name, "a run", LONGEST_NAME)
    assert str(caught.value).isprintable()


def test_any_name_that_prints_is_taken() -> None:
    for name in ("mogo[rave]", "x [/bold]", "../../etc", "日本", "a b"):
        assert checked_name(name, "a run", LONGEST_NAME) == name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "[" * 100_000 + "]" * 100_000, "more than 20 deep"),
        (f"[{'.'.join('a' * 500)}]\nx = 1", "more than 20 deep"),
        ("[[candidate]]\nwhen = 2024-01-01", "candidate 1.when is a date or a time"),
        ("at = [12:30:00]", "at 1 is a date or a time"),
        (f"seed = {'1' * 5000}", "not TOML: Exceeds the limit"),
        ("x = '\0'", "not TOML: "),
    ],
)
def test_a_file_that_no_setting_can_come_from_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=message) as caught:
        read_toml(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_file_that_never_ends_is_one_line() -> None:
    with pytest.raises(BadInput, match="/dev/zero: not TOML: it has more than 10000000 bytes"):
        read_toml("/dev/zero")


def test_lines_may_end_as_on_other_systems(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b'x = """a\r\nb"""\r\ny = 1\r\n')
    assert read_toml(tmp_path / "a.toml") == {"x": "a\nb", "y": 1}


def test_a_player_whose_text_is_longer_than_any_path_is_still_a_player() -> None:
    text = f"sims=100,{' ' * 300}search.tuned=true"
    assert parse_player(text) == (text, PlayerSpec(sims=100, search={"tuned": True}))
    with pytest.raises(BadInput, match="is no player: name a TOML file"):
        parse_player("x" * 5000)
