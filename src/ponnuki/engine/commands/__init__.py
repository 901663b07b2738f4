"""The commands of the engine, one file for each group; `COMMANDS` is all of them."""

from ponnuki.engine.commands import analysis, core, files, gogui, gomill, handicap, havannah, kgs, scoring, timing
from ponnuki.engine.table import Table

_GROUPS = (core, handicap, timing, kgs, scoring, files, analysis, gogui, gomill)
COMMANDS = Table(gogui.ALL_GAMES, *(group.TABLE for group in _GROUPS))
"""For Go."""
HAVANNAH_COMMANDS = Table(core.TABLE, timing.TABLE, gogui.ALL_GAMES, gomill.TABLE, havannah.TABLE)
"""For Havannah; what is different there replaces what is common."""
