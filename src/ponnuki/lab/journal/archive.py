"""A run as files that people keep beside a paper or in a repository, and the way back into a store.

    journal.json   what the run and its races are: settings, candidates, how far it was to go
    trials.csv     the trials that count, as `ponnuki export` writes them

Both together are the journal: `unpack` builds a run out of them that goes on as if it had never left its store. What
trials had to tell besides (the games themselves) stays behind.
"""

import csv
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.lab.journal.schema import LARGEST_NUMBER
from ponnuki.lab.journal.store import Run, Store, TrialRow
from ponnuki.lab.races.fold import StoredRace, check_decisions, csv_lines
from ponnuki.lab.races.history import KINDS, History, history_of

JOURNAL, TRIALS = "journal.json", "trials.csv"
FIELDS = ["race", "candidate", "trial", "seed", "reward"]


def pack(store: Store, run: Run, races: Sequence[StoredRace], folder: Path) -> None:
    """Write the files of a race or a campaign, whose races have been read."""
    kept = {
        "run": run.name,
        "kind": run.kind,
        "settings": dict(run.settings),
        "budget": store.budget(run),
        "races": [settings for _, settings in store.series(run)],
    }
    (folder / JOURNAL).write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    with (folder / TRIALS).open("w", encoding="utf-8", newline="") as file:
        file.writelines(csv_lines(races))


def unpack(store: Store, folder: Path, name: str | None = None) -> tuple[Run, History]:
    """A run in the store from its files; files that do not fit together leave nothing behind."""
    kept = _read_journal(folder / JOURNAL)
    name = name or str(kept["run"])
    if store.run_named(name) is not None:
        raise BadInput(f"{store.path} has a run named {name!r} already: give this one another --name")
    rows = _read_trials(folder / TRIALS, [list(race["candidates"]) for race in kept["races"]])
    run = store.add_run(name, kept["kind"], kept["settings"])
    try:
        store.begin_session(run, kept["budget"])
        for number, settings in enumerate(kept["races"]):
            store.write(store.open_series(run, number, settings), rows[number])
        history = history_of(store, run)
        _write_decisions(store, history, folder)
    except BaseException as error:
        store.forget(run)
        if isinstance(error, LookupError | TypeError | AttributeError | OverflowError):
            raise BadInput(f"{folder / JOURNAL} does not describe its races: {type(error).__name__}: {error}") from None
        raise
    return run, history


def _write_decisions(store: Store, history: History, folder: Path) -> None:
    """What the trials decide is written as if it had just been decided."""
    for race, verdict in zip(history.races, history.verdicts, strict=True):
        counted = sum(len(column.trials) for column in race.columns)
        if verdict.trials != counted:
            raise BadInput(
                f"{folder / TRIALS}: race {race.number} has {counted} trials, of which {verdict.trials} can be "
                "counted: some are missing or too many"
            )
        bounds = [verdict.bounds[name] for name in race.names]
        store.write_decisions(race.id, [(i, one.decision, one.trials) for i, one in enumerate(bounds) if one.decision])
        check_decisions(store, race, verdict)


def _read_journal(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read ({error.strerror}): name a folder with {JOURNAL} and {TRIALS}") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{path} is not JSON: {error}") from None
    if not _is_journal(kept):
        raise BadInput(f"{path} is not the journal of a race or a campaign")
    return kept  # type: ignore[no-any-return]


def _is_journal(kept: Any) -> bool:
    """Whether everything is there, in the form that `pack` gives it."""
    if not isinstance(kept, dict) or set(kept) != {"run", "kind", "settings", "budget", "races"}:
        return False
    races, budget = kept["races"], kept["budget"]
    return (
        kept["kind"] in KINDS
        and isinstance(kept["settings"], dict)
        and (budget is None or (isinstance(budget, int) and abs(budget) <= LARGEST_NUMBER))
        and isinstance(races, list)
        and all(isinstance(race, dict) and isinstance(race.get("candidates"), list) for race in races)
    )


def _read_trials(path: Path, candidates: list[list[str]]) -> dict[int, list[TrialRow]]:
    rows: dict[int, list[TrialRow]] = defaultdict(list)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            lines = csv.DictReader(file)
            if lines.fieldnames != FIELDS:
                raise BadInput(f"{path}: the first line must be {','.join(FIELDS)}")
            for line in lines:
                race, reward = int(line["race"]), line["reward"]
                key = candidates[race].index(line["candidate"]), int(line["trial"])
                rows[race].append(TrialRow(key, int(line["seed"]), float(reward) if reward else None))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, IndexError, TypeError) as error:
        raise BadInput(f"{path}: line {lines.line_num} is no trial of this run: {error}") from None
    return rows
