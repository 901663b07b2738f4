"""Results of studies: which files they are, and what a page makes of their text."""

from pathlib import Path

import pytest

from ponnuki.errors import BadInput
from ponnuki.web.results_page import is_number
from ponnuki.web.study_files import PNG, Part, all_results, find_result, parts_of

EVIL = "<img src=x onerror=alert(1)>"
PAGE = f"""# Votes {EVIL}

A question
in `two` *lines*, or 2 * 3 * 4?

| board | ours | |
| --- | --- | --- |
| 9x9 | 50.0 ± 1.0 % | agrees |
| 19x19 |

![Votes](votes.png)

    ponnuki study votes
"""


def study(folder: Path, name: str = "votes") -> Path:
    folder.mkdir(parents=True)
    (folder / f"{name}.md").write_text(PAGE)
    (folder / f"{name}.csv").write_text("board\n9x9\n")
    (folder / f"{name}.png").write_bytes(PNG)
    return folder


def test_a_page_is_taken_apart_and_nothing_in_it_is_html() -> None:
    assert list(parts_of(PAGE)) == [
        Part("heading", f"Votes {EVIL}"),
        Part("text", "A question in two lines, or 2 * 3 * 4?"),
        Part(
            "table", rows=(("board", "ours", ""), ("9x9", "50.0 ± 1.0 %", "agrees"), ("19x19", "", ""))
        ),
        Part("figure"),
        Part("code", "ponnuki study votes"),
    ]  # fmt: skip
    assert list(parts_of("")) == []
    assert [is_number(cell) for cell in ("50.0 ± 1.0 %", "", "-3", "agrees")] == [True, True, True, False]


def test_a_result_is_a_folder_with_a_page_a_table_and_a_figure(tmp_path: Path) -> None:
    study(tmp_path / "ponnuki-out" / "votes-quick")
    (study(tmp_path / "half") / "votes.png").unlink()
    study(tmp_path / ".hidden")
    study(tmp_path / "a" / "b" / "c" / "too-deep")
    [found] = all_results(tmp_path)
    assert (found.name, found.place) == ("votes", "ponnuki-out/votes-quick")
    assert find_result(tmp_path, found.key) == found
    assert (found.read("png"), found.parts()[0].kind) == (PNG, "heading")
    with pytest.raises(BadInput, match="no result"):
        find_result(tmp_path, "another")


def test_what_is_no_file_of_a_study_is_not_read(tmp_path: Path) -> None:
    folder = study(tmp_path / "votes")
    [found] = all_results(tmp_path)
    (folder / "votes.py").write_text("secret")
    (folder / "votes.csv").unlink()
    (folder / "votes.csv").symlink_to("/etc/hostname")
    (folder / "votes.png").write_text("no picture")
    (folder / "votes.md").write_text("x" * 600_000)
    for ending in ("py", "csv", "png", "md", "../votes.md"):
        with pytest.raises(BadInput):
            found.read(ending)
