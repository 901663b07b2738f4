"""Starting from a form: files of this side only, checked numbers, and nothing that the form could smuggle in."""

from pathlib import Path

import pytest
from stores import add_race, race_file

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Store
from ponnuki.web.launcher import Launcher, _without_store, can_resume


@pytest.fixture
def launcher(tmp_path: Path) -> Launcher:
    race_file(tmp_path, {"a": 0.5})
    (tmp_path / "players").mkdir()
    (tmp_path / "players" / "one.toml").write_text('program = "bare"\nsims = 10\n')
    (tmp_path / "gnu.toml").write_text('gtp = "gnugo --mode gtp"\n')
    (tmp_path / "broken.toml").write_text("= no toml")
    (tmp_path / ".hidden.toml").write_text("sims = 10\n")
    (tmp_path / "link.toml").symlink_to("/etc/hostname")
    return Launcher(tmp_path / "store.sqlite", tmp_path)


def test_files_are_offered_by_what_they_describe(launcher: Launcher) -> None:
    assert launcher.race_files() == ["coins.toml"]
    assert set(launcher.player_files()) >= {"gnu.toml", "players/one.toml"}
    assert launcher.own_players("go") == ["players/one.toml"]
    assert launcher.player("players/one.toml", "go") == {"program": "bare", "sims": 10}


@pytest.mark.parametrize(
    "file", ["/etc/passwd", "../coins.toml", "broken.toml", "", "--help", "coins.toml\n", "gnu.toml"]
)
def test_a_file_that_was_not_offered_is_refused(launcher: Launcher, file: str) -> None:
    with pytest.raises(BadInput, match="none of the files"):
        launcher.race(file, 1, None, "")
    with pytest.raises(BadInput, match="none of the files"):
        launcher.player(file, "go")
    assert launcher.last is None


@pytest.mark.parametrize(
    ("workers", "budget", "name"),
    [(0, None, ""), (10**6, None, ""), (1, 0, ""), (1, None, "a\nb"), (1, None, "x" * 500)],
)
def test_numbers_and_names_are_checked_before_anything_starts(
    launcher: Launcher, workers: int, budget: int | None, name: str
) -> None:
    with pytest.raises(BadInput):
        launcher.race("coins.toml", workers, budget, name)
    assert launcher.last is None


@pytest.mark.parametrize("games", [0, 3, -2, 10**9])
def test_a_match_has_an_even_number_of_games_within_reason(launcher: Launcher, games: int) -> None:
    with pytest.raises(BadInput, match="even number"):
        launcher.match("players/one.toml", "players/one.toml", games, 1, "")


def test_a_store_that_is_being_written_is_left_alone(launcher: Launcher) -> None:
    with pytest.raises(BadInput, match="nothing is running"):
        launcher.stop()
    with Store(launcher.store, write=True):
        with pytest.raises(BadInput, match="one run at a time"):
            launcher.race("coins.toml", 1, None, "")
        with pytest.raises(BadInput, match="not ours to stop"):  # this test is no command of ponnuki
            launcher.stop()


def test_a_run_that_was_worked_on_by_no_command_is_not_resumed(launcher: Launcher, tmp_path: Path) -> None:
    add_race(launcher.store, tmp_path / "coins.toml", "coins", 5)
    with Store(launcher.store) as store:
        run = store.runs()[0]
    with pytest.raises(BadInput, match="worked on elsewhere"):
        launcher.resume(run)
    assert can_resume("race", "interrupted")
    assert not can_resume("race", "accepted")


def test_a_stored_command_is_given_again_with_our_store() -> None:
    words = ["race", "x.toml", "--store", "old.sqlite", "--workers", "2", "--store=other"]
    assert _without_store(words) == ["race", "x.toml", "--workers", "2"]


@pytest.mark.parametrize(("name", "scale"), [("no-study", "quick"), ("voting", "huge"), ("--help", "quick"), ("", "")])
def test_a_study_is_one_that_there_is(launcher: Launcher, name: str, scale: str) -> None:
    with pytest.raises(BadInput, match="unknown"):
        launcher.study(name, scale, 1)
    assert launcher.last is None
