"""A game at the table of one visitor: its positions, where the board stands, and what was thought of each of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.games.board_picture import Heat, Marks
from ponnuki.games.common import COLOR_NAMES, Color, GamePosition, other_color
from ponnuki.players.kit import Kit
from ponnuki.search.report import MoveReport, SearchReport
from ponnuki.web.questions import FoundRace
from ponnuki.web.records import ReadGame

HEATED = 10
"""Moves with heat on the board."""
COLDEST = 0.02
"""Of the most visited move's visits: what has fewer is not shown."""
MISTAKE = 0.10
"""A move that costs so much of the win rate is a mistake."""
SHOWN_VARIATION = 12


@dataclass
class Table:
    """One game, forwards and back."""

    kit: Kit[Any]
    size: int
    rules: str
    komi: float
    positions: list[GamePosition] = field(default_factory=list)
    at: int = 0
    reports: dict[int, SearchReport] = field(default_factory=dict)
    """By number of moves before."""
    races: dict[int, tuple[FoundRace, ...]] = field(default_factory=dict)
    """Capturing races that were found, by number of moves before."""
    comments: dict[int, str] = field(default_factory=dict)
    result: str = ""

    @classmethod
    def new(cls, kit: Kit[Any], size: int, komi: float, rules: str = "", handicap: int = 0) -> "Table":
        """An empty board, or one with handicap stones."""
        kit.check_size(size)
        name = rules or next(iter(kit.rule_names))
        known = kit.rules(name)
        start = kit.with_handicap(size, known, handicap) if handicap else kit.start(size, known)
        return cls(kit, size, name, komi, [start])

    @classmethod
    def of_record(cls, game: ReadGame, komi: float) -> "Table":
        """A game that was read, at its end."""
        known = {repr(rules): name for name, rules in game.kit.rule_names.items()}
        first = game.positions[0]
        rules = known.get(repr(getattr(first, "rules", None)), next(iter(known.values())))
        found = cls(game.kit, first.size, rules, komi, list(game.positions))
        found.at, found.comments, found.result = len(game.positions) - 1, dict(game.comments), game.result
        found.komi = komi if game.komi is None else game.komi
        return found

    @property
    def position(self) -> GamePosition:
        """What is on the board."""
        return self.positions[self.at]

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to play here."""
        return self.position.is_over or (bool(self.result) and self.at == len(self.positions) - 1)

    # ---- moves ------------------------------------------------------------------------------------------------------

    def typed(self, word: str) -> str:
        """A move as it was typed, as positions know it."""
        text = word.strip()
        if text.lower() in ("pass", "swap", "resign"):
            return text.lower()
        return next(iter(self.kit.coordinates.values())).read(text, self.size)

    def play(self, move: str) -> None:
        """A move of the player to move; what came after this position is gone."""
        if self.is_over:
            raise BadInput("the game is over: take a move back, or begin a new one")
        if move == "resign":
            self._cut()
            self.result = f"{other_color(self.position.to_move).upper()}+R"
            return
        after = self.position.play(move)
        self._cut()
        self.positions.append(after)
        self.at += 1
        if after.is_over:
            self.result = self.kit.as_it_stands(after, self.komi).result

    def undo(self) -> None:
        """Take the last move back."""
        if self.at == 0:
            raise BadInput("there is nothing to take back")
        self.at -= 1
        self._cut()

    def go(self, number: int) -> None:
        """Look at another position of the game."""
        self.at = min(max(0, number), len(self.positions) - 1)

    def _cut(self) -> None:
        del self.positions[self.at + 1 :]
        self.result = ""
        for kept in (self.reports, self.comments, self.races):
            for number in [number for number in kept if number > self.at]:
                del kept[number]

    # ---- what was thought -------------------------------------------------------------------------------------------

    def note(self, number: int, report: SearchReport) -> None:
        """What a search said of a position."""
        if report.moves:
            self.reports[number] = report

    def black_values(self) -> dict[int, float]:
        """Black's chances, by number of moves, where a search was made."""
        return {
            number: report.value if self.positions[number].to_move == "b" else 1.0 - report.value
            for number, report in self.reports.items()
            if number < len(self.positions)
        }

    def next_mistake(self) -> int | None:
        """The next position after a move that cost its player much; None if none is known."""
        values = self.black_values()
        for number in range(self.at + 1, len(self.positions)):
            if number in values and number - 1 in values:
                lost = values[number - 1] - values[number]
                if (lost if self.positions[number - 1].to_move == "b" else -lost) >= MISTAKE:
                    return number
        return None

    def marks(self, heat: bool, playable: bool, variation: Sequence[str] = ()) -> Marks:
        """What to draw on the board."""
        position = self.position
        report = self.reports.get(self.at) if heat else None
        colors: tuple[Color, Color] = (position.to_move, other_color(position.to_move))
        moves = position.legal_moves() if playable and not self.is_over else ()

        def line(words: Sequence[str]) -> list[tuple[Color, str]]:
            return [(colors[place % 2], move) for place, move in enumerate(words[:SHOWN_VARIATION])]

        races = self.races.get(self.at, ()) if heat and not variation else ()
        return Marks(
            last=position.last_move,
            heat=None if report is None or variation else heat_of(report.moves),
            variation=line(variation),
            playable=moves,
            lines=None if report is None else {one.move: line(one.variation) for one in report.moves[:HEATED]},
            letters={stone: letter for letter, race in reversed(lettered(races)) for stone in race.stones},
            squares=sorted({move for race in races for move in race.needed}),
        )

    def told_races(self) -> str:
        """The capturing races of the position in words."""
        return "\n".join(f"{letter}: {race.words}" for letter, race in lettered(self.races.get(self.at, ())))

    def status(self) -> str:
        """Who is to move, or how it ended."""
        if self.is_over:
            return f"The game is over: {self.result or 'no result'}"
        return f"{COLOR_NAMES[self.position.to_move]} to move, move {self.at + 1}"

    def to_sgf(self, names: dict[Color, str]) -> str:
        """The game with what was thought of it in its comments."""
        comments = dict(self.comments)
        for number, report in self.reports.items():
            told = f"{remark(report)} ({COLOR_NAMES[self.positions[number].to_move]} to move)"
            comments[number] = "\n".join(filter(None, [comments.get(number, ""), told]))
        first, last = self.positions[0], self.positions[-1]
        record: Any = self.kit.record(last, self.kit.rules(self.rules), self.komi, self.result, names, comments)
        if hasattr(record, "setup") and set("".join(first.rows())) != {"."}:
            record = replace(record, setup=tuple(first.rows()), to_move=first.to_move)
        return str(record.to_sgf())


def lettered(races: Sequence[FoundRace]) -> list[tuple[str, FoundRace]]:
    """Capturing races, each with what the board calls it."""
    return list(zip(ascii_uppercase, races, strict=False))


def heat_of(moves: Sequence[MoveReport]) -> dict[str, Heat]:
    """Visits as heat, expected results as numbers."""
    most = max((move.visits for move in moves), default=0)
    if not most:
        return {}
    shown = [move for move in moves[:HEATED] if move.visits >= COLDEST * most and move.visits]
    return {
        move.move: Heat((move.visits / most) ** 0.5, f"{100 * move.value:.0f}", place == 0)
        for place, move in enumerate(shown)
    }


def remark(report: SearchReport) -> str:
    """A search in a line."""
    line = " ".join(report.best.variation[:SHOWN_VARIATION])
    return f"{report.value:.1%} after {report.simulations} simulations: {line}"
