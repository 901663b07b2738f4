"""The games on hexagons side by side, for tests of what they share."""

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class HexagonGame:
    """A game by the name of its package, and what differs between them."""

    name: str
    title: str
    first: str
    """Who begins."""
    sizes: tuple[int, int]
    word: str
    """What SGF calls it."""

    def module(self, name: str) -> ModuleType:
        return import_module(f"ponnuki.games.{self.name}.{name}")

    def __getattr__(self, name: str) -> Any:
        """Position, Rules, GameRecord and so on, as the package has them."""
        return getattr(import_module(f"ponnuki.games.{self.name}"), name)

    def __str__(self) -> str:
        return self.name

    @property
    def second(self) -> str:
        return "b" if self.first == "w" else "w"

    def stone(self, color: str) -> str:
        """As rows have it."""
        return {"b": "X", "w": "O"}[color]

    def after(self, moves: str, size: int = 4, swap: bool = False) -> Any:
        """The position after moves from the empty board."""
        position = self.Position.empty(size, self.Rules(swap))
        for move in moves.split():
            position = position.play(move)
        return position

    def cell(self, move: str, size: int) -> Any:
        """A move as the naive rules take it."""
        return None if move == "swap" else self.module("coords").CLASSIC.read(move, size)


HEX = HexagonGame("hex", "Hex", "b", (2, 19), "11")
HAVANNAH = HexagonGame("havannah", "Havannah", "w", (2, 10), "havannah")
GAMES = (HEX, HAVANNAH)
