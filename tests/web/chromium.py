"""A real browser without a screen, and a server of its own for it. Nothing of it leaves this machine."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

BROWSER, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MISSING = "no browser: apt install chromium chromium-driver"
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1200,1400",
)  # fmt: skip
PATIENCE = 120.0
"""Seconds for anything to appear on a machine that has a core for each process: kernels may have to be compiled, which
takes 35 of them."""
MOST_PATIENCE = 900.0
"""Where others have the machine too, and each process gets its share alone."""
PLUGIN = Path(__file__).parent.parent / "plugin_game" / "installed"
Value = TypeVar("Value")


def wait_for(what: str, look: Callable[[], Value]) -> Value:
    """What `look` gives when it is something; elements that go while they are looked at are looked at again."""
    began = time.monotonic()
    while True:
        with contextlib.suppress(WebDriverException):
            if found := look():
                return found
        waited = time.monotonic() - began
        assert waited < patience(), f"waited {waited:.0f} s in vain for {what}"
        time.sleep(0.1)


def patience() -> float:
    """How long to wait at the load that there is: with ten processes for each core all takes ten times as long."""
    crowded = os.getloadavg()[0] / (os.cpu_count() or 1)
    return min(MOST_PATIENCE, PATIENCE * max(1.0, crowded))


class Page:
    """A browser as a visitor uses it."""

    def __init__(self, profile: Path) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = BROWSER or ""
        for word in (*OPTIONS, f"--user-data-dir={profile}"):
            options.add_argument(word)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))

    def open(self, address: str) -> None:
        self.driver.get(address)

    @property
    def text(self) -> str:
        return self.driver.find_element(By.TAG_NAME, "body").text

    def wait_text(self, *words: str) -> None:
        wait_for(f"the text {words}", lambda: all(word in self.text for word in words))

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def button(self, words: str) -> WebElement | None:
        path = f"//button[.//*[normalize-space(text())='{words}'] or @aria-label='{words}']"
        return next((one for one in self.driver.find_elements(By.XPATH, path) if one.is_displayed()), None)

    def press(self, words: str) -> None:
        def pressed() -> bool:
            found = self.button(words)
            if found is not None:
                self.click(found)
            return found is not None

        wait_for(f"the button {words}", pressed)

    def follow(self, words: str) -> None:
        """Click a link, also one in a table that is drawn again meanwhile."""

        def followed() -> bool:
            try:
                self.driver.find_element(By.LINK_TEXT, words).click()
            except (NoSuchElementException, StaleElementReferenceException):
                return False
            return True

        wait_for(f"the link {words}", followed)

    def click(self, element: WebElement) -> None:
        """Click where somebody listens: a page that is not connected yet lets clicks go by."""
        wait_for("the connection", lambda: self.driver.execute_script("return window.did_handshake"))
        self.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def choose(self, label: str, option: str = "") -> None:
        """One of the options of a field; the first one if none is named."""
        path = f"//label[contains(@class,'q-field')][.//*[normalize-space(text())='{label}']]"
        self.click(next(one for one in self.driver.find_elements(By.XPATH, path) if one.is_displayed()))
        wait_for(f"the option {option}", lambda: self._click_option(option))

    def _click_option(self, option: str) -> bool:
        listed = [one for one in self.all(".q-menu .q-item") if one.is_displayed()]
        found = [one for one in listed if not option or one.text.strip() == option]
        if found:
            self.click(found[0])
        return bool(found)

    def play(self, move: str) -> None:
        """Click on a point of the board; the picture may be drawn anew at any time, so the click is where it lies."""
        script = "const p = document.querySelector(`.board [data-move='${arguments[0]}']`);" \
            "if (!p || !window.did_handshake) return false;" \
            "p.dispatchEvent(new MouseEvent('click', {bubbles: true})); return true"  # fmt: skip
        wait_for(f"the point {move}", lambda: self.driver.execute_script(script, move))

    def requests(self) -> list[str]:
        """All addresses that were asked for since the last call, by whatever way."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
            elif message["method"] == "Network.webSocketCreated":
                found.append(message["params"]["url"])
        return found

    def close(self) -> None:
        self.driver.quit()


class Server:
    """`ponnuki serve` in a folder, as a process that can be killed."""

    def __init__(self, folder: Path, *words: str, port: int = 0) -> None:
        paths = os.pathsep.join(filter(None, [str(PLUGIN), os.environ.get("PYTHONPATH", "")]))
        environment: dict[str, Any] = {**os.environ, "PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "ponnuki", "serve", f"--port={port}", *words]
        self._log = (folder / "serve.log").open("ab")
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=self._log, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("ponnuki is at http://127.0.0.1:"), line
        self.address = line.split()[-1].rstrip("/")

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1])

    def end(self, kill: bool = False) -> None:
        self.process.kill() if kill else self.process.terminate()
        self.process.communicate(timeout=60)
        self._log.close()


@contextlib.contextmanager
def served(folder: Path, *words: str, port: int = 0) -> Iterator[Server]:
    server = Server(folder, *words, port=port)
    try:
        yield server
    finally:
        server.end()
