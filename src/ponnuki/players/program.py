"""Named programs: sets of settings that a spec starts from, and how a spec changes them."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ponnuki.errors import BadInput, unknown
from ponnuki.players.aliases import current_names
from ponnuki.players.removed import removed
from ponnuki.search.settings import SearchSettings

Number = bool | int | float | str
LARGEST = 1e9
"""Largest size of a setting: kernels hold settings as floats and integers of 32 bits."""
FIRST_VERSION = 3
"""The version of a program that has played the same ever since each program has a version of its own."""


@dataclass(frozen=True, slots=True)
class Program:
    """A named set of settings; a spec names one and says what is different.

    `playout` and `priors` are dataclasses that the game's own player understands.
    """

    search: SearchSettings
    playout: Any = None
    """None: the game's plain playouts, which have no settings."""
    priors: Any = None
    """None: the program's priors have no settings."""
    version: int = FIRST_VERSION
    """Raised when the program comes to play differently: its games are then those of another player."""
    on_size: Mapping[int, "Program"] = field(default_factory=dict)
    """What it is instead on boards of some sizes, where games have shown that it should be."""

    def at(self, size: int) -> "Program":
        """The program on boards of some size."""
        return self.on_size.get(size, self)


Settings = TypeVar("Settings")


def changed(base: Settings, changes: Mapping[str, Number], table: str) -> Settings:
    """A copy of a dataclass of settings with changes, each of a known name and of the type of what it replaces."""
    names = {field.name: getattr(base, field.name) for field in dataclasses.fields(base)}  # type: ignore[arg-type]
    changes = current_names(table, changes)
    for key, value in changes.items():
        if key not in names:
            raise BadInput(f"{table}: {removed(key, table) or unknown('setting', key, names)}")
        wanted = type(names[key])
        fits = isinstance(value, wanted) and not (wanted is not bool and isinstance(value, bool))
        if not fits and not (wanted is float and isinstance(value, int) and not isinstance(value, bool)):
            raise BadInput(f"{table}.{key} must be a {wanted.__name__}, not {value!r}")
        if not isinstance(value, str) and not abs(value) <= LARGEST:
            raise BadInput(f"{table}.{key} must be a number from -{LARGEST:.0f} to {LARGEST:.0f}, not {value}")
    return dataclasses.replace(base, **changes)  # type: ignore[type-var]
