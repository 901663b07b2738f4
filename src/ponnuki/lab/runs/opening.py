"""A run is found by its name, or started: the same for races, campaigns and matches.

The same settings again go on where the journal ends. Other settings under the same name are refused: they would be
another run. A mistake found before the first trial of a new run leaves nothing in the store.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.farm.base import FarmError
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.runs.interruption import Interrupted

SAID = {"programs": "version of our programs", "openings_digest": "list of openings"}
"""What messages call a setting whose key would not be understood."""


def find_run(store: Store, name: str, kind: str, settings: Mapping[str, Any]) -> Run | None:
    """The run of that name, if there is one; it must be of that kind and have been started with these settings."""
    run = store.run_named(name)
    if run is None:
        return None
    if run.kind != kind:
        raise BadInput(f"{store.path} has a {run.kind} named {run.name!r} already: give this {kind} another --name")
    wanted = json.loads(json.dumps(settings))
    changed = [SAID.get(key, key) for key in wanted if wanted[key] != run.settings.get(key)]
    if changed:
        raise BadInput(
            f"run {run.name!r} in {store.path} was started with another {', '.join(changed)}: give this {kind} "
            "another --name, or name another --store"
        )
    return run


@contextmanager
def opened_run(store: Store, name: str, kind: str, settings: Mapping[str, Any]) -> Iterator[Run]:
    """The run of that name, found or started, to be worked on."""
    found = find_run(store, name, kind, settings)
    run = found or store.add_run(name, kind, settings)
    try:
        yield run
    except PonnukiError as error:
        may_have_begun = isinstance(error, Interrupted | FarmError)
        if found is None and not may_have_begun:
            store.discard(run)
        raise
