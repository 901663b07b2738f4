"""The kits of our games: one file for each says everything that the rest of the program asks of it.

`players/kit.py` has the interface and finds kits, those of other packages too; `go_gtp` and `havannah_gtp` are what the
two games add to the GTP engine.
"""

from ponnuki.players.kit import Kit, find_kit

__all__ = ["Kit", "find_kit"]
