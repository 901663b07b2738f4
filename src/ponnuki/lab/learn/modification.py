"""What a campaign changes in a program: a shape that it knows, or a number among its settings. Plain data.

    Shape(mask, bias)                        from `knowledge.shapes`
    Setting("search.rave_equivalence", 4500.0)

`apply` makes the modified player, `describe` a line for people, `to_json` and `from_json` what the journal keeps.
"""

from dataclasses import dataclass
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.knowledge.shape_text import describe as describe_shape
from ponnuki.knowledge.shape_text import read_shape, write_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.players.shape_spec import NEIGHBOURHOODS
from ponnuki.players.spec import PlayerSpec

TABLES = ("search", "playout", "priors")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its table and name, and its new value."""

    name: str
    value: float

    @property
    def place(self) -> tuple[str, str]:
        """Table and key."""
        table, _, key = self.name.partition(".")
        if table not in TABLES or not key:
            raise BadInput(f"{self.name!r} is no setting: it must look like search.rave_equivalence")
        return table, key


Modification = Shape | Setting


def apply(change: Modification, spec: PlayerSpec) -> PlayerSpec:
    """The player with the modification; a shape that it has already gets the new bias."""
    values = spec.settings()
    if isinstance(change, Setting):
        table, key = change.place
        values[table] = {**values.get(table, {}), key: change.value}
    else:
        values["shapes"] = [*(shape for shape in spec.shapes if shape.mask != change.mask), change]
    return PlayerSpec.make(values, describe(change, spec.game))


def describe(change: Modification, game: str) -> str:
    """One line; it is the candidate's name in the race."""
    if isinstance(change, Setting):
        return f"{change.name} = {change.value:g}"
    return describe_shape(change, NEIGHBOURHOODS[game])


def to_json(change: Modification, game: str) -> dict[str, Any]:
    """As the journal has it."""
    if isinstance(change, Setting):
        return {"setting": change.name, "value": change.value}
    return {"shape": write_shape(change, NEIGHBOURHOODS[game])}


def from_json(values: Any, game: str) -> Modification:
    """The inverse of `to_json`."""
    if isinstance(values, dict) and set(values) == {"shape"}:
        return read_shape(values["shape"], NEIGHBOURHOODS[game])
    if isinstance(values, dict) and set(values) == {"setting", "value"}:
        return Setting(str(values["setting"]), values["value"])
    raise BadInput(f"{str(values)[:60]!r} is no modification: it has a shape, or a setting and its value")
