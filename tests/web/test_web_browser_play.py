"""The page Play in a real browser: games by clicks and by typing, analysis and its graph, records, who plays."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from chromium import BROWSER, DRIVER, MISSING, Page, Server, patience, wait_for
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from stores import EVIL

pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason=MISSING)
GRAPH = """
return [...document.querySelectorAll('.nicegui-echart')].map(e => getElement(+e.id.slice(1)).chart.getOption().series)
  .flat().find(s => s.name == 'Black').data
"""
"""The points of the win rate."""
SEMEAI = (
    ".........", ".........", ".........", "XXXXXXXX.", ".......X.", "OOOOOOOX.", "XXXXXXXOO", ".......O.", "OOOOOOO.O"
)  # fmt: skip
"""The race of docs/semeai.md: who plays first wins it."""


def setup_of(rows: tuple[str, ...]) -> str:
    """Stones as SGF sets them up."""
    places = {mark: [f"[{chr(97 + x)}{chr(97 + y)}]" for y, row in enumerate(rows) for x, one in enumerate(row)
                     if one == mark] for mark in "XO"}  # fmt: skip
    return f"AB{''.join(places['X'])}AW{''.join(places['O'])}"


def load(page: Page, path: Path, text: str) -> None:
    """Hand a record in."""
    path.write_text(text)
    wait_for("the board", lambda: page.all(".board svg"))
    page.all("input[type=file]")[0].send_keys(str(path))


def save(page: Page, place: Path) -> str:
    """What the page saves."""
    place.mkdir()
    about = {"behavior": "allow", "downloadPath": str(place)}
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", about)
    page.press("Save SGF")
    return wait_for("the record", lambda: next((one.read_text() for one in place.glob("*.sgf")), ""))


def fill(page: Page, label: str, text: str) -> None:
    """Write into a field in place of what is there."""
    field = page.driver.find_element(By.CSS_SELECTOR, f"input[aria-label='{label}']")
    page.click(field)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text, Keys.TAB)


def stones(page: Page) -> list[int]:
    return [len(page.all(f".board .{colour}")) for colour in ("black", "white")]


def graph(page: Page) -> list[Any]:
    return list(page.driver.execute_script(GRAPH))


@pytest.mark.parametrize(
    ("game", "size", "moves"), [("go", 9, ["E5", "C3", "G7"]), ("havannah", 4, ["d4", "a1", "g7"])]
)
def test_a_game_is_played_by_clicking(server: Server, page: Page, game: str, size: int, moves: list[str]) -> None:
    page.open(f"{server.address}/play?game={game}&size={size}&sims=30")
    ours, theirs = (".black", ".white") if game == "go" else (".white", ".black")
    for number, move in enumerate(moves, start=1):
        if page.all(f".board [data-move='{move}']") or number == 1:
            page.play(move)
            wait_for("an answer", lambda n=number: len(page.all(f".board {theirs}")) >= n)
    assert len(page.all(f".board {ours}")) >= 2
    page.press("Undo")
    wait_for("one less", lambda: len(page.all(f".board {theirs}")) == len(moves) - 1)
    page.press("Resign")
    page.wait_text("The game is over")


@pytest.mark.parametrize(("game", "program"), [("hex", "fast"), ("tinyhex", "default")])
def test_a_game_of_hex_is_played_to_its_end_also_one_that_a_plug_in_brings(
    server: Server, page: Page, game: str, program: str
) -> None:
    page.open(f"{server.address}/play?game={game}&size=3&sims=30")
    if program != "default":
        page.choose("White", f"program {program}")
    page.play("b2")
    end = time.monotonic() + patience()
    while "The game is over" not in page.text and time.monotonic() < end:
        points = page.driver.execute_script(
            "return [...document.querySelectorAll('.board [data-move]')].map(p => p.dataset.move)"
        )
        if points:
            page.play(points[0])
        time.sleep(0.1)
    assert any(f"The game is over: {winner}+" in page.text for winner in "BW")


def test_analysis_is_drawn_and_a_typed_move_is_played(server: Server, page: Page) -> None:
    page.open(f"{server.address}/play?game=tinyhex&size=3&sims=30")
    wait_for("the board", lambda: page.all(".board [data-move='a1']"))
    page.click(page.all(".q-toggle")[0])
    wait_for("heat", lambda: page.all(".board .heat"))
    page.wait_text("simulations,")
    shown = "return [...document.querySelectorAll('.board .line')].filter(g => getComputedStyle(g).display != 'none')" \
        ".map(g => g.dataset.line)"  # fmt: skip
    assert page.driver.execute_script(shown) == []
    heated = wait_for("moves", lambda: [one.text for one in page.all("tbody button.move")])
    point = "document.querySelector(`.board [data-move='${arguments[0]}']`).dispatchEvent("
    wait_for("the line of a move that is pointed at", lambda: page.driver.execute_script(
        f"{point}new MouseEvent('mouseover', {{bubbles: true}})); {shown}", heated[0]) == [heated[0]])  # fmt: skip
    page.driver.execute_script("document.querySelector('.board').dispatchEvent(new MouseEvent('mouseleave'))")
    wait_for("no line", lambda: page.driver.execute_script(shown) == [])
    wait_for("the line of a button that has the focus", lambda: page.driver.execute_script(
        f"const b = document.querySelector('tbody button.move'); b.blur(); b.focus(); {shown}"))  # fmt: skip
    field = page.driver.find_element(By.CSS_SELECTOR, "input[maxlength='10']")
    field.send_keys("a1", Keys.ENTER)  # not the best, or the program would resign
    wait_for("an answer", lambda: page.all(".board .white"))


def test_a_script_in_a_record_stays_text(server: Server, page: Page, tmp_path: Path) -> None:
    record = tmp_path / "evil.sgf"
    record.write_text(f"(;GM[1]FF[4]SZ[9]PB[{EVIL}];B[ee];W[cc]C[<script>window.hacked=1</script>{EVIL}])")
    page.open(f"{server.address}/play")
    wait_for("the board", lambda: page.all(".board svg"))
    page.all("input[type=file]")[0].send_keys(str(record))
    page.wait_text("<script>window.hacked=1</script>", EVIL)
    assert len(page.all(".board .white")) == 1
    assert page.driver.execute_script("return window.hacked") is None
    (tmp_path / "none.sgf").write_text("no game")
    page.all("input[type=file]")[0].send_keys(str(tmp_path / "none.sgf"))
    page.wait_text("none.sgf: not a usable SGF file")


def test_a_handicap_game_is_played_by_two_programs(server: Server, page: Page) -> None:
    page.open(f"{server.address}/play?game=go&size=9&sims=10&handicap=2")
    wait_for(
        "the stones and White's move", lambda: [len(page.all(f".board .{c}")) for c in ("black", "white")] == [2, 1]
    )
    page.choose("Black", "program bare")
    wait_for("a game that goes on", lambda: len(page.all(".board .black")) >= 5)
    page.choose("White", "person")


def test_hints_are_hidden_at_a_click_the_graph_stays_and_the_next_mistake_is_found(
    server: Server, page: Page, tmp_path: Path
) -> None:
    page.open(f"{server.address}/play")
    load(page, tmp_path / "passed.sgf", "(;GM[1]FF[4]SZ[9]KM[7.5];B[ee];W[];B[cc])")
    page.wait_text("White to move, move 4")
    page.press("Whole game")
    wait_for("all positions", lambda: len(graph(page)) == 4)
    page.press("first")
    page.wait_text("Black to move, move 1")
    page.press("Next mistake")  # White's pass: Black could pass too, and win
    page.wait_text("Black to move, move 3")
    page.press("back")
    page.wait_text("White to move, move 2")
    assert page.all(".board .heat") == []
    page.click(page.all(".q-toggle")[0])
    wait_for("heat", lambda: page.all(".board .heat"))
    page.wait_text("win rate", "visits")
    page.click(page.all(".q-toggle")[0])
    wait_for("no heat", lambda: not page.all(".board .heat"))
    page.wait_text("Analysis is hidden.")
    assert [number for number, _ in graph(page)] == [0, 1, 2, 3]
    page.press("last")
    page.press("Next mistake")
    page.wait_text("no mistake is known after move 3")


def test_a_game_is_saved_with_what_was_thought_of_it_and_loaded_again(
    server: Server, page: Page, tmp_path: Path
) -> None:
    page.open(f"{server.address}/play?size=9&sims=40")
    page.play("E5")
    wait_for("an answer", lambda: stones(page) == [1, 1])
    text = save(page, tmp_path / "saved")
    thought = re.search(r"[0-9.]+% after (\d+) simulations: [A-Z0-9 ]+ \(White to move\)", text)
    assert thought is not None
    assert int(thought[1]) <= 40
    page.open(f"{server.address}/play")
    load(page, tmp_path / "again.sgf", text)
    page.wait_text("Black to move, move 3")
    page.press("back")
    page.wait_text(thought[0])


def test_capturing_races_are_told_and_lettered(server: Server, page: Page, tmp_path: Path) -> None:
    page.open(f"{server.address}/play")
    load(page, tmp_path / "semeai.sgf", f"(;GM[1]FF[4]SZ[9]KM[7.5]{setup_of(SEMEAI)}PL[B])")
    wait_for("the stones", lambda: stones(page) == [sum(row.count(one) for row in SEMEAI) for one in "XO"])
    page.click(page.all(".q-toggle")[0])
    wait_for("races", lambda: page.all(".races")[0].text.startswith("A: Black A3") and page.all(".board .letter"))
    page.click(page.all(".q-toggle")[0])
    wait_for("hidden races", lambda: not page.all(".races")[0].text and not page.all(".board .letter"))


def test_two_people_play_with_a_komi_and_a_program_of_a_file_takes_a_colour(
    server: Server, folder: Path, page: Page
) -> None:
    (folder / "weak.toml").write_text('program = "bare"\nsims = 20\n')
    page.open(f"{server.address}/play?size=9&sims=30")
    wait_for("the board", lambda: page.all(".board svg"))
    page.choose("White", "person")
    fill(page, "komi", "30.5")
    page.press("New game")
    page.play("E5")
    page.play("C3")
    page.wait_text("Black to move, move 3")
    assert stones(page) == [1, 1]
    page.press("Pass")
    page.wait_text("White to move, move 4")
    page.press("Pass")
    result = wait_for("the score", lambda: re.search(r"The game is over: W\+(\d+\.5)", page.text))
    assert abs(float(result[1]) - 30.5) <= 2
    page.choose("White", "weak.toml")
    fill(page, "or seconds a move", "0.1")
    page.press("New game")
    page.play("G7")
    wait_for("an answer", lambda: stones(page) == [1, 1])


def test_seconds_a_move_take_the_place_of_simulations_a_move(server: Server, page: Page, tmp_path: Path) -> None:
    page.open(f"{server.address}/play?size=9&sims=5")
    page.play("E5")
    wait_for("an answer", lambda: stones(page) == [1, 1])
    assert thought(save(page, tmp_path / "by-simulations")) == [5]
    fill(page, "or seconds a move", "1")
    simulations = page.driver.find_element(By.CSS_SELECTOR, "input[aria-label='simulations a move']")
    wait_for("a field that does not count", lambda: not simulations.is_enabled())
    played = wait_for("a point", lambda: next((one for one in ("G7", "C7") if page.all(f"[data-move={one}]")), ""))
    page.play(played)
    wait_for("an answer", lambda: stones(page) == [2, 2])
    _, by_seconds = thought(save(page, tmp_path / "by-seconds"))
    assert by_seconds > 5
    fill(page, "or seconds a move", Keys.DELETE)
    wait_for("a field that counts again", simulations.is_enabled)


def thought(record: str) -> list[int]:
    """Simulations of the moves of a program."""
    return [int(count) for count in re.findall(r"% after (\d+) simulations", record)]


def test_a_game_goes_on_when_the_connection_was_lost_for_a_moment(server: Server, page: Page) -> None:
    page.open(f"{server.address}/play?size=9&sims=30")
    page.play("E5")
    wait_for("an answer", lambda: stones(page) == [1, 1])
    page.driver.execute_script(
        "window.lost = 0; socket.on('disconnect', () => window.lost++); socket.io.engine.close()"
    )
    wait_for("a new connection", lambda: page.driver.execute_script("return window.lost && socket.connected"))
    assert stones(page) == [1, 1]
    page.driver.execute_script("socket.io.engine.close()")
    page.play("G7")
    wait_for("an answer", lambda: stones(page) == [2, 2])
