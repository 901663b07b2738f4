"""What a match has shown: a fold over the pairs in the journal, in their order, to numbers that can be printed."""

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from ponnuki.lab.matches import elo
from ponnuki.match.adjudication import COST
from ponnuki.match.game import ADJUDICATED, how_it_ended
from ponnuki.match.pair import BASELINE, CANDIDATE, written
from ponnuki.players.game_player import FAULTS
from ponnuki.processes.words import cleaned
from ponnuki.race.anytime import interval_in_order
from ponnuki.race.pentanomial import counts_of, mean_and_variance, nelo_of
from ponnuki.race.thresholds import PAIR_VARIANCE, elo_from_rate

SIDES = (CANDIDATE, BASELINE)
_COMMENT = re.compile(r"\{[^}]*\}")
EXAMPLES = 3
"""Faults of each kind and side that are quoted."""


class Tally:
    """The pairs of one pairing, added one by one."""

    def __init__(self, variance: float = PAIR_VARIANCE) -> None:
        self._variance = variance
        self.pairs: Counter[float] = Counter()
        self._in_order: list[float] = []
        self.void = 0
        self.reasons: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.moves = 0
        self._results: Counter[tuple[str, float]] = Counter()
        self._faults: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
        self._examples: defaultdict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        self._seconds: Counter[str] = Counter()
        self._thought: Counter[str] = Counter()
        self._slowest: dict[str, float] = dict.fromkeys(SIDES, 0.0)
        self._distinct: set[bytes] = set()

    def add(self, trial: int, reward: float | None, details: Mapping[str, Any]) -> None:
        """A pair; one without a reward was lost with its worker and could not be played again honestly."""
        if reward is None:
            self.void += 1
            return
        self.pairs[reward] += 1
        if trial == len(self._in_order):
            self._in_order.append(reward)
        for number, game in enumerate(details.get("games", [])):
            self._add_game(trial, number, game)

    def _add_game(self, trial: int, number: int, game: Mapping[str, Any]) -> None:
        color = "black" if game["black"] == CANDIDATE else "white"
        points = 0.5 if game["winner"] is None else float(game["winner"] == CANDIDATE)
        self._results[color, points] += 1
        self.reasons[game["reason"]] += 1
        self.ends[how_it_ended(game["reason"], game["how"])] += 1
        self.moves += game["moves"]
        for side in SIDES:
            self._seconds[side] += game["seconds"][side]
            self._thought[side] += game["thought"][side]
            self._slowest[side] = max(self._slowest[side], game["slowest"][side])
        for side, fault in game["faults"].items():
            self._faults[side][fault["kind"]] += 1
            if len(self._examples[side, fault["kind"]]) < EXAMPLES:
                self._examples[side, fault["kind"]].append({"trial": trial, "game": number, **fault})
        self._distinct.add(hashlib.sha256(_moves_in(game).encode()).digest()[:8])

    # ---- what it comes to -----------------------------------------------------------------------------------------

    @property
    def games(self) -> int:
        """Games that count."""
        return sum(self._results.values())

    @property
    def distinct(self) -> int:
        """How many of them differ: programs without a seed may play the same game for ever."""
        return len(self._distinct)

    def by_result(self, color: str | None = None) -> dict[str, Any]:
        """Wins, draws, losses and rate of the candidate, with one colour or both."""
        found = {points: sum(self._results[c, points] for c in _colors(color)) for points in (1.0, 0.5, 0.0)}
        games = sum(found.values())
        mean = sum(points * count for points, count in found.items()) / games if games else None
        return {"games": games, "wins": found[1.0], "draws": found[0.5], "losses": found[0.0], "rate": mean}

    def faults(self, side: str) -> dict[str, int]:
        """Games that a side lost by a fault, by kind; all kinds are there."""
        return {kind: self._faults[side][kind] for kind in FAULTS}

    def examples(self, side: str) -> list[dict[str, Any]]:
        """Some of a side's faults, with what the program had to say."""
        return [one for (who, _), found in sorted(self._examples.items()) if who == side for one in found]

    def summary(self, names: tuple[str, str]) -> dict[str, Any]:
        """Everything, as JSON values; the rate is that of the first."""
        named = dict(zip(("a", "b"), SIDES, strict=True))
        return {
            "a": names[0],
            "b": names[1],
            "pairs": elo.pairs_of(self.pairs),
            "void": self.void,
            **self.by_result(),
            "standard_error": elo.standard_error(self.pairs),
            "interval": list(elo.rate_interval(self.pairs)),
            "elo": elo.elo(elo.rate(self.pairs)),
            "elo_interval": list(elo.elo_interval(self.pairs)),
            **self._at_any_time(),
            "as_black": self.by_result("black"),
            "as_white": self.by_result("white"),
            "pair_results": {f"{reward:g}": self.pairs[reward] for reward in elo.REWARDS},
            "reasons": dict(sorted(self.reasons.items())),
            "ends": dict(self.ends.most_common()),
            "faults": {key: self.faults(side) for key, side in named.items()},
            "fault_examples": {key: self.examples(side) for key, side in named.items()},
            "seconds_per_move": {key: self._per_move(side) for key, side in named.items()},
            "slowest_move": {key: self._slowest[side] for key, side in named.items()},
            "moves_per_game": self.moves / self.games if self.games else None,
            "distinct_games": self.distinct,
        }

    def _at_any_time(self) -> dict[str, Any]:
        """Elo and normalised Elo with intervals that hold whenever somebody looks, from the pairs up to the first that
        is missing: those that come early are not yet counted."""
        rewards = np.array(self._in_order)
        low, high = interval_in_order(rewards, 1 - elo.LEVEL, self._variance)
        seen = mean_and_variance(counts_of(rewards)) if len(rewards) else (0.5, 0.0)
        return {
            "anytime": {
                "pairs": len(rewards),
                "rate_interval": [low, high],
                "elo_interval": [elo_from_rate(elo.inside(end)) for end in (low, high)],
                "nelo": nelo_of(*seen),
                "nelo_interval": [nelo_of(end, seen[1]) for end in (low, high)],
            }
        }

    def _per_move(self, side: str) -> float | None:
        return self._seconds[side] / self._thought[side] if self._thought[side] else None


