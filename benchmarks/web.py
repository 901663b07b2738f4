"""How long pages take: to open a store of 1000 runs and a race of a million trials, and to show what a search reports.

    python benchmarks/web.py              # --runs 1000 --trials 1000000 --times 3

A real browser (Debian's chromium and chromium-driver) opens each page anew on a server of its own, which has read
nothing yet; the time is from the request to the first numbers on the page. Beside it stand the CPU times of the server
and of the browser, and the load of the machine: where others compute too, the first is not worth much, and the other
two together say what it would be. A search's report is followed from the process that thinks to the browser, where its
heat is on the board.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parent.parent / "tests" / "web"))
REPORTS = "PONNUKI_REPORTS"
"""Names the file to which a thinker writes when it made which report."""
SEEN = """
window.seen = [];
new MutationObserver(() => {
  const found = document.body.innerText.match(/(\\d+) simulations, /);
  if (found && document.querySelector('.board .heat') && (window.seen.at(-1) || [])[0] !== +found[1])
    window.seen.push([+found[1], performance.timeOrigin + performance.now()]);
}).observe(document.body, {subtree: true, childList: true, characterData: true});
"""
QUIET = 5.0
"""Seconds without a report after which a search has ended."""


def serve(folder: str) -> None:
    """A server whose thinkers say when they report."""
    from ponnuki.web import thinking
    from ponnuki.web.server import serve as serve_pages

    real = thinking.start

    def start(words: list[str], **options: object) -> object:
        place = words.index("-m")
        return real([*words[:place], str(HERE), "--think", *words[place + 2 :]], **options)  # type: ignore[arg-type]

    thinking.start = start  # type: ignore[assignment]
    os.chdir(folder)
    serve_pages(Path(folder) / "ponnuki.sqlite", "127.0.0.1", 0, None, lambda line: print(line, flush=True))


def think(words: list[str]) -> None:
    """A thinker that writes down each report before it is sent."""
    from ponnuki.web import thinker

    real = thinker.Thinker._report

    def report(self: thinker.Thinker, found: object) -> None:
        with Path(os.environ[REPORTS]).open("a") as file:
            file.write(f"{found.simulations} {time.time()}\n")  # type: ignore[attr-defined]
        real(self, found)  # type: ignore[arg-type]

    thinker.Thinker._report = report  # type: ignore[method-assign]
    sys.argv = ["thinker", *words]
    thinker.main()


def opened(page: object, folder: Path, path: str, text: str) -> tuple[float, float, float]:
    """Seconds until a page of a fresh server shows a text, and the CPU time of server and browser for that."""
    from chromium import Server, wait_for

    server = Server(folder)
    try:
        page.open("about:blank")
        wait_for("the server", lambda: _get(f"{server.address}/play") == 200)  # it has imported everything
        before, drawn, began = _cpu(server.process.pid), _browser_cpu(page), time.monotonic()
        page.open(server.address + path)
        wait_for(
            text, lambda: page.driver.execute_script("return document.body.innerText.includes(arguments[0])", text)
        )
        shown = time.monotonic() - began
        return shown, _cpu(server.process.pid) - before, _browser_cpu(page) - drawn
    finally:
        server.end()


def heats(page: object, folder: Path) -> list[float]:
    """Seconds from a report to its heat on the board."""
    import subprocess

    from chromium import wait_for

    reports = folder / "reports.txt"
    environment = os.environ | {REPORTS: str(reports)}
    command = [sys.executable, str(HERE), "--serve", str(folder)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1].rstrip("/")
        try:
            page.open(f"{address}/play")
            wait_for("the board", lambda: page.all(".board [data-move]"))
            page.driver.execute_script(SEEN)
            page.click(page.all(".q-toggle")[0])
            seen = dict(_settled(page))
        finally:
            server.terminate()
    made = {int(count): float(at) for count, at in map(str.split, reports.read_text().splitlines())}
    return [seen[count] - made[count] for count in made if count in seen]


def _settled(page: object) -> list[tuple[int, float]]:
    """What the browser has seen, when nothing was added for a while: the search has ended."""
    before: list[tuple[int, float]] = []
    while True:
        time.sleep(QUIET)
        seen = page.driver.execute_script("return window.seen")  # type: ignore[attr-defined]
        if seen and seen == before:
            return [(int(count), at / 1000) for count, at in seen]
        before = seen


def _get(address: str) -> int:
    import urllib.request

    return int(urllib.request.urlopen(address, timeout=60).status)


def _cpu(process: int) -> float:
    """Seconds of CPU time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _browser_cpu(page: object) -> float:
    """Seconds of CPU time of all processes of the browser."""
    import psutil

    driver = psutil.Process(page.driver.service.process.pid)  # type: ignore[attr-defined]
    return sum(_cpu(child.pid) for child in driver.children(recursive=True) if child.is_running())


def main() -> None:
    """Measure, and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--trials", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--only-heat", action="store_true", help="Open no store.")
    options = parser.parse_args()
    from chromium import Page

    with tempfile.TemporaryDirectory() as place:
        page = Page(Path(place) / "profile")
        try:
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
            for words, folder, path, text in () if options.only_heat else stores(Path(place), options):
                found = [opened(page, folder, path, text) for _ in range(options.times)]
                shown, spent, drawn = (statistics.median(column) for column in zip(*found, strict=True))
                cost = f"CPU time of the server {spent:.2f} s, of the browser {drawn:.2f} s"
                print(f"{words}: opened in {shown:.2f} s; {cost}", flush=True)
            late = sorted(heats(page, Path(place)))
            middle, most = (round(1000 * value) for value in (statistics.median(late), late[-1]))
            print(f"heat after a report: median {middle} ms, most {most} ms, of {len(late)} reports")
        finally:
            page.close()


def stores(place: Path, options: argparse.Namespace) -> list[tuple[str, Path, str, str]]:
    """Both stores, made now: what they are, where, which page to open, and what to wait for."""
    from stores import add_race, race_file

    many, long = place / "runs", place / "race"
    many.mkdir()
    long.mkdir()
    few = race_file(many, {"one": 0.5, "other": 0.52})
    for number in range(options.runs):
        add_race(many / "ponnuki.sqlite", few, f"run {number:04}", 20, seed=number)
    close = race_file(long, {f"candidate {n}": 0.5245 + 0.0003 * n for n in range(5)})
    text = close.read_text().replace("accept_above = 0.5\n", "accept_above = 0.524\n")
    close.write_text(text.replace("drop_below = 0.55", "drop_below = 0.528"))
    run = add_race(long / "ponnuki.sqlite", close, "million", options.trials // 5)
    return [
        (f"a store with {options.runs} runs", many, "/", f"run {options.runs - 1:04}"),
        (f"a race with {options.trials} trials", long, f"/race/{run}", "trials counted"),
    ]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(sys.argv[2])
    elif sys.argv[1:2] == ["--think"]:
        think(sys.argv[2:])
    else:
        main()
