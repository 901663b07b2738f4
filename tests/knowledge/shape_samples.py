"""What the tests of shapes share: positions of both games, shapes drawn by chance, and a naive matcher."""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

from ponnuki.games.go import play as _go  # noqa: F401 - registers Go
from ponnuki.games.go.layout import geometry as go_geometry
from ponnuki.games.go.layout import longest_playout, point_of
from ponnuki.games.go.layout import vertex_count as go_vertices
from ponnuki.games.go.neighbourhood import NEIGHBOURHOOD as GO
from ponnuki.games.go.position import Position as GoPosition
from ponnuki.games.havannah import play as _havannah  # noqa: F401 - registers Havannah
from ponnuki.games.havannah.layout import cell_count, cell_of
from ponnuki.games.havannah.layout import geometry as havannah_geometry
from ponnuki.games.havannah.layout import vertex_count as havannah_vertices
from ponnuki.games.havannah.neighbourhood import NEIGHBOURHOOD as HAVANNAH
from ponnuki.games.havannah.position import Position as HavannahPosition
from ponnuki.games.interface import list_moves
from ponnuki.kernels import jit
from ponnuki.knowledge.priors import add_priors
from ponnuki.knowledge.shapes import CELLS, Shape
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.policies.havannah_scratch import havannah_scratch
from ponnuki.search.thread import new_thread

NEIGHBOURHOODS = {"go": GO, "havannah": HAVANNAH}


@jit
def list_and_bias(knowledge: Any, board: Any, geometry: Any, thread: Any) -> Any:
    """What a search does when it expands a node; how many candidates there are."""
    count = abs(list_moves(board, geometry, thread, True))
    for i in range(count):
        thread.prior_visits[i] = 0
        thread.prior_wins[i] = 0
    add_priors(knowledge, board, geometry, thread, count)
    return count


@dataclass
class Board:
    """A position of either game: its record, and its stones by coordinates for the naive matcher."""

    game: str
    size: int
    record: Any
    colors: dict[tuple[int, int], int]
    """1 or 2, or 0, of every point on the board, by (x, y)."""

    def point(self, vertex: int) -> tuple[int, int]:
        if self.game == "havannah":
            return cell_of(self.size, vertex)
        row, column = point_of(self.size, vertex)
        return column, row

    def biases(self, knowledge: Any) -> dict[Any, tuple[float, float]]:
        """By candidate, None for one that puts no stone: virtual visits and virtual wins, as the kernel adds them."""
        if self.game == "go":
            geometry = go_geometry(self.size)
            thread = new_thread(go_vertices(self.size), longest_playout(self.size), 1, go_scratch(self.size))
        else:
            geometry = havannah_geometry(self.size)
            thread = new_thread(havannah_vertices(self.size), cell_count(self.size), 1, havannah_scratch(self.size))
        found = thread[0]
        count = list_and_bias(knowledge[0], self.record[0], geometry[0], found)
        return {
            self.point(int(v)) if v else None: (float(found.prior_visits[i]), float(found.prior_wins[i]))
            for i, v in enumerate(found.candidates[:count])
        }


def random_board(game: str, size: int, rng: random.Random) -> Board:
    """A position after random moves."""
    position: Any = GoPosition.empty(size) if game == "go" else HavannahPosition.empty(size)
    for _ in range(rng.randrange(min(size * size, 90))):
        moves = [move for move in position.legal_moves() if move not in ("pass", "swap")]
        after = position.play(rng.choice(moves)) if moves else position
        if not moves or after.is_over:
            break
        position = after
    record = position.board()
    neighbourhood = NEIGHBOURHOODS[game]
    board = Board(game, size, record, {})
    on_board = np.flatnonzero(neighbourhood.around(size, neighbourhood.rings[0]).any(axis=1))
    board.colors = {board.point(int(v)): int(record[0].color[v]) for v in on_board}
    return board


def naive_match(mask: Any, board: Board, point: tuple[int, int], turn: Any) -> bool:
    """Whether a mask, turned, fits around a point for the player to move."""
    mover = int(board.record[0].to_move)
    for offset, cell in mask:
        dx, dy = turn(offset)
        there = board.colors.get((point[0] + dx, point[1] + dy))
        fits = {
            "X": there == mover,
            "O": there == 3 - mover,
            ".": there == 0,
            "#": there is None,
            "*": there in (1, 2),
        }[cell]
        if not fits:
            return False
    return True


def naive_biases(shapes: Any, board: Board, point: tuple[int, int]) -> tuple[float, float]:
    """Virtual visits and wins of a point."""
    symmetries = NEIGHBOURHOODS[board.game].symmetries
    biases = [s.bias for s in shapes if any(naive_match(s.mask, board, point, turn) for turn in symmetries)]
    return float(sum(map(abs, biases))), float(sum(bias for bias in biases if bias > 0))


def random_shape(game: str, rng: random.Random, bias: float) -> Shape:
    """A few cells anywhere: mostly stones and empty points, now and then the edge."""
    offsets = NEIGHBOURHOODS[game].offsets
    chosen = rng.sample(offsets, rng.choice((1, 1, 2, 2, 3, 4, 6)))
    return Shape(frozenset((offset, rng.choice("XXOO...**#")) for offset in chosen), bias)


def cut_shape(board: Board, rng: random.Random, bias: float) -> Shape:
    """What really is around an empty point, with some of it forgotten."""
    empty = [point for point, color in board.colors.items() if color == 0]
    x, y = rng.choice(empty)
    mover = int(board.record[0].to_move)
    symbols = {None: "#", 0: ".", mover: "X", 3 - mover: "O"}
    kept = rng.sample(NEIGHBOURHOODS[board.game].offsets, rng.randrange(1, 12))
    return Shape(frozenset(((dx, dy), symbols[board.colors.get((x + dx, y + dy))]) for dx, dy in kept), bias)


def shapes_of(game: str) -> st.SearchStrategy[Shape]:
    """Any shape of a game."""
    offsets = st.sampled_from(NEIGHBOURHOODS[game].offsets)
    masks = st.dictionaries(offsets, st.sampled_from(CELLS), min_size=1, max_size=12)
    biases = st.floats(-1000, 1000).filter(lambda bias: bias != 0)
    return st.builds(Shape, masks.map(lambda mask: frozenset(mask.items())), biases)


any_shape = st.sampled_from(sorted(NEIGHBOURHOODS)).flatmap(lambda game: st.tuples(st.just(game), shapes_of(game)))
