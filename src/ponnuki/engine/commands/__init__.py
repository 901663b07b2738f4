"""The commands of the engine, one file for each group; `COMMANDS` is all of them."""

from ponnuki.engine.commands import analysis, core, files, gogui, gomill, handicap, kgs, scoring, timing
from ponnuki.engine.table import Table

_GROUPS = (core, handicap, timing, kgs, scoring, files, analysis, gogui, gomill)
COMMANDS = Table(*(group.TABLE for group in _GROUPS))
