"""Games of races and matches in a real browser: numbers that agree everywhere, and records that are downloaded."""

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import BROWSER, DRIVER, MISSING, Page, Server, served, wait_for
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.lab.journal.store import Store, TrialRow
from ponnuki.lab.races.history import history_of
from ponnuki.match.pair import written
from ponnuki.players.kit import find_kit
from ponnuki.web.records import read_game

pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason=MISSING)
AHEAD = 3
"""Trials of the first candidate that are in the journal behind a hole: the race has not come to them."""
RACE = """
game = "go"
size = 5
komi = 0.5
openings = "random:2"
accept_above = 0.5
drop_below = 0.75
risk = 0.5
budget = 24
first = 4

[baseline]
program = "bare"
sims = 8

[[candidate]]
name = "more"
sims = 12

[[candidate]]
name = "same"
sims = 8
"""
UCI = Path(__file__).parent.parent / "match" / "bad_programs" / "uci.py"


def ponnuki(folder: Path, *words: str) -> str:
    """What a command says that runs in this process."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A race between players, with trials that came ahead of their turn, and a match of chess."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "race.toml").write_text(RACE)
    ponnuki(folder, "race", "race.toml", "--workers=1")
    with Store(folder / "ponnuki.sqlite", write=True) as store:
        run = store.run_named("race")
        assert run is not None
        store.begin_session(run, 24)
        series = store.series(run)[0][0]
        [(last, told)] = store.last_details(series, 0, 1)
        later = [TrialRow((0, last + 10 + more), more, 1.0, json.dumps(told)) for more in range(AHEAD)]
        store.write(series, later)
    engine = f"uci:{sys.executable} {UCI} plays"
    ponnuki(folder, "match", engine, engine, "--games=2", "--openings=random:3", "--workers=1", "--name=chess")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with served(folder) as found:
        yield found


def told_of(page: Page, candidate: str) -> list[int]:
    """Games and trials that the page sums up for a candidate."""
    page.choose("candidate", candidate)
    own = int(next(row for row in table(page) if row[0] == candidate)[1])
    words = wait_for("its games", lambda: re.match(rf"(\d+) games of {own} trials that count: ", ends(page)))
    return [int(words[1]), own]


def ends(page: Page) -> str:
    return page.all(".ends")[0].text


def table(page: Page) -> list[list[str]]:
    script = "return [...document.querySelectorAll('tbody tr')].map(r => [...r.cells].map(c => c.innerText.trim()))"
    return list(page.driver.execute_script(script))


def test_games_that_were_played_ahead_are_named_and_not_summed_on_page_command_and_report(
    server: Server, folder: Path, page: Page
) -> None:
    [row] = json.loads(ponnuki(folder, "status", "race", "--json"))["runs"]
    page.open(f"{server.address}/race/{row['id']}")
    page.wait_text(f"{row['trials']} trials counted · {2 * row['trials']} games")
    found = {name: told_of(page, name) for name in ("more", "same")}
    assert sum(trials for _, trials in found.values()) == row["trials"]
    assert all(games == 2 * trials for games, trials in found.values())
    page.choose("candidate", "more")
    page.wait_text(f"{AHEAD} trials more were played ahead of turn; the race does not count them.")
    said = ends(page)
    won, lost = (sum(map(int, re.findall(rf"{word} (\d+)", said))) for word in ("won", "lost"))
    assert won + lost == found["more"][0]
    ponnuki(folder, "report", "race", "--out=out")
    report = (folder / "out" / "report.html").read_text()
    ended = report.partition("<h2>How games ended</h2>")[2].partition("</table>")[0]
    assert sum(int(count) for count in re.findall(r"<td[^>]*>(\d+)</td>", ended)) == 2 * row["trials"]
    with Store(folder / "ponnuki.sqlite") as store:
        stored = history_of(store, store.find_run("race")).stored
    assert stored - row["trials"] >= AHEAD
    assert f"{row['trials']} trials counted; {stored} were played: {stored - row['trials']} came ahead" in report


def saved(page: Page, place: Path, words: str) -> tuple[str, bytes]:
    """The name and the bytes of what a button downloads."""
    place.mkdir()
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(place)})
    page.press(words)
    file = wait_for("the file", lambda: next((one for one in place.iterdir() if one.suffix != ".crdownload"), None))
    return file.name, file.read_bytes()


@pytest.mark.parametrize(
    ("run", "path", "kind", "words"), [("race", "race", "sgf", "trial"), ("chess", "match", "pgn", "pair")]
)
def test_a_game_is_downloaded_as_it_was_played(
    server: Server, folder: Path, page: Page, tmp_path: Path, run: str, path: str, kind: str, words: str
) -> None:
    with Store(folder / "ponnuki.sqlite") as store:
        found = store.run_named(run)
        assert found is not None
        series = store.series(found)[0][0]
        last = history_of(store, found).verdicts[0].bounds["more"].trials if path == "race" else 1
        [(trial, told)] = store.last_details(series, 0, 1, last)
    kept: dict[str, Any] = told["games"][1]
    page.open(f"{server.address}/{path}/{found.id}")
    page.wait_text("open a game")
    if path == "race":
        page.choose("candidate", "more")
        page.wait_text("ahead of turn")
    shown = trial if path == "race" else trial + 1
    result = "draw" if kept["result"] == "0" else kept["result"]
    page.choose("open a game", f"{words} {shown}, game 2: with White, {result}")
    page.wait_text(f"Download {kind.upper()}", f"move {kept['moves']}")
    name, data = saved(page, tmp_path / "saved", f"Download {kind.upper()}")
    assert name == f"{found.id}-001-01-{trial:06}-2.{kind}"
    assert (kind, data.decode()) == written(kept)
    kit = find_kit("go" if kind == "sgf" else "chess")
    ours, theirs = read_game(data.decode(), kit), read_game(written(kept)[1], kit)
    assert ours.positions[-1].history == theirs.positions[-1].history
    assert ours.positions[-1].move_number == kept["moves"]
    assert ours.result == kept["result"]
