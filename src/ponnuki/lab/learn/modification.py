"""What a campaign changes in a program: a shape that it knows, or numbers among its settings. Plain data.

    Shape(mask, bias)                        from `knowledge.shapes`
    Setting("search.rave_equivalence", 4500.0)
    Point((("options.Contempt", 20), ("options.Hash", 16)))

`apply` makes the modified player, `describe` a line for people, `to_json` and `from_json` what the journal keeps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.knowledge.shape_text import describe as describe_shape
from ponnuki.knowledge.shape_text import read_shape, write_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.players.kit import DEFAULT_GAME, find_kit
from ponnuki.players.shape_spec import read_shapes
from ponnuki.players.spec import AnySpec, player_spec

TABLES = ("search", "playout", "priors", "options", "arguments")


def placed(name: str) -> tuple[str, str]:
    """Table and key of a setting."""
    table, _, key = name.partition(".")
    if table not in TABLES or not key:
        raise BadInput(f"{name!r} is no setting: it must look like search.rave_equivalence")
    return table, key


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its table and name, and its new value."""

    name: str
    value: float

    @property
    def place(self) -> tuple[str, str]:
        """Table and key."""
        return placed(self.name)


@dataclass(frozen=True, slots=True)
class Point:
    """Values of several settings at once, sorted by name: what a proposer asks for."""

    values: tuple[tuple[str, float], ...]


Modification = Shape | Setting | Point
Settings = Mapping[str, Any]
"""What is not as by default in a player, by key."""


def apply(change: Modification, spec: AnySpec) -> AnySpec:
    """The player with the modification; a shape that it has already gets the new bias."""
    return player_spec(changed(change, spec.settings()), describe(change, spec.game))


def changed(change: Modification, settings: Settings) -> Settings:
    """A player's settings with the modification; whether there is such a setting is not looked at."""
    if isinstance(change, Setting):
        table, key = change.place
        return {**settings, table: {**settings.get(table, {}), key: change.value}}
    if isinstance(change, Point):
        for name, value in change.values:
            settings = changed(Setting(name, value), settings)
        return settings
    shapes = read_shapes(settings.get("shapes", ()), find_kit(game_of(settings)).surroundings)
    return {**settings, "shapes": [*(shape for shape in shapes if shape.mask != change.mask), change]}


def game_of(settings: Settings) -> str:
    """Which game a player with these settings plays."""
    return str(settings.get("game", DEFAULT_GAME))


def describe(change: Modification, game: str) -> str:
    """One line; it is the candidate's name in the race."""
    if isinstance(change, Setting):
        return f"{change.name} = {change.value:g}"
    if isinstance(change, Point):
        return ", ".join(f"{name} = {value:g}" for name, value in change.values)
    return describe_shape(change, find_kit(game).surroundings)


def to_json(change: Modification, game: str) -> dict[str, Any]:
    """As the journal has it."""
    if isinstance(change, Setting):
        return {"setting": change.name, "value": change.value}
    if isinstance(change, Point):
        return {"point": dict(change.values)}
    return {"shape": write_shape(change, find_kit(game).surroundings)}


def from_json(values: Any, game: str) -> Modification:
    """The inverse of `to_json`."""
    if isinstance(values, dict) and set(values) == {"shape"}:
        return read_shape(values["shape"], find_kit(game).surroundings)
    if isinstance(values, dict) and set(values) == {"setting", "value"}:
        return Setting(str(values["setting"]), values["value"])
    if isinstance(values, dict) and set(values) == {"point"}:
        return Point(tuple(sorted(values["point"].items())))
    raise BadInput(f"{str(values)[:60]!r} is no modification: it has a shape, or a setting and its value")
