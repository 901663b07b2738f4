"""Our player as a GTP program on all ranks of an MPI job: rank 0 talks, the others search with it."""

import sys

from ponnuki.cluster import watch
from ponnuki.cluster.mpi import Ranks, serve, world
from ponnuki.cluster.ranks import Rank
from ponnuki.cluster.scheme import Scheme
from ponnuki.cluster.waiting import GRACE, INTERRUPTED, abort, cut_off
from ponnuki.engine.serve import begin, check, talk
from ponnuki.errors import BadInput
from ponnuki.players.spec import PlayerSpec


def serve_ranks(spec: PlayerSpec, scheme: Scheme, coordinates: str = "classic") -> None:
    """Talk on rank 0 until `quit`; the other ranks do what it says until then."""
    if spec.cluster:
        raise BadInput("the spec has a simulated cluster: it does not go with the real one of --cluster")
    check(spec, coordinates)
    rank = Rank(world())
    watch.begin(rank.comm)
    if rank.comm.rank != 0:
        serve(rank)
        return
    try:
        code = _lead(rank, spec, scheme, coordinates)
    except BaseException as error:
        abort(rank.comm, error)
    sys.exit(code)


def _lead(rank: Rank, spec: PlayerSpec, scheme: Scheme, coordinates: str) -> int:
    """The conversation, and the end of all ranks together; the exit code.

    A thread that still compiles cannot be stopped, and may crash a Python that ends: then the job is cut off. So it is
    where ranks do not answer after an interruption.
    """
    session, code = begin(spec, coordinates, Ranks(rank, scheme)), 0
    try:
        talk(session)
    except KeyboardInterrupt:
        code, rank.patience = INTERRUPTED, GRACE
    if session.is_preparing:
        if code:
            print("interrupted", file=sys.stderr)
        sys.stderr.flush()
        cut_off(rank.comm, code)
    rank.tell("quit")
    return code
