"""How the runs of a store stand, in a line each."""

from pathlib import Path
from typing import Any

from ponnuki.lab.race_history import KIND, KINDS, history_of
from ponnuki.lab.store import Run, Store
from ponnuki.lab.store_place import writer_of


def summary(store: Store, run: Run) -> dict[str, Any]:
    """One run as JSON values; what is no race is done when it has the games it was last to have."""
    row = {"run": run.name, "id": run.id, "kind": run.kind, "created": run.created}
    if run.kind not in KINDS:
        trials = sum(store.count(race) for race, _ in store.races(run))
        wanted = max((extent or 0 for _, extent, _ in store.sessions(run)), default=0)
        status = ("done" if 2 * trials >= wanted else "running") if wanted else "not begun"
        return row | {"status": status, "trials": trials, "accepted": [], "dropped": [], "open": 0}
    verdicts = history_of(store, run).verdicts()
    last = verdicts[-1] if verdicts else None
    status = last.status if last else "not begun"
    return row | {
        "status": status if run.kind == KIND else f"iteration {len(verdicts)}",
        "trials": sum(verdict.trials for verdict in verdicts),
        "accepted": [name for verdict in verdicts for name in verdict.accepted],
        "dropped": [name for verdict in verdicts for name in verdict.dropped],
        "open": sum(standing.decision is None for standing in last.bounds.values()) if last else 0,
    }


def writer(path: Path) -> str | None:
    """Who is writing the store at this moment."""
    return writer_of(path)
