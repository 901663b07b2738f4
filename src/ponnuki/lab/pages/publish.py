"""What is kept of a campaign in a folder: the program that it made, its journal, its page and its figures."""

import json
from pathlib import Path

from ponnuki.lab.journal.archive import pack
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.confirm import confirmations
from ponnuki.lab.learn.state import State
from ponnuki.lab.pages.campaign import headline, write_page_of
from ponnuki.lab.pages.campaign_figures import draw_rewards

LEARNED = "learned.toml"


def write_results(store: Store, run: Run, folder: Path, state: State) -> None:
    """Write everything that a campaign has come to; files of an earlier session are replaced."""
    (folder / LEARNED).write_text(learned_toml(state, run), encoding="utf-8")
    pack(store, run, [one.stored for one in state.iterations], folder)
    write_page_of(store, run, state, folder / "report.html")
    if state.trials:
        draw_rewards(state, folder / "candidates.png")
    checked = [one.as_json() for one in confirmations(store, run, state)]
    if checked:
        (folder / "confirmed.json").write_text(json.dumps(checked, indent=1) + "\n", encoding="utf-8")


def learned_toml(state: State, run: Run) -> str:
    """The program as a file that `ponnuki gtp --spec` plays."""
    return f"# {run.name}: {headline(state)}\n{state.baseline.to_toml()}"
