"""Ending games early by what both programs say of them. Off by default, as results are then not what the rules say.

    resign_at = "moves=3,score=600"             lost for whoever is 6 pawns behind, as both sides say for 3 moves
    draw_at = "after=40,moves=8,score=10"       a draw when both say 0.1 pawns or less for 8 moves, from move 40 on

The result is then the programs' opinion and not what the rules say: a verdict is about such results. A program that
gives no evaluation has no say, and its games are played to the end.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import Color, other_color

COST: Final = (
    "adjudicated games end by what both programs say of them, not by the rules: the verdict is about these results"
)
MOST = 100_000


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When a game is ended; a number of moves that is 0 never does."""

    resign_moves: int = 0
    resign_score: int = 0
    draw_moves: int = 0
    draw_score: int = 0
    draw_after: int = 0

    @classmethod
    def read(cls, resign_at: str, draw_at: str) -> "Adjudication":
        """From the texts that files and options have; empty ones are off."""
        resign = _numbers("resign_at", resign_at, ("moves", "score"))
        draw = _numbers("draw_at", draw_at, ("after", "moves", "score"))
        return cls(
            resign.get("moves", 0),
            resign.get("score", 0),
            draw.get("moves", 0),
            draw.get("score", 0),
            draw.get("after", 0),
        )


def _numbers(key: str, text: str, names: tuple[str, ...]) -> dict[str, int]:
    if not text:
        return {}
    found: dict[str, int] = {}
    example = ",".join(f"{name}={number}" for name, number in zip(names, (40, 8, 10)[-len(names) :], strict=True))
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition("="))
        if name not in names:
            raise BadInput(f"{key} {text!r}: {unknown('setting', name, names)}")
        if not number.isdecimal() or not 0 <= int(number) <= MOST:
            raise BadInput(f"{key} {text!r}: {name} must be a whole number from 0 to {MOST}, as in {example}")
        found[name] = int(number)
    if not found.get("moves") or "score" not in found:
        raise BadInput(f"{key} {text!r}: say for how many moves and at which score, as in {example}")
    return found


class Adjudicator:
    """What both sides of one game have said lately."""

    def __init__(self, rules: Adjudication) -> None:
        self._rules = rules
        kept = max(rules.resign_moves, rules.draw_moves, 1)
        self._said: dict[Color, deque[int | None]] = {"b": deque(maxlen=kept), "w": deque(maxlen=kept)}
        self._moves = 0

    def hear(self, color: Color, evaluation: int | None) -> None:
        """What a side says of its move."""
        self._said[color].append(evaluation)
        self._moves += 1

    def loser(self) -> Color | None:
        """Who has lost, if both say so."""
        moves, score = self._rules.resign_moves, self._rules.resign_score
        for color in self._said:
            behind, ahead = self._last(color, moves), self._last(other_color(color), moves)
            if behind and ahead and max(behind) <= -score and min(ahead) >= score:
                return color
        return None

    def is_drawn(self) -> bool:
        """Whether both say that there is nothing left."""
        moves, score = self._rules.draw_moves, self._rules.draw_score
        said = [self._last(color, moves) for color in self._said]
        late = self._moves >= 2 * self._rules.draw_after
        return late and all(found and max(abs(one) for one in found) <= score for found in said)

    def _last(self, color: Color, moves: int) -> list[int]:
        """A side's last evaluations; none where there are too few, or one is missing."""
        said = list(self._said[color])[-moves:] if moves else []
        known = [one for one in said if one is not None]
        return known if len(known) == moves else []
