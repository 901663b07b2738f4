"""The bounds by name. To add one: a file with a subclass of `Bound`, and a line here."""

from ponnuki.errors import BadInput
from ponnuki.race.bounds.base import Bound, BoundSettings
from ponnuki.race.bounds.bernstein import Bernstein
from ponnuki.race.bounds.beta_binomial import BetaBinomial
from ponnuki.race.bounds.betting import Betting
from ponnuki.race.bounds.gsprt import Gsprt
from ponnuki.race.bounds.paper1 import Paper1
from ponnuki.race.bounds.paper2 import Paper2
from ponnuki.race.bounds.paper3 import Paper3
from ponnuki.race.bounds.stitched import Stitched

BOUNDS: dict[str, type[Bound]] = {
    bound.name: bound for bound in (Betting, BetaBinomial, Stitched, Bernstein, Paper1, Paper2, Paper3, Gsprt)
}

__all__ = ["BOUNDS", "Bound", "BoundSettings", "bound_class"]


def bound_class(name: str) -> type[Bound]:
    """The bound of that name."""
    if name not in BOUNDS:
        raise BadInput(f"unknown bound {name!r}: choose from {', '.join(BOUNDS)}")
    return BOUNDS[name]
