"""What is asked of a thinker, and what it answers: plain data that goes through a pipe."""

from dataclasses import dataclass
from typing import Any, Literal

from ponnuki.games.common import GamePosition, Moves
from ponnuki.players.kit import Kit
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport

Task = Literal["choose", "analyse", "score", "races"]
STOP = "stop"
MOST_SIMULATIONS = 200_000
MOST_SECONDS = 30.0
"""Of one search, whoever asks for it."""
MOST_REPORTED = 12
"""Moves of a report that are sent on."""
MOST_RACES = 8
"""Capturing races that are shown."""


@dataclass(frozen=True, slots=True)
class Question:
    """Think about a position: the moves from a first position on."""

    task: Task
    settings: dict[str, Any]
    """Of the player's spec."""
    start: GamePosition
    moves: Moves
    komi: float
    limit: Limit


@dataclass(frozen=True, slots=True)
class FoundRace:
    """A capturing race: the stones of both, moves that either needs, and what there is to say of it."""

    stones: tuple[str, ...]
    needed: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found: a move and the report behind it, Black's score, or capturing races."""

    move: str = ""
    report: SearchReport | None = None
    score: float | None = None
    races: tuple[FoundRace, ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """Simulated machines at one moment: what each would play, before and after they exchange what they know."""

    simulations: int
    """Of each machine."""
    before: tuple[str, ...]
    after: tuple[str, ...]
    visits: tuple[tuple[str, int], ...]
    """On all machines together, the most visited first."""


def bounded(simulations: int | None, seconds: float | None) -> Limit:
    """A limit that nobody exceeds; a search always has a limit in seconds."""
    sims = None if simulations is None else max(1, min(simulations, MOST_SIMULATIONS))
    return Limit(simulations=sims, seconds=MOST_SECONDS if seconds is None else max(0.05, min(seconds, MOST_SECONDS)))


def has_races(kit: Kit[Any]) -> bool:
    """Whether capturing races can be asked for in a game: its kit says so by having an answer of its own."""
    return type(kit).semeais is not Kit.semeais
