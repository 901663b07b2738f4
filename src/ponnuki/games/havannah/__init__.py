"""The rules of Havannah. `Position` is for people, `board` and `layout` are for kernels, `naive` is the oracle of both.

Read `layout.py` and `board.py` for how a board is kept and how a ring is found; `position.py` for what a user sees;
`coords.py` for the names of cells in other programs; `record.py` for games as SGF and LittleGolem's HGF.

A name is imported when it is first asked for: rules and coordinates can be used without compiled code.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ponnuki.games.common import IllegalMove
    from ponnuki.games.havannah.position import Position
    from ponnuki.games.havannah.record import GameRecord, read_sgf, read_sgf_file
    from ponnuki.games.havannah.rules import Rules

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
