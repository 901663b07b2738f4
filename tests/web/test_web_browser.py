"""Pages in a real browser: a race is watched, a run is started, stopped and resumed, games are played by clicking."""

import contextlib
import json
import re
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from chromium import BROWSER, DRIVER, MISSING, Page, Server, served, wait_for
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from stores import EVIL, add_race, add_trials, race_file
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Store
from ponnuki.race.thresholds import elo_from_rate
from ponnuki.web.launcher import Launcher

pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason=MISSING)
TOKEN = "a token that is long enough"
ZOOM = """
const chart = [...document.querySelectorAll('.nicegui-echart')].map(e => getElement(+e.id.slice(1)).chart)
  .find(c => (c.getOption().dataZoom || []).length);
if (arguments[0]) chart.dispatchAction({type: 'dataZoom', start: 20, end: 80});
const z = chart.getOption().dataZoom[0]; return [Math.round(z.start), Math.round(z.end)]
"""

SHIFTS = """
window.shifted = 0; window.scrollTo(0, 400);
new PerformanceObserver(found => found.getEntries().forEach(one => window.shifted += one.value))
  .observe({type: 'layout-shift', buffered: false})
"""
"""Sums up how far what is seen jumps from now on, as the browser measures it."""
LITTLE = 0.05
BARS = """
const chart = getElement(+arguments[0].id.slice(1)).chart, [from, bars] = chart.getOption().series;
const axes = {xAxisIndex: 0, yAxisIndex: 0};
return bars.data.map((bar, i) => chart.convertToPixel(axes, [from.data[i] + 0.9 * bar.value, i]))
"""
"""Where the bars of candidates nearly end, in pixels of their chart, the lowest first."""
DRAWN = """
return getElement(+arguments[0].id.slice(1)).chart.getZr().storage.getDisplayList(true)
  .filter(e => e.style && e.style.text && !e.invisible).map(e => e.style.text).join('\\n')
"""
"""All words that are drawn in a chart."""
STRENGTH = """
return [...document.querySelectorAll('.nicegui-echart')].map(e => getElement(+e.id.slice(1)).chart.getOption().series
  .filter(s => (s.name || '').includes('fresh')).map(s => s.data)).flat()
"""
"""The line of the strength in fresh games."""
CONTROLS = ("button", "link", "textbox", "combobox", "slider", "switch", "spinbutton", "searchbox", "checkbox", "image")
PLACES = ("play", "play?game=havannah&size=4", "cluster", "results")


def ponnuki(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "ponnuki", *words]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def status(folder: Path, run: str) -> dict[str, object]:
    return dict(json.loads(told(folder, "status", run, "--json"))["runs"][0])


