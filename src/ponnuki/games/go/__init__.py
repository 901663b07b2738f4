"""The rules of Go. `Position` is for people, `board` and `layout` are for kernels, `naive` is the oracle of both.

Read `layout.py`, `board.py`, `scoring.py` for how a board is kept; `position.py` for what a user sees; `record.py`
for games as SGF.

A name is imported when it is first asked for: rules and coordinates can be used without compiled code.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ponnuki.games.go.position import IllegalMove, Position
    from ponnuki.games.go.record import GameRecord, read_sgf, read_sgf_file
    from ponnuki.games.go.rules import Rules

__all__ = ["GameRecord", "IllegalMove", "Position", "Rules", "read_sgf", "read_sgf_file"]

_MODULES = {
    "GameRecord": "record",
    "IllegalMove": "position",
    "Position": "position",
    "Rules": "rules",
    "read_sgf": "record",
    "read_sgf_file": "record",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_MODULES[name]}"), name)
