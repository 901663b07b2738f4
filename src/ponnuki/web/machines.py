"""A search on simulated machines as it goes: what each would play after each exchange."""

import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ponnuki.cluster.lockstep import LockstepSearch
from ponnuki.cluster.scheme import sharing_times
from ponnuki.errors import BadInput
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport
from ponnuki.web.questions import Round

MOST_MACHINES = 64
MOST_ALTOGETHER = 200_000
"""Simulations of all machines together."""
SHOWN = 8
LOOKS = 24
"""At machines that share once: as often as others share by default."""


@dataclass(frozen=True, slots=True)
class ClusterQuestion:
    """Search the first position of a game, after some moves, on simulated machines."""

    settings: dict[str, Any]
    """Of a spec with a cluster."""
    moves: tuple[str, ...] = ()

    def spec(self) -> PlayerSpec:
        """The player; its machines and simulations are limited."""
        spec = PlayerSpec.make(self.settings, "cluster")
        machines, sims = int(spec.cluster.get("machines", 1)), spec.limit().simulations or 0
        if not 1 <= machines <= MOST_MACHINES:
            raise BadInput(f"machines is {machines}: it must be from 1 to {MOST_MACHINES}")
        if machines * sims > MOST_ALTOGETHER:
            raise BadInput(f"{machines} machines with {sims} simulations each are more than {MOST_ALTOGETHER} in all")
        return spec


def simulate(
    question: ClusterQuestion, tell: Callable[[Round], None], stop: threading.Event | None = None
) -> SearchReport:
    """Search as `LockstepSearch.run` does over a perfect network, and look at the machines before and after each
    exchange; those that share only at the end are looked at as often."""
    spec = question.spec()
    position = spec.kit.first_position(spec)
    for move in question.moves:
        position = position.play(move)
    player = spec.kit.player(spec)
    player.set_position(position, spec.komi)
    machines, name = player.new_machines(), player.move_name
    scheme, simulations = machines.scheme, spec.limit().simulations or 1
    sharing, made = set(sharing_times(simulations, scheme.sharings)), 0
    for due in sharing_times(simulations, max(LOOKS, scheme.sharings)):
        for tree in machines.trees:
            tree.search.run(Limit(simulations=due - made, early_stop=False), stop=stop)
        made = due
        before = favourites(machines, name)
        if due in sharing:
            machines.share_now()
        tell(Round(made, before, favourites(machines, name), _visits(machines, name, due in sharing)))
        if stop is not None and stop.is_set():
            break
    return machines.report(name)


def favourites(machines: LockstepSearch, name: Callable[[int], str]) -> tuple[str, ...]:
    """What each machine would play."""
    return tuple(tree.search.report(name, 1).best.move for tree in machines.trees)


def _visits(machines: LockstepSearch, name: Callable[[int], str], shared: bool) -> tuple[tuple[str, int], ...]:
    """Visits on all machines together; after an exchange each of them knows these."""
    visits: Counter[str] = Counter()
    for tree in machines.trees[: 1 if shared else None]:
        visits.update({move.move: move.visits for move in tree.search.report(name).moves})
    return tuple(visits.most_common(SHOWN))
