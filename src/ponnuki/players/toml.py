"""TOML files that people write, and values as TOML text."""

import json
import tomllib
from collections.abc import Iterator
from datetime import date, time
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput

DEEPEST = 20
"""Tables and lists inside each other; nothing of ours has more than five."""
MOST_BYTES = 10_000_000
"""Most bytes of a text that people write; a device such as /dev/zero never ends."""


def read_toml(path: Path | str) -> dict[str, Any]:
    """The keys and values of a TOML file: numbers, truth values, texts, and tables and lists of these."""
    try:
        values = tomllib.loads(read_text(path))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # not TOML, not UTF-8, or a number of thousands of digits
        raise BadInput(f"{path}: not TOML: {error}") from None
    except RecursionError:
        raise _too_deep(path) from None
    for place, value in _values(values, path):
        if isinstance(value, date | time):
            raise BadInput(
                f"{path}: {place} is a date or a time, which no setting is: to mean a text, put it in quotes"
            )
    return values


def read_text(path: Path | str) -> str:
    """The text of a file; one that is no text, or too long, is a `ValueError`."""
    with Path(path).open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES} bytes")
    return content.decode("utf-8").replace("\r\n", "\n")


def toml_key(key: str) -> str:
    """A key as TOML has it: in quotes where it is not one plain word."""
    plain = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if plain else toml_value(key)


def toml_value(value: Any) -> str:
    """A number, truth value or string as TOML: JSON's form, but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _values(values: Any, path: Path | str, place: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """All values, with the keys that lead to them."""
    if depth > DEEPEST:
        raise _too_deep(path)
    if isinstance(values, dict):
        for key, value in values.items():
            yield from _values(value, path, f"{place}.{key}" if place else key, depth + 1)
    elif isinstance(values, list):
        for number, value in enumerate(values, 1):
            yield from _values(value, path, f"{place} {number}", depth + 1)
    else:
        yield place, values


def _too_deep(path: Path | str) -> BadInput:
    return BadInput(f"{path}: tables and lists inside each other, more than {DEEPEST} deep: nothing here is so deep")
