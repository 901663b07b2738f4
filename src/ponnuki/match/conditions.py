"""What two players agree on before a game: board, komi, rules, when it is long enough, and who judges it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.games.go.record import RULE_NAMES
from ponnuki.games.go.rules import Rules
from ponnuki.players.create import AnyPosition, first_position
from ponnuki.players.spec import AnySpec, PlayerSpec, unknown

LONGEST = 4
"""Moves by points of the board before a game is stopped and scored: superko ends all games, but not soon (a guess:
games of programs that pass take less than 2)."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions of a game. `referee` is "own" or "gtp:COMMAND" for a program that scores, such as GNU Go."""

    game: str = "go"
    size: int = 9
    komi: float = 7.5
    rules: str = "Chinese"
    longest: int = 0
    """Moves after which a game is scored as it stands; 0: by the board's size."""
    referee: str = "own"

    def __post_init__(self) -> None:
        self._spec()
        if self.longest < 0:
            raise BadInput(f"longest must be a number of moves, not {self.longest}")
        if self.referee != "own" and self.game != "go":
            raise BadInput(f"a referee scores games of Go; in {self.game} the board says who has won")
        if self.referee != "own" and not self.referee.removeprefix("gtp:").strip():
            raise BadInput("the referee's command is empty")
        if self.referee != "own" and not self.referee.startswith("gtp:"):
            raise BadInput(f"unknown referee {self.referee!r}; it is own, or gtp:COMMAND")

    @property
    def move_limit(self) -> int:
        """Moves after which a game is scored as it stands."""
        return self.longest or LONGEST * self.size**2

    def go_rules(self) -> Rules:
        """Which moves are legal."""
        return {name.lower(): rules for name, rules in RULE_NAMES.items()}[self.rules.lower()]

    def start(self) -> AnyPosition:
        """The position before the first move."""
        return first_position(self._spec())

    def _spec(self) -> PlayerSpec:
        """Any player under these conditions: whether there can be one is checked there."""
        values = {"game": self.game, "size": self.size, "komi": self.komi, "rules": self.rules}
        return PlayerSpec.make(values, "conditions")

    def apply(self, spec: AnySpec, name: str = "player") -> AnySpec:
        """A player under these conditions; bad input if it is a player of another game."""
        here = {"game": self.game, "size": self.size, "komi": self.komi, "rules": self.rules, "seed": 0}
        return type(spec).make(spec.model_dump() | here, name)


def agree(specs: Sequence[tuple[str, AnySpec]], options: Mapping[str, Any]) -> Conditions:
    """Conditions from options that are not None, else from what the players' specs say, else the defaults."""
    values = {key: value for key, value in options.items() if value is not None}
    for key in ("game", "size", "komi", "rules"):
        said = {name: getattr(spec, key) for name, spec in specs if key in spec.model_fields_set}
        if key in values or not said:
            continue
        if len(set(said.values())) > 1:
            wishes = ", ".join(f"{name} has {value}" for name, value in said.items())
            raise BadInput(f"the players do not agree on {key}: {wishes}; say --{key}")
        values[key] = next(iter(said.values()))
    known = [field.name for field in fields(Conditions)]
    for key in values:
        if key not in known:
            raise BadInput(unknown("condition", key, known))
    conditions = Conditions(**values)
    for name, spec in specs:
        conditions.apply(spec, name)
    return conditions
