"""What two players agree on before a game: board, komi, rules, when it is long enough, and who judges it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import GamePosition
from ponnuki.match.adjudication import Adjudication
from ponnuki.players.kit import DEFAULT_GAME, DEFAULT_RULES, Kit, all_kits, find_kit
from ponnuki.players.spec import AnySpec, Spec

ADJUDICATION = ("resign_at", "draw_at")


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions of a game. `referee` is "own" or "gtp:COMMAND" for a program that scores, such as GNU Go."""

    game: str = DEFAULT_GAME
    size: int = 9
    komi: float = 7.5
    rules: str = DEFAULT_RULES
    longest: int = 0
    """Moves after which a game is scored as it stands; 0: as the game's kit says."""
    referee: str = "own"
    resign_at: str = ""
    draw_at: str = ""
    """When games end early, see `adjudication.py`; empty: never."""

    def __post_init__(self) -> None:
        self._spec()
        Adjudication.read(self.resign_at, self.draw_at)
        if self.longest < 0:
            raise BadInput(f"longest must be a number of moves, not {self.longest}")
        if self.referee != "own" and not self.kit.has_komi:
            scored = ", ".join(kit.title for kit in all_kits() if kit.has_komi)
            raise BadInput(f"a referee scores games of {scored}; in {self.game} the board says who has won")
        if self.referee != "own" and not self.referee.removeprefix("gtp:").strip():
            raise BadInput("the referee's command is empty")
        if self.referee != "own" and not self.referee.startswith("gtp:"):
            raise BadInput(f"unknown referee {self.referee!r}; it is own, or gtp:COMMAND")

    @property
    def move_limit(self) -> int:
        """Moves after which a game is scored as it stands."""
        return self.longest or self.kit.longest_game(self.size)

    def as_json(self) -> dict[str, Any]:
        """The conditions as stores have them; what the first stores did not know is left out where it is off."""
        values = asdict(self)
        return {key: value for key, value in values.items() if value != "" or key not in ADJUDICATION}

    @property
    def kit(self) -> Kit[Any]:
        """All about the game."""
        return find_kit(self.game)

    def start(self) -> GamePosition:
        """The position before the first move."""
        position: GamePosition = self.kit.start(self.size, self.kit.rules(self.rules))
        return position

    def _spec(self) -> Spec:
        """Any player under these conditions: whether there can be one is checked there."""
        values = {"game": self.game, "size": self.size, "komi": self.komi, "rules": self.rules}
        return Spec.make(values, "conditions")

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
    if "size" not in values:
        values["size"] = Spec.make({"game": values.get("game", DEFAULT_GAME)}, "conditions").size
    conditions = Conditions(**values)
    for name, spec in specs:
        conditions.apply(spec, name)
    return conditions
