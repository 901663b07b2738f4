"""The rules of Havannah. `Position` is for people, `board` and `layout` are for kernels, `naive` is the oracle of both.

Read `layout.py` and `board.py` for how a board is kept and how a ring is found; `position.py` for what a user sees;
`coords.py` for the names of cells in other programs; `record.py` for games as SGF and LittleGolem's HGF.
"""

from ponnuki.games.common import IllegalMove
from ponnuki.games.havannah.position import Position
from ponnuki.games.havannah.record import GameRecord, read_sgf, read_sgf_file
from ponnuki.games.havannah.rules import Rules

__all__ = ["GameRecord", "IllegalMove", "Position", "Rules", "read_sgf", "read_sgf_file"]
