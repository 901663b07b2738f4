"""What proposers are told of a campaign: the values of its baseline, and how every candidate has done."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ponnuki.errors import BadInput
from ponnuki.lab.learn.modification import placed
from ponnuki.lab.learn.parameters import Parameter
from ponnuki.lab.learn.proposers.base import Seen
from ponnuki.lab.learn.subject import Subject
from ponnuki.players.spec import PlayerSpec

if TYPE_CHECKING:
    from ponnuki.lab.learn.state import State

EVEN = 0.5


def first_values(parameters: Sequence[Parameter], spec: Subject) -> dict[str, float]:
    """The parameters' values in a player; bad input where nobody says one."""
    return {one.name: _value(one, spec.settings(), spec) for one in parameters}


def values_of(state: "State") -> dict[str, float]:
    """The parameters' values in the present baseline."""
    return first_values(state.settings.parameters, state.baseline)


def seen_by(state: "State") -> list[Seen]:
    """All candidates that were raced, in canonical order, after the first baseline, which is worth 1/2."""
    values = first_values(state.settings.parameters, state.settings.spec())
    found, gained = [Seen(dict(values), EVEN, 0)], 0.0
    for one in state.iterations:
        for name, change in zip(one.stored.names, one.drawn.changes, strict=True):
            standing = one.verdict.bounds[name]
            if standing.trials:
                rate = min(max(standing.mean + gained, 0.0), 1.0)
                found.append(Seen({**values, **dict(getattr(change, "values", ()))}, rate, standing.trials))
        if one.accepted is not None:
            gained += one.verdict.bounds[one.verdict.accepted[0]].mean - EVEN
            values |= dict(getattr(one.accepted, "values", ()))
    return found


def _value(one: Parameter, settings: Mapping[str, Any], spec: Subject) -> float:
    table, key = placed(one.name)
    value = settings.get(table, {}).get(key, one.start)
    if value is None and isinstance(spec, PlayerSpec):
        tables = {"search": spec.search_settings(), "playout": spec.playout_rules(), "priors": spec.prior_weights()}
        value = getattr(tables.get(table), key, None)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInput(f"parameter {one.name}: its value in the baseline is no number that anybody says: give start")
    return value
