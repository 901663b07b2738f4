"""The one interface through which knowledge biases a node: virtual visits and virtual wins of its moves.

When a node is expanded, its moves stand in `thread.candidates`; knowledge adds to `thread.prior_visits` and
`thread.prior_wins`. `visits` virtual simulations with `wins` of them won make the search visit a move sooner (or
later), and fade as real simulations come in. Where `thread.full_priors` is 0, knowledge that takes long may leave its
slow part out: the search asks again, for all of it, if the node is visited more often (`search.full_priors_after`).
"""

from typing import Any

from ponnuki.kernels import inline, jit
from ponnuki.kernels.dispatch import dispatch
from ponnuki.kernels.records import Records, new_records


@dispatch
def add_priors(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    """Bias the first `count` candidates; without knowledge, none."""


@inline
def add(thread: Any, i: Any, visits: Any, value: Any) -> None:
    """Add virtual simulations of the given mean value to a candidate."""
    thread.prior_visits[i] += visits
    thread.prior_wins[i] += visits * value


def no_knowledge() -> Records:
    """A record that biases nothing."""
    return new_records([("none", "u1")])


def both(one: Records, other: Records) -> Records:
    """A record that biases by two kinds of knowledge, one after the other."""
    records = new_records([("one", one.dtype), ("other", other.dtype), ("two_kinds", "u1")])
    records["one"], records["other"] = one, other
    records.flags.writeable = False
    return records


@add_priors.when("two_kinds")
@jit
def _add_both(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    add_priors(knowledge.one, board, geometry, thread, count)
    add_priors(knowledge.other, board, geometry, thread, count)