def told(folder: Path, *words: str) -> str:
    """What a command says in this process, or the page that it writes."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(app, words, env={"COLUMNS": "120"})
    assert done.exit_code == 0, done.output
    written = next((Path(word[6:]) for word in words if word.startswith("--out=")), None)
    return done.stdout if written is None else (folder / written / "report.html").read_text()


def line_of(text: str, name: str) -> list[str]:
    """The numbers of a candidate and what became of it, in a table of the terminal or of a report."""
    line = next(line for line in re.split(r"\n|<tr>", text) if re.search(rf"(<td>|│ ){name}\b", line))
    return re.sub(r"<[^>]*>|│", " ", line).split()[1:]


def cells(page: Page, name: str) -> list[str]:
    """The line of a candidate, read at one moment: the table may be drawn anew at any time."""
    script = "return [...document.querySelectorAll('tbody tr')].map(r => [...r.cells].map(c => c.innerText.trim()))" \
        ".find(r => r[0] === arguments[0]) || []"  # fmt: skip
    return list(page.driver.execute_script(script, name))


def test_a_race_is_watched_to_its_end_while_it_runs_and_a_second_browser_sees_the_same(
    server: Server, folder: Path, page: Page, tmp_path: Path
) -> None:
    race_file(folder, {"worse": 0.3, EVIL: 0.45, "better": 0.66}, wait=0.04, name="watched")
    page.requests()
    race = ponnuki(folder, "race", "watched.toml", "--workers=1")
    page.open(server.address)
    page.wait_text("watched", "running")
    page.follow("watched")
    page.wait_text("Not over yet.", "not a verdict", "accept above 0.5")
    wait_for("a chart", lambda: page.driver.execute_script(ZOOM, True))
    page.driver.execute_script(SHIFTS)
    first = cells(page, "better")
    wait_for("more trials", lambda: cells(page, "better") != first)
    assert page.driver.execute_script(ZOOM, False) == [20, 80]
    assert page.driver.execute_script("return window.shifted") < LITTLE
    page.wait_text("Accepted: better.")
    assert race.wait(60) == 0
    assert page.driver.execute_script(ZOOM, False) == [20, 80]
    said = status(folder, "watched")
    assert f"{said['trials']} trials counted" in page.text
    assert cells(page, "better")[2] == f"{said['best']['rate']:.4f}"  # type: ignore[index]
    for words in (told(folder, "race", "watched.toml"), told(folder, "report", "watched", "--out=watched-report")):
        assert [line_of(words, name)[:5] for name in ("worse", "better")] == [
            [*cells(page, name)[1:5], cells(page, name)[5].split()[0]] for name in ("worse", "better")
        ]
    assert EVIL in page.text
    assert page.driver.execute_script("return window.hacked") is None
    second = Page(tmp_path / "second")
    try:
        second.open(page.driver.current_url)
        second.wait_text("Accepted: better.")
        wait_for("the same numbers", lambda: cells(second, "better") == cells(page, "better") != [])
    finally:
        second.close()
    asked = page.requests()
    assert len(asked) > 10
    here = (server.address, server.address.replace("http", "ws"), "data:", "blob:", "chrome://", "about:")
    assert [one for one in asked if not one.startswith(here)] == []


def test_pointing_at_the_bar_of_a_candidate_shows_its_numbers_and_they_stay_when_trials_come(
    server: Server, folder: Path, page: Page
) -> None:
    store = folder / "ponnuki.sqlite"
    chances = {"worse": 0.3, EVIL: 0.5, "better": 0.52}
    run = add_race(store, race_file(folder, chances, name="pointed"), "pointed", 60)
    page.open(f"{server.address}/race/{run}")
    page.wait_text("Not over yet.", "better")
    chart = wait_for("the chart", lambda: page.all("[aria-label='all candidates']")[0])
    bars = wait_for("the bars", lambda: page.driver.execute_script(BARS, chart))
    for (x, y), name in zip(reversed(bars), chances, strict=True):
        _, trials, *numbers, decision = cells(page, name)
        told = f"{name}\n{numbers[0]} in [{numbers[1]}, {numbers[2]}]\n{trials} trials, {decision.split()[0]}"
        assert told not in page.driver.execute_script(DRAWN, chart)
        point_at(page, chart, x, y)
        wait_for(f"the numbers of {name}", lambda told=told: told in page.driver.execute_script(DRAWN, chart))
    with Store(store, write=True) as opened:
        series = opened.series(opened.find_run(run))[0][0]
        add_trials(opened, series, list(chances.values()), 60, 20, np.random.default_rng(1))
    wait_for("more trials", lambda: cells(page, "better")[1] != trials)
    _, trials, *numbers, _ = cells(page, "better")
    told = f"{numbers[0]} in [{numbers[1]}, {numbers[2]}]\n{trials} trials"
    wait_for("the new numbers", lambda: told in page.driver.execute_script(DRAWN, chart))
    assert page.driver.execute_script("return window.hacked") is None


def point_at(page: Page, element: WebElement, x: float, y: float) -> None:
    """Move the mouse to a place in an element, counted from its upper left corner."""
    page.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
    size = element.size
    offset = (round(x - size["width"] / 2), round(y - size["height"] / 2))
    ActionChains(page.driver).move_to_element_with_offset(element, *offset).perform()


def stop_run(folder: Path) -> None:
    """Leave nothing running, also when a test has failed."""
    with contextlib.suppress(BadInput):
        Launcher(folder / "ponnuki.sqlite", folder).stop()


def test_a_run_is_started_paused_stopped_and_resumed_from_the_pages(
    server: Server, folder: Path, page: Page, request: pytest.FixtureRequest
) -> None:
    race_file(folder, {"neither": 0.525}, wait=0.25, name="formed")
    request.addfinalizer(lambda: stop_run(folder))
    page.open(server.address)
    page.wait_text("Start a run")
    page.click(page.driver.find_element(By.XPATH, "//*[text()='Start a run']"))
    page.wait_text("Start race")
    page.choose("race file", "formed.toml")
    page.press("Start race")
    page.follow("formed")
    wait_for("the button Stop", lambda: page.button("Stop"))
    page.open("about:blank")  # a closed page stops nothing
    before = status(folder, "formed")["trials"]
    wait_for("more trials", lambda: status(folder, "formed")["trials"] != before)
    page.driver.back()
    page.press("Stop")
    page.press("Resume")
    wait_for("the button Stop", lambda: page.button("Stop"))
    assert status(folder, "formed")["status"] == "running"
    page.press("Stop")
    wait_for("the end", lambda: status(folder, "formed")["status"] == "interrupted")
    before = status(folder, "formed")["trials"]
    race = ponnuki(folder, "race", "formed.toml", "--workers=2")  # at the terminal: the page sees it, and pauses it
    wait_for("more trials", lambda: status(folder, "formed")["trials"] != before)
    page.press("Pause")
    assert race.wait(60) == 130
    assert status(folder, "formed")["status"] == "interrupted"
    wait_for("the button Resume", lambda: page.button("Resume"))
    assert [page.button(words) for words in ("Pause", "Stop")] == [None, None]
    page.press("Resume")
    wait_for("the button Pause", lambda: page.button("Pause"))
    page.open(server.address)  # the list of runs has the buttons too
    page.wait_text("formed is running")
    page.press("Pause")
    page.wait_text("Nothing is running.")


def test_a_page_stays_when_the_server_is_killed_and_started_again(
    folder: Path, page: Page, request: pytest.FixtureRequest
) -> None:
    race_file(folder, {"only": 0.5}, name="kept")
    add_race(folder / "killed.sqlite", folder / "kept.toml", "kept", 20)
    server = Server(folder, "--store=killed.sqlite")
    request.addfinalizer(server.process.kill)
    page.open(server.address)
    page.wait_text("kept")
    server.end(kill=True)
    add_race(folder / "killed.sqlite", folder / "kept.toml", "another", 20)
    with served(folder, "--store=killed.sqlite", port=server.port):
        page.wait_text("kept", "another")


def test_the_table_and_the_figure_of_a_study_are_shown_and_a_script_in_them_stays_text(
    server: Server, folder: Path, page: Page
) -> None:
    place = folder / "ponnuki-out" / "votes-quick"
    place.mkdir(parents=True)
    (place / "votes.md").write_text(f"# Votes\n\n{EVIL}\n\n| a | b |\n| --- | --- |\n| {EVIL} | 7 % |\n")
    (place / "votes.csv").write_text("a,b\n")
    (place / "votes.png").write_bytes((Path(__file__).parents[2] / "docs" / "pictures" / "web-race.png").read_bytes())
    page.open(f"{server.address}/results")
    page.wait_text("ponnuki-out/votes-quick", "Talk while thinking, or vote at the end")
    page.follow("votes")
    page.wait_text("Votes", "7 %", EVIL)
    assert page.text.count(EVIL) == 2
    wait_for("the figure", lambda: page.driver.execute_script("return document.querySelector('img').naturalWidth"))
    assert page.driver.execute_script("return window.hacked") is None


def test_machines_come_to_agree_and_one_can_look_back(server: Server, page: Page) -> None:
    page.open(f"{server.address}/cluster")
    page.choose("game", "Tiny Hex")
    page.press("Search")
    page.wait_text("They play", "each machine's favourite")
    slider = page.all("[role=slider]")[0]
    assert int(slider.get_attribute("aria-valuenow") or 0) == 24

    def back_to_the_first() -> bool:
        """Keys that come while the page still draws the last exchange are lost: they are pressed again."""
        page.driver.execute_script("document.querySelector('.q-slider [tabindex]').focus()")
        ActionChains(page.driver).send_keys(Keys.ARROW_LEFT * 23).perform()
        return slider.get_attribute("aria-valuenow") == "1"

    wait_for("the first exchange", back_to_the_first)
    page.wait_text("They play", "each machine's favourite")


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a campaign that has accepted something, and fresh games of that."""
    folder = tmp_path_factory.mktemp("learned")
    rules = ["--candidates=3", "--accept-above=0.5", "--drop-below=0.75", "--risk=0.5", "--iterations=2", "--seed=2"]
    words = ["learn", "program=bare,sims=12,size=5,komi=0.5", *rules, "--workers=1", "--name=c", "--out=out"]
    assert ponnuki(folder, *words).wait(300) == 0
    assert ponnuki(folder, "confirm", "c", "--games=8", "--times=0", "--workers=1").wait(300) == 0
    return folder


