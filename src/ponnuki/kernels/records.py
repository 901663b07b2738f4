"""Structured records, the state that kernels work on: one pointer, nothing counted, a copy is one assignment."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Records = npt.NDArray[Any]
"""An array of records, mostly of length one: `records[0]` is the record, and `records[0] = other[0]` copies it."""


def new_records(dtype: Any, values: Mapping[str, Any] | None = None, count: int = 1) -> Records:
    """Records of zeros whose fields are attributes; the first gets the values."""
    records = np.zeros(count, dtype).view(np.recarray)
    for name, value in (values or {}).items():
        records[0][name] = value
    return records
