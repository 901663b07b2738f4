"""Many visitors at once: everybody sees a race as it goes, and nobody waits for the others."""

import asyncio
from pathlib import Path

import numpy as np
import pytest
from chromium import BROWSER, DRIVER, MISSING, PATIENCE, Page, Server, served, wait_for
from clients import Watcher
from stores import add_race, add_trials, race_file

from ponnuki.lab.journal.store import Store
from ponnuki.lab.races.history import history_of

pytestmark = pytest.mark.skipif(not (BROWSER and DRIVER), reason=MISSING)
WINDOWS, CLIENTS = 3, 7


def counted(store: Path) -> str:
    """What the page says of the race."""
    with Store(store) as opened:
        return f"{history_of(opened, opened.runs()[0]).verdicts[0].trials} trials counted"


def open_windows(page: Page, address: str) -> None:
    for number in range(WINDOWS):
        if number:
            page.driver.switch_to.new_window("window")
        page.open(address)


def look_at_windows(page: Page, text: str) -> None:
    for handle in page.driver.window_handles:
        page.driver.switch_to.window(handle)
        page.wait_text(text)


async def watch(server: Server, path: str, store: Path, page: Page) -> None:
    """Ten open a race; all of them see how it stands, and how it stands when there are more trials."""
    before = counted(store)
    watchers = [Watcher(server.address, path) for _ in range(CLIENTS)]
    await asyncio.wait_for(asyncio.gather(*(one.open() for one in watchers)), PATIENCE)
    await asyncio.wait_for(asyncio.gather(*(one.sees(before) for one in watchers)), PATIENCE)
    await asyncio.to_thread(open_windows, page, server.address + path)
    with Store(store, write=True) as opened:
        series = opened.series(opened.runs()[0])[0][0]
        add_trials(opened, series, [0.52, 0.53], 20, 10, np.random.default_rng(1))
    after = counted(store)
    assert after != before
    await asyncio.wait_for(asyncio.gather(*(one.sees(after) for one in watchers)), PATIENCE)
    await asyncio.to_thread(look_at_windows, page, after)
    for one in watchers:
        await one.close()


def test_ten_visitors_on_one_race_all_see_it_go_on(tmp_path: Path) -> None:
    store = tmp_path / "ponnuki.sqlite"
    run = add_race(store, race_file(tmp_path, {"one": 0.52, "other": 0.53}), "watched", 20)
    page = Page(tmp_path / "profile")
    try:
        with served(tmp_path) as server:
            asyncio.run(watch(server, f"/race/{run}", store, page))
            page.open(f"{server.address}/")
            wait_for("the list of runs", lambda: "watched" in page.text)
    finally:
        page.close()