@pytest.fixture(scope="module")
def learner(learned: Path) -> Iterator[Server]:
    """A server of that folder."""
    with served(learned) as found:
        yield found


def test_a_campaign_is_drawn_with_its_fresh_games_and_the_program_that_it_has_come_to(
    learner: Server, learned: Path, page: Page
) -> None:
    page.open(learner.address)
    page.follow("c")
    page.wait_text("1 accepted of 6 modifications drawn", "iteration 2")
    program = (learned / "out" / "learned.toml").read_text()
    [shape] = tomllib.loads(program)["shapes"]
    assert len(page.all(".shape svg")) == 1
    [fresh] = [row.text for row in page.all("tbody tr") if "first baseline" in row.text]
    rate = next(word for word in fresh.split() if "." in word and word[0].isdigit())
    assert f"{rate} ±" in page.all(".card")[1].text
    elos = page.driver.execute_script(STRENGTH)
    assert elos == [[0, round(elo_from_rate(float(rate) / 100))]]
    assert tomllib.loads(page.all("pre.file")[0].text)["shapes"] == [shape]
    page.follow("iteration 2")
    page.wait_text("Accepted:", "with black won", "c, iteration 2")
    assert len(page.all("tbody .thumb svg")) == 3
    page.choose("open a game")
    page.wait_text("against baseline", "Download SGF")
    last = wait_for("a game at its end", lambda: re.search(r"move (\d+)", page.all(".viewer")[0].text))
    page.press("back")
    page.wait_text(f"move {int(last[1]) - 1}")
    run = status(learned, "c")["id"]
    for wrong in ("match", "study"):  # a run at the address of another kind leads to its own page
        page.open(f"{learner.address}/{wrong}/{run}")
        wait_for("the campaign", lambda: page.driver.current_url == f"{learner.address}/campaign/{run}")


