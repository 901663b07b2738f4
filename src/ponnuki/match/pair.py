"""The trial of a match or race between players: two games, same opening, colours swapped.

Seeds stay with the colour: whoever has Black in either game thinks with the same random numbers. So two identical
programs play the same game twice and score exactly one half. Any other score is due to a difference between programs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ponnuki.games.common import Color
from ponnuki.games.game_record import PlayedRecord
from ponnuki.match.conditions import Conditions
from ponnuki.match.game import Game, play_game
from ponnuki.match.openings import Opening, opened
from ponnuki.match.seeds import split
from ponnuki.match.trial import TrialResult
from ponnuki.players.game_player import join_game
from ponnuki.players.spec import AnySpec, PlayerSpec

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
        kit = self.conditions.kit
        for spec in (self.candidate, self.baseline):
            if isinstance(spec, PlayerSpec):
                kit.warm(self.conditions.apply(spec))  # type: ignore[arg-type]
        kit.warm_judge(self.conditions.size)

    def run(self) -> TrialResult:
        """Play both games."""
        games = [self._play(CANDIDATE, BASELINE), self._play(BASELINE, CANDIDATE)]
        reward = sum(_points(game) for game in games) / len(games)
        return TrialResult(reward, {"games": games})

    def _play(self, black: str, white: str) -> dict[str, Any]:
        sides: dict[Color, str] = {"b": black, "w": white}
        black_seed, white_seed, opening_seed = split(self.seed, 3)
        seeds: dict[Color, int] = {"b": black_seed, "w": white_seed}
        start = opened(self.conditions, self.opening, opening_seed)
        with (
            join_game(self._spec(black), seeds["b"]) as black_player,
            join_game(self._spec(white), seeds["w"]) as white_player,
        ):
            game = play_game(start, self.conditions, black_player, white_player)
        record = self._record(game, sides, seeds, start.move_number)
        return _details(game, sides, start.move_number) | text_of(record)

    def _spec(self, side: str) -> AnySpec:
        return self.conditions.apply(self.candidate if side == CANDIDATE else self.baseline)

    def _name(self, side: str) -> str:
        return self.names[0] if side == CANDIDATE else self.names[1]

    def _record(self, game: Game, sides: dict[Color, str], seeds: dict[Color, int], opening: int) -> PlayedRecord[Any]:
        """The game with what is needed to play it again in the comment of its root."""
        lines = [f"trial seed {self.seed}, opening of {opening} moves, ended by {game.ended_by}"]
        for color, side in sides.items():
            title = "Black" if color == "b" else "White"
            spec = self.candidate if side == CANDIDATE else self.baseline
            lines.append(f"{title}: {self._name(side)}, {side}, seed {seeds[color]}, digest {spec.digest}")
            lines += [f"  {line}" for line in spec.to_toml().splitlines()]
        if game.fault is not None:
            lines.append(f"{self._name(sides[game.fault.color])}: {game.fault.kind}: {game.fault.message}")
        kit = self.conditions.kit
        return kit.record(
            game.position,
            kit.rules(self.conditions.rules),
            self.conditions.komi,
            game.result,
            {color: self._name(side) for color, side in sides.items()},
            {0: "\n".join(lines)} | game.remarks,
        )


def text_of(record: PlayedRecord[Any]) -> dict[str, str]:
    """A record as the details of a game have it."""
    about = {} if record.format == "sgf" else {"format": record.format}
    return about | {record.format: record.to_text()}


def written(game: Mapping[str, Any]) -> tuple[str, str]:
    """How a game's record is written, which is also how its file's name ends, and its text."""
    kind = str(game.get("format", "sgf"))
    return kind, str(game[kind])


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
