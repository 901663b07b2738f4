"""Structured records, the state that kernels work on: one pointer, nothing counted, a copy is one assignment."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[Any]
"""An array of records, mostly of length one: `records[0]` is the record, and `records[0] = other[0]` copies it."""

Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]
"""A field of a record: its name, its type, and its shape if it is an array."""
Fields = Sequence[Field]


def joined(*lists: Iterable[Field]) -> list[Field]:
    """The fields of several lists in one, each once; two of the same name must be the same."""
    found: dict[str, Field] = {}
    for field in (field for fields in lists for field in fields):
        other = found.setdefault(field[0], field)
        if np.dtype([other]) != np.dtype([field]):
            raise ValueError(f"two fields of a record are called {field[0]!r}: {other[1:]} and {field[1:]}")
    return list(found.values())


def new_records(dtype: Any, values: Mapping[str, Any] | None = None, count: int = 1) -> Records:
    """Records of zeros whose fields are attributes; the first gets the values."""
    records = np.zeros(count, dtype).view(np.recarray)
    for name, value in (values or {}).items():
        records[0][name] = value
    return records
