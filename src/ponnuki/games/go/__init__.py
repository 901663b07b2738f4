"""The rules of Go. `Position` is for people, `board` and `layout` are for kernels, `naive` is the oracle of both.

Read `layout.py`, `board.py`, `scoring.py` for how a board is kept; `position.py` for what a user sees; `record.py`
for games as SGF.
"""

from ponnuki.games.go.position import IllegalMove, Position
from ponnuki.games.go.record import GameRecord, read_sgf, read_sgf_file
from ponnuki.games.go.rules import Rules

__all__ = ["GameRecord", "IllegalMove", "Position", "Rules", "read_sgf", "read_sgf_file"]
