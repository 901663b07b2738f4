"""Where results go, whatever a run is called, and how a match looks while it is played."""

from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from ponnuki.cli.match_display import line_of
from ponnuki.cli.output import DEFAULT_FOLDER, OutputFailed, folder_name, named_folder, plain, writing
from ponnuki.lab.matches.session import MatchProgress
from ponnuki.lab.runs.driver import Progress


@pytest.mark.parametrize("name", ["race", "mogo[rave]", "a b", "sims=30-vs-x.toml", ".hidden", "日本"])
def test_a_plain_name_is_the_name_of_its_folder(name: str) -> None:
    assert folder_name(name) == name


@pytest.mark.parametrize("name", ["../../etc", "..", ".", "/etc/passwd", "a/b", "a\0b", "a\nb", "x" * 300, "日" * 200])
def test_no_name_chooses_where_files_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    folder = named_folder(None, name)
    assert folder.parent == DEFAULT_FOLDER
    assert folder.resolve().parent == tmp_path / DEFAULT_FOLDER
    folder.mkdir(parents=True)
    assert list(tmp_path.iterdir()) == [tmp_path / DEFAULT_FOLDER]


def test_different_names_have_different_folders() -> None:
    names = ["a/b", "a-b", "a\nb", "x" * 300, "x" * 301, ".", ".."]
    assert len({folder_name(name) for name in names}) == len(names)


def test_files_that_cannot_be_written_name_the_folder(tmp_path: Path) -> None:
    full = r"out cannot be written \(No space left on device\): name another --out"
    with pytest.raises(OutputFailed, match=full), writing(Path("out")):
        Path("/dev/full").write_text("x")
    missing = r"/nothing/x cannot be written \(No such file or directory\)"
    with pytest.raises(OutputFailed, match=missing), writing(tmp_path):
        (tmp_path / "nothing" / "x").write_text("x")


def test_plain_text_is_shown_as_it_is_but_for_what_a_terminal_obeys() -> None:
    console = Console(width=80, force_terminal=True, highlight=False)
    with console.capture() as shown:
        console.print(plain("mogo[rave] [/b] \x1b[2J\x1b]0;title\x07end"))
    assert shown.get() == "mogo[rave] [/b] end\n"


def progress(*results: dict[float, int], done: int = 4, total: int = 100) -> MatchProgress:
    return MatchProgress(done, total, [Counter(one) for one in results], Progress(4, 2.0, 0, 1))


def test_a_match_under_way_shows_its_score_with_its_interval_and_the_time_left() -> None:
    line = line_of(progress({0.75: 4}))
    assert line.startswith("8 of 200 games; 4 games/s; A scores 0.750 in [0.")
    assert line.endswith("]; about 48 s left")


def test_a_match_without_results_and_a_tournament_show_no_score() -> None:
    assert line_of(progress({}, done=0)) == "0 of 200 games; 4 games/s; about 50 s left"
    assert line_of(progress({0.5: 2}, {1.0: 2})) == "8 of 200 games; 4 games/s; about 48 s left"
