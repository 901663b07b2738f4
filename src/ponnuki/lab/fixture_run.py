"""Run a plan of matches: find its run in the store, play what is missing, fold the journal."""

import json
import logging
from collections.abc import Callable

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.farm.base import Farm, FarmError
from ponnuki.lab.fixed_run import FixedRun, Progress
from ponnuki.lab.fixtures import Plan
from ponnuki.lab.played import Played, fold
from ponnuki.lab.race_run import Interrupted
from ponnuki.lab.store import Run, Store
from ponnuki.players.gtp import check_program
from ponnuki.players.seat import PlayerFault
from ponnuki.players.spec import GtpSpec

log = logging.getLogger(__name__)


def find_run(store: Store, name: str, plan: Plan) -> Run:
    """The plan's run, started if it is new; a name stands for one plan only."""
    run = store.run_named(name)
    if run is None:
        return store.add_run(name, plan.purpose, plan.settings())
    if run.kind != plan.purpose or run.settings != json.loads(json.dumps(plan.settings())):
        raise BadInput(f"the run {name!r} in {store.path} has other settings: choose another --name or --store")
    return run


def play(
    store: Store,
    name: str,
    plan: Plan,
    make_farm: Callable[[], Farm],
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Played:
    """Play what the journal does not have; what was played beyond this plan's number of games counts too."""
    is_new = store.run_named(name) is None
    run = find_run(store, name, plan)
    race = store.open_race(run, 0, {"candidates": [" vs ".join(plan.names_of(i)) for i in range(len(plan.pairings))]})
    written = {(candidate, trial) for candidate, trial, _, _ in store.rewards(race)}
    try:
        if any(key not in written for key in plan.all_keys()):
            check_programs(plan)
            store.begin_session(run, plan.games)
            FixedRun(store, race, plan, make_farm()).drive(on_progress)
    except Interrupted:
        raise
    except PonnukiError as error:
        if is_new and not isinstance(error, FarmError):  # what a farm has lost may have begun
            store.discard(run)
        raise
    return fold(store, run)


def check_programs(plan: Plan) -> None:
    """A program that is not there is bad input; one that fails is warned of, and its games count as they go."""
    for name, spec in plan.players:
        if isinstance(spec, GtpSpec):
            try:
                check_program(plan.conditions.apply(spec))  # type: ignore[arg-type]
            except PlayerFault as fault:
                log.warning("%s does not start as it should, and may lose all its games: %s", name, fault)
