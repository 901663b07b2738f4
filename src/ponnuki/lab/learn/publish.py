"""What is kept of a campaign in a folder: the program that it made, its journal, its page and its figures."""

import json
from pathlib import Path

from ponnuki.errors import BadInput
from ponnuki.lab.archive import pack
from ponnuki.lab.learn.confirm import confirmations
from ponnuki.lab.learn.figures import draw_rewards
from ponnuki.lab.learn.report import headline, write_report
from ponnuki.lab.learn.state import KIND, State, read_state
from ponnuki.lab.race_history import budget_of
from ponnuki.lab.store import Run, Store

LEARNED = "learned.toml"


def campaign_named(store: Store, text: str) -> Run:
    """The campaign of a name or id."""
    run = store.find_run(text)
    if run.kind != KIND:
        raise BadInput(f"run {run.name!r} is a {run.kind}, not a campaign: ponnuki learn makes one")
    return run


def state_of(store: Store, run: Run) -> State:
    """A campaign as its journal has it, as far as it was to go."""
    return read_state(store, run, budget_of([extent for _, extent, _ in store.sessions(run)]))


def write_results(store: Store, run: Run, folder: Path) -> State:
    """Write everything; files of an earlier session are replaced."""
    state = state_of(store, run)
    (folder / LEARNED).write_text(learned_toml(state, run), encoding="utf-8")
    pack(store, run, folder)
    write_report(store, run, folder / "report.html")
    if state.trials:
        draw_rewards(state, folder / "candidates.png")
    checked = [one.as_json() for one in confirmations(store, run, state)]
    if checked:
        (folder / "confirmed.json").write_text(json.dumps(checked, indent=1) + "\n", encoding="utf-8")
    return state


def learned_toml(state: State, run: Run) -> str:
    """The program as a file that `ponnuki gtp --spec` plays."""
    return f"# {run.name}: {headline(state)}\n{state.baseline.to_toml()}"
