"""What tests of Havannah share: stored games, and both sets of rules side by side."""

import json
from pathlib import Path

from ponnuki.games.havannah.coords import CLASSIC

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))


def cell(move, size):
    """A move as the oracle takes it."""
    return None if move == "swap" else CLASSIC.read(move, size)


def name(move, size):
    """The inverse of `cell`."""
    return "swap" if move is None else CLASSIC.write(move, size)
