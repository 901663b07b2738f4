"""The kit, and the player that it brings to life."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from ponnuki.games.grid import LEFT, LOWER_LEFT, LOWER_RIGHT, RIGHT, ROW, UPPER_LEFT, UPPER_RIGHT, Grid
from ponnuki.knowledge.priors import no_knowledge
from ponnuki.players.kit import Coordinates, Judgement, Kit
from ponnuki.players.program import Program
from ponnuki.players.searcher import Searcher
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem
from ponnuki.search.settings import UCT, SearchSettings
from tiny_hex.board import geometry, new_policy, vertex_of
from tiny_hex.position import LETTERS, Position, name_of, read


class TinyHexPlayer(Searcher[Position]):
    """A search with uniform playouts."""

    def _problem(self) -> Problem:
        position = self._known_position()
        return Problem(
            board=position.board(),
            geometry=geometry(position.size),
            policy=new_policy(),
            knowledge=no_knowledge(),
            codes=(position.size + 2) ** 2,
            longest=position.size**2,
            seen=np.zeros(0, np.uint64),
        )

    def _code(self, move: str) -> int:
        return vertex_of(self._known_position().size, LETTERS.index(move[0]), int(move[1]) - 1)

    def _name(self, code: int) -> str:
        return name_of(self._known_position().size, code)

    def _should_resign(self, report: SearchReport, cleanup: bool) -> bool:
        return self.spec.resign > 0 and report.best.proven == "loss"


class TinyHexKit(Kit[Position]):
    """Black connects the first row with the last, White the first column with the last."""

    name = "tinyhex"
    title = "Tiny Hex"
    sizes = (2, 7)
    default_size = 3
    programs: ClassVar[Mapping[str, Program]] = {"default": Program(SearchSettings()), "uct": Program(UCT)}
    coordinates: ClassVar[Mapping[str, Coordinates]] = {"classic": Coordinates(read, lambda move, size: move)}

    def start(self, size: int, rules: None) -> Position:
        """The empty board."""
        return Position.empty(size)

    def player(self, spec: PlayerSpec) -> TinyHexPlayer:
        """A spec brought to life."""
        return TinyHexPlayer(spec)

    def as_it_stands(self, position: Position, komi: float) -> Judgement:
        """Who has connected his edges, if anybody."""
        if position.winner is None:
            return Judgement(0.0, "as it stands")
        return Judgement(1.0 if position.winner == "b" else -1.0, "connection", f"{position.winner.upper()}+connection")

    def grid(self, size: int) -> Grid:
        """A rhombus; the upper and lower edges are Black's."""
        last, cells = size - 1, [(x, y) for y in range(size) for x in range(size)]
        letters = tuple((LETTERS[x], (x - 0.5, -ROW)) for x in range(size))
        numbers = tuple((str(y + 1), (y / 2 - 1.0, y * ROW)) for y in range(size))
        borders = [("b", f"{LETTERS[x]}1", edge) for x in range(size) for edge in (UPPER_LEFT, UPPER_RIGHT)]
        borders += [("b", f"{LETTERS[x]}{size}", edge) for x in range(size) for edge in (LOWER_LEFT, LOWER_RIGHT)]
        borders += [("w", f"a{y + 1}", edge) for y in range(size) for edge in (LEFT, LOWER_LEFT)]
        borders += [("w", f"{LETTERS[last]}{y + 1}", edge) for y in range(size) for edge in (RIGHT, UPPER_RIGHT)]
        places = {f"{LETTERS[x]}{y + 1}": (x + y / 2, y * ROW) for x, y in cells}
        return Grid(places, letters + numbers, hexagonal=True, borders=tuple(borders))


KIT = TinyHexKit()