def _moves_in(game: Mapping[str, Any]) -> str:
    """The part of a record that is the same when the game is."""
    kind, text = written(game)
    return text.partition("SZ[")[2] if kind == "sgf" else _COMMENT.sub("", text.partition("\n\n")[2])


def _colors(color: str | None) -> tuple[str, ...]:
    return ("black", "white") if color is None else (color,)


def odd_cases(summary: Mapping[str, Any]) -> list[str]:
    """What went wrong, by side, and what makes the numbers worth less than they look."""
    lines = []
    for side in ("a", "b"):
        faults = {kind: count for kind, count in summary["faults"][side].items() if count}
        told = ", ".join(f"{count} by {kind}" for kind, count in faults.items()) or "none"
        lines.append(f"games lost by a fault of {side.upper()}: {told}")
        for one in summary["fault_examples"][side][:3]:
            message = cleaned(one["message"])
            lines.append(f"  pair {one['trial'] + 1} game {one['game'] + 1}: {one['kind']}: {message}")
    if summary["void"]:
        lines.append(f"void: {summary['void']} pairs were lost with their worker and could not be played again")
    if summary["reasons"].get("limit"):
        lines.append(f"{summary['reasons']['limit']} games reached the move limit and were scored as they stood")
    if count := summary["reasons"].get(ADJUDICATED):
        lines.append(f"{count} games were adjudicated: {COST}")
    if summary["distinct_games"] < summary["pairs"]:
        lines.append(
            f"only {summary['distinct_games']} games are different: the rest is repetition and proves nothing;"
            " use --openings, or {seed} in the command"
        )
    return lines
