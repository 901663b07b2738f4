"""Names of compiled functions that mean the same in every process.

Numba names a compiled function after the types of its arguments, and a record type after a number that is counted up in
each process. So code for one board size, compiled and kept by one process, can have the name of code for another size,
kept by another; a third process that loads both calls one for the other, without a word. Here record types are named
after what they consist of.
"""

import hashlib
from typing import Any

from numba.core import types


def name_records_by_content() -> None:
    """Make numba do so; called before anything is compiled."""
    types.Record.mangling_args = property(_named)  # type: ignore[method-assign, assignment]


def _named(record: Any) -> tuple[str, tuple[int]]:
    digest = hashlib.sha256(record.name.encode()).digest()
    return type(record).__name__, (int.from_bytes(digest[:7], "big"),)
