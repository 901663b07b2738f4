"""What the board must look like after each command, by the naive rules: the oracle of the fuzzer.

It shares no code with the engine. A move after two passes is played on the last position that was not over.
"""

from dataclasses import dataclass, field, replace

from ponnuki.games.go.naive import NaivePosition

Vertex = str
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
RULES = {
    "chinese": ("positional", False),
    "aga": ("situational", False),
    "new_zealand": ("situational", True),
    "tromp-taylor": ("positional", True),
}


def point(vertex: Vertex) -> tuple[int, int] | None:
    return None if vertex == "pass" else (int(vertex[1:]) - 1, LETTERS.index(vertex[0]))


def vertex(where: tuple[int, int] | None) -> Vertex:
    return "pass" if where is None else f"{LETTERS[where[1]]}{where[0] + 1}"


@dataclass
class Saved:
    """A game in a file."""

    size: int
    komi: float
    rules: str
    stones: dict[tuple[int, int], str]
    to_move: str
    moves: list[tuple[str, Vertex]]


@dataclass
class Model:
    size: int
    komi: float
    rules: str = "chinese"
    game_rules: str = "chinese"
    stones: dict[tuple[int, int], str] = field(default_factory=dict)
    first: str = "b"
    moves: list[tuple[str, Vertex]] = field(default_factory=list)
    positions: list[NaivePosition] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.restart(self.size)

    @property
    def position(self) -> NaivePosition:
        return self.positions[-1]

    @property
    def is_fresh(self) -> bool:
        return not self.moves and not self.stones

    def restart(self, size: int) -> None:
        self.size = size
        self.set_up({}, "b", self.rules)

    def set_up(self, stones: dict[tuple[int, int], str], to_move: str, rules: str) -> None:
        ko, suicide = RULES[rules]
        self.stones, self.first, self.moves, self.game_rules = stones, to_move, [], rules
        self.positions = [NaivePosition(self.size, ko, suicide, stones=frozenset(stones.items()), to_move=to_move)]

    def _before(self, color: str) -> NaivePosition:
        """The position in which a colour makes its next move."""
        position = next(p for p in reversed(self.positions) if p.passes < 2)
        if position.to_move == color:
            return position
        turned = replace(position, to_move=color, taken_last=frozenset())
        object.__setattr__(turned, "history", position.history)  # that it is his turn now is not a situation
        return turned

    def is_legal(self, color: str, move: Vertex) -> bool:
        where = point(move)
        if where is not None and max(where) >= self.size:
            return False
        return self._before(color).why_illegal(where) is None

    def empty_points(self) -> list[Vertex]:
        board = dict(self.position.stones)
        everywhere = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [vertex(where) for where in everywhere if where not in board]

    def play(self, color: str, move: Vertex) -> None:
        self.positions.append(self._before(color).play(point(move)))
        self.moves.append((color, move))

    def play_all(self, moves: list[tuple[str, Vertex]]) -> bool:
        """All of the moves or, if one is illegal, those before it."""
        for color, move in moves:
            if not self.is_legal(color, move):
                return False
            self.play(color, move)
        return True

    def undo(self, count: int) -> bool:
        if count > len(self.moves):
            return False
        if count:
            del self.moves[-count:], self.positions[-count:]
        return True

    def change_rules(self, rules: str) -> bool:
        other = Model(self.size, self.komi, rules)
        other.set_up(self.stones, self.first, rules)
        if not other.play_all(self.moves):
            return False
        self.rules = self.game_rules = rules
        self.positions = other.positions
        return True

    def save(self) -> Saved:
        return Saved(self.size, self.komi, self.game_rules, dict(self.stones), self.first, list(self.moves))

    def load(self, saved: Saved, before: int | None) -> None:
        self.size, self.komi = saved.size, saved.komi
        moves = saved.moves if before is None else saved.moves[: before - 1]
        self.set_up(dict(saved.stones), saved.to_move, self.rules)
        if not self.play_all(moves):
            self.set_up(dict(saved.stones), saved.to_move, saved.rules)
            assert self.play_all(moves)

    def rows(self) -> list[str]:
        board = dict(self.position.stones)
        symbols = {"b": "X", "w": "O"}
        return [
            "".join(symbols.get(board.get((row, column), ""), ".") for column in range(self.size))
            for row in range(self.size - 1, -1, -1)
        ]
