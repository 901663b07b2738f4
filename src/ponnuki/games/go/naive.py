"""The rules of Go again, the slow and obvious way: sets and flood fills, no kernel, nothing incremental.

This is the oracle that the kernel is tested against; it shares no code with it. Points are (row, column) pairs,
colours "b" and "w", a pass is None.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Point = tuple[int, int]
Stones = frozenset[tuple[Point, str]]


@dataclass(frozen=True)
class NaivePosition:
    """A position with everything that its future depends on."""

    size: int
    ko: str = "positional"
    suicide: bool = False
    stones: Stones = frozenset()
    to_move: str = "b"
    passes: int = 0
    taken_last: Stones = frozenset()
    last: Point | None = None
    history: frozenset[object] = field(default=frozenset())

    def __post_init__(self) -> None:
        object.__setattr__(self, "history", self.history | {self._situation()})

    def _situation(self) -> object:
        return self.stones if self.ko != "situational" else (self.stones, self.to_move)

    def neighbours(self, point: Point) -> Iterator[Point]:
        """The points next to a point."""
        row, column = point
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if 0 <= r < self.size and 0 <= c < self.size:
                yield r, c

    def _region(self, board: dict[Point, str], start: Point) -> tuple[set[Point], set[Point]]:
        """The connected points that are like `start`, and the points around them."""
        inside, border, waiting = {start}, set(), [start]
        while waiting:
            for point in self.neighbours(waiting.pop()):
                if board.get(point) == board.get(start):
                    if point not in inside:
                        inside.add(point)
                        waiting.append(point)
                else:
                    border.add(point)
        return inside, border

    def liberties(self, board: dict[Point, str], point: Point) -> set[Point]:
        """The liberties of the chain at a point."""
        return {p for p in self._region(board, point)[1] if p not in board}

    def chain(self, point: Point) -> set[Point]:
        """The stones of the chain at a point."""
        return self._region(dict(self.stones), point)[0]

    def _put(self, point: Point) -> tuple[dict[Point, str], Stones]:
        """The board after a stone and all removals, and the opponent's stones that were removed."""
        board = dict(self.stones)
        board[point] = self.to_move
        taken: set[tuple[Point, str]] = set()
        for p in self.neighbours(point):
            if board.get(p) == self.opponent and not self.liberties(board, p):
                for stone in self._region(board, p)[0]:
                    taken.add((stone, board.pop(stone)))
        if not self.liberties(board, point):
            for stone in self._region(board, point)[0]:
                del board[stone]
        return board, frozenset(taken)

    @property
    def opponent(self) -> str:
        """The player who is not to move."""
        return "w" if self.to_move == "b" else "b"

    def why_illegal(self, move: Point | None) -> str | None:
        """None for a legal move."""
        if self.passes == 2:
            return "over"
        if move is None:
            return None
        if move in dict(self.stones):
            return "occupied"
        board, taken = self._put(move)
        if move not in board and not self.suicide:
            return "suicide"
        recaptured = taken == {(self.last, self.opponent)}
        if recaptured and self.taken_last == {(move, self.to_move)}:
            return "ko"
        if self.ko != "simple":
            after = frozenset(board.items())
            if (after if self.ko == "positional" else (after, self.opponent)) in self.history:
                return "superko"
        return None

    def legal_moves(self) -> set[Point | None]:
        """All legal moves, None for the pass."""
        everywhere = [(r, c) for r in range(self.size) for c in range(self.size)]
        return {move for move in [*everywhere, None] if self.why_illegal(move) is None}

    def play(self, move: Point | None) -> "NaivePosition":
        """The position after a legal move."""
        assert self.why_illegal(move) is None
        board, taken = (dict(self.stones), frozenset()) if move is None else self._put(move)
        return NaivePosition(
            size=self.size,
            ko=self.ko,
            suicide=self.suicide,
            stones=frozenset(board.items()),
            to_move=self.opponent,
            passes=self.passes + 1 if move is None else 0,
            taken_last=taken,
            last=move,
            history=self.history,
        )

    def score(self) -> int:
        """Black's area minus White's."""
        board = dict(self.stones)
        owned = {"b": 0, "w": 0}
        for color in board.values():
            owned[color] += 1
        todo = {(r, c) for r in range(self.size) for c in range(self.size)} - set(board)
        while todo:
            region, border = self._region(board, next(iter(todo)))
            todo -= region
            colors = {board[p] for p in border}
            if len(colors) == 1:
                owned[colors.pop()] += len(region)
        return owned["b"] - owned["w"]
