"""The trial of a match or race between players: two games, same opening, colours swapped.

Seeds stay with the colour: whoever has Black in either game thinks with the same random numbers. So two identical
programs play the same game twice and score exactly one half, and what is left between different ones is difference.
"""

from dataclasses import dataclass
from typing import Any

from ponnuki.games.common import Color
from ponnuki.games.go.position import Position
from ponnuki.games.go.record import GameRecord
from ponnuki.games.havannah.position import Position as HavannahPosition
from ponnuki.games.havannah.record import GameRecord as HavannahRecord
from ponnuki.match.conditions import Conditions
from ponnuki.match.game import Game, play_game
from ponnuki.match.openings import Opening, opened
from ponnuki.match.seeds import split
from ponnuki.match.trial import TrialResult
from ponnuki.players.seat import take_seat
from ponnuki.players.spec import AnySpec, PlayerSpec
from ponnuki.players.warm import compile_for

CANDIDATE, BASELINE = "candidate", "baseline"
"""What the two sides are called in a trial's details; in a plain match A is the candidate."""


@dataclass(frozen=True, slots=True)
class PairTrial:
    """Two games. The reward is the candidate's mean result: 1 a win, 1/2 a draw, 0 a loss."""

    candidate: AnySpec
    baseline: AnySpec
    conditions: Conditions
    seed: int
    opening: Opening = ()
    names: tuple[str, str] = (CANDIDATE, BASELINE)

    @property
    def reproducible(self) -> bool:
        """Whether both players are."""
        return self.candidate.reproducible and self.baseline.reproducible

    def prepare(self) -> None:
        """Compile the kernels of our players."""
        for spec in (self.candidate, self.baseline):
            if isinstance(spec, PlayerSpec):
                compile_for(self.conditions.apply(spec))  # type: ignore[arg-type]
        if self.conditions.game == "go":
            Position.empty(self.conditions.size).play("A1").score()

    def run(self) -> TrialResult:
        """Play both games."""
        games = [self._play(CANDIDATE, BASELINE), self._play(BASELINE, CANDIDATE)]
        reward = sum(_points(game) for game in games) / len(games)
        return TrialResult(reward, {"games": games})

    def _play(self, black: str, white: str) -> dict[str, Any]:
        sides: dict[Color, str] = {"b": black, "w": white}
        black_seed, white_seed, opening_seed = split(self.seed, 3)
        seeds: dict[Color, int] = {"b": black_seed, "w": white_seed}
        start = opened(self.conditions.start(), self.opening, opening_seed)
        with (
            take_seat(self._spec(black), seeds["b"]) as black_seat,
            take_seat(self._spec(white), seeds["w"]) as white_seat,
        ):
            game = play_game(start, self.conditions, black_seat, white_seat)
        record = self._record(game, sides, seeds, start.move_number)
        return _details(game, sides, start.move_number) | {"sgf": record.to_sgf()}

    def _spec(self, side: str) -> AnySpec:
        return self.conditions.apply(self.candidate if side == CANDIDATE else self.baseline)

    def _name(self, side: str) -> str:
        return self.names[0] if side == CANDIDATE else self.names[1]

    def _record(
        self, game: Game, sides: dict[Color, str], seeds: dict[Color, int], opening: int
    ) -> GameRecord | HavannahRecord:
        """The game as SGF, with what is needed to play it again in the comment of its root."""
        lines = [f"trial seed {self.seed}, opening of {opening} moves, ended by {game.reason}"]
        for color, side in sides.items():
            title = "Black" if color == "b" else "White"
            spec = self.candidate if side == CANDIDATE else self.baseline
            lines.append(f"{title}: {self._name(side)}, {side}, seed {seeds[color]}, digest {spec.digest}")
            lines += [f"  {line}" for line in spec.to_toml().splitlines()]
        if game.fault is not None:
            lines.append(f"{self._name(sides[game.fault.color])}: {game.fault.kind}: {game.fault.message}")
        if isinstance(game.position, HavannahPosition):
            return HavannahRecord(
                size=self.conditions.size,
                rules=game.position.rules,
                result=game.result,
                black=self._name(sides["b"]),
                white=self._name(sides["w"]),
                moves=game.position.history,
                comments={0: "\n".join(lines)} | game.remarks,
            )
        return GameRecord(
            size=self.conditions.size,
            komi=self.conditions.komi,
            rules=self.conditions.go_rules(),
            result=game.result,
            black=self._name(sides["b"]),
            white=self._name(sides["w"]),
            moves=game.position.history,
            comments={0: "\n".join(lines)} | game.remarks,
        )


def _points(game: dict[str, Any]) -> float:
    return 0.5 if game["winner"] is None else float(game["winner"] == CANDIDATE)


def _details(game: Game, sides: dict[Color, str], opening: int) -> dict[str, Any]:
    """A game as JSON values, by side."""
    fault = game.fault
    return {
        "black": sides["b"],
        "white": sides["w"],
        "result": game.result,
        "winner": None if game.winner is None else sides[game.winner],
        "reason": game.reason,
        "how": game.how,
        "moves": game.position.move_number,
        "opening": opening,
        "seconds": {sides[color]: round(clock.seconds, 6) for color, clock in game.clocks.items()},
        "thought": {sides[color]: clock.moves for color, clock in game.clocks.items()},
        "slowest": {sides[color]: round(clock.slowest, 6) for color, clock in game.clocks.items()},
        "faults": {} if fault is None else {sides[fault.color]: fault.as_json()},
    }
