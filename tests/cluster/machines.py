"""Searches for the tests of clusters: small, with their kernels compiled once for all of them."""

from ponnuki.cluster.lockstep_fast import simulated_machines
from ponnuki.cluster.scheme import make_scheme
from ponnuki.cluster.statistics import FIXED
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.search import Search

SIZE = 5


def new_player(**options):
    spec = PlayerSpec.make({"size": SIZE, **options})
    return spec.kit.player(spec)


def lockstep(machines, scheme="slow-tree", seed=0, spec=None, player=None, **options):
    """Simulated machines at the position of a player; other options are the scheme's, and `network` and `threads`."""
    player = player or new_player(**(spec or {}))
    own = {key: options.pop(key) for key in ("network", "threads") if key in options}
    settings = player.spec.search_settings()
    return simulated_machines(player._problem(), settings, make_scheme(scheme, **options), machines, seed=seed, **own)


def plain(seed=0, **spec):
    """A search on one machine."""
    player = new_player(**spec)
    return Search(player._problem(), player.spec.search_settings(), seed=seed)


def snapshot(search):
    """All of a tree, as bytes."""
    return search.tree[: search.nodes].tobytes()


def by_move(search, path=()):
    """The statistics of the moves after some moves, by move, as exactly as they are shared."""
    return {
        int(child.move): (
            int(child.visits),
            int(child.points),
            round(float(child.rave_visits) * FIXED),
            round(float(child.rave_points) * FIXED),
        )
        for child in search.children(path)
    }
