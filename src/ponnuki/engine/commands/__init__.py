"""The commands that are the same in every game, one file for each group; what a game adds is in its part."""

from ponnuki.engine.commands import analysis, core, files, gogui, gomill, parameters, timing
from ponnuki.engine.table import Table

COMMON = Table(core.TABLE, timing.TABLE, files.TABLE, gogui.TABLE, gomill.TABLE, parameters.TABLE)
"""Commands that every game has."""
ANY_GAME = Table(COMMON, analysis.TABLE)
"""Commands of a game that adds none of its own."""