def test_every_page_names_its_controls_for_a_screen_reader_and_asks_no_other_server(
    learner: Server, learned: Path, page: Page
) -> None:
    page.open(learner.address)
    page.follow("c")
    page.wait_text("learned.toml")
    campaign = page.driver.current_url
    page.requests()
    race = campaign.replace("campaign", "race") + "?number=1"
    match = f"{learner.address}/match/{status(learned, 'c-confirm')['id']}"
    nowhere = f"{learner.address}/nowhere"
    places = (f"{learner.address}/{one}" for one in PLACES)
    for address in (learner.address, campaign, race, match, nowhere, *places):
        page.open(address)
        wait_for("the connection", lambda: page.driver.execute_script("return window.did_handshake"))
        controls = named_controls(page)
        assert len(controls) >= 6
        assert [role for role, name in controls if not name] == [], address
    asked = page.requests()
    assert len(asked) > 10
    here = (learner.address, learner.address.replace("http", "ws"), "data:", "blob:", "chrome://", "about:")
    assert [one for one in asked if not one.startswith(here)] == []


def named_controls(page: Page) -> list[tuple[str, str]]:
    """What a screen reader says of everything that can be used."""
    nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    seen = [node for node in nodes if not node["ignored"] and node["role"]["value"] in CONTROLS]
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in seen]


def test_a_wrong_token_and_a_foreign_origin_get_nothing(folder: Path, page: Page) -> None:
    add_race(folder / "guarded.sqlite", race_file(folder, {"only": 0.5}, name="guarded"), "guarded", 20)
    with served(folder, f"--token={TOKEN}", "--store=guarded.sqlite") as server:
        page.open(server.address)
        for token, answer in (("wrong", "That is not the token."), (TOKEN, "Runs")):
            page.open(f"{server.address}/login")
            page.driver.find_element(By.NAME, "token").send_keys(token, Keys.ENTER)
            page.wait_text(answer)
        page.wait_text("guarded")
        assert page.driver.execute_script("return document.cookie") == ""
        [cookie] = page.driver.get_cookies()
        asked = urllib.request.Request(server.address, headers={"Cookie": f"{cookie['name']}={cookie['value']}"})
        assert urllib.request.urlopen(asked, timeout=60).status == 200
        asked.add_header("Origin", "http://evil.example")
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(asked, timeout=60)
