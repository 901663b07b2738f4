"""Settings that were given a better name: specs may use either, and are stored under the old one.

The old name stays in stores, records and digests, so that a player is the same player as before; the code, its
messages and the documentation use the new one.
"""

from collections.abc import Mapping
from typing import TypeVar

from ponnuki.errors import BadInput

ALIASES: Mapping[str, Mapping[str, str]] = {"search": {"full_priors_after": "careful_after"}}
"""By table of a spec: the new name of a setting, and the old one."""

Value = TypeVar("Value")


def stored_names(table: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """The settings of a table under the names that specs store."""
    old_names = ALIASES.get(table, {})
    for new, old in old_names.items():
        if new in values and old in values:
            raise BadInput(f"{table}: {old} is the old name of {new}: give only one of them")
    return {old_names.get(name, name): value for name, value in values.items()}


def current_names(table: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """The settings of a table under the names that the code uses."""
    new_names = {old: new for new, old in ALIASES.get(table, {}).items()}
    return {new_names.get(name, name): value for name, value in values.items()}
