"""The reward of a pair of games, counted once more from what its records say."""

from collections.abc import Callable
from typing import Any

from ponnuki.match.trial import TrialResult

POINTS = {"candidate": 1.0, "baseline": 0.0, None: 0.5}


def recorded_reward(result: TrialResult, read: Callable[[str], Any]) -> float:
    """The candidate's mean result; both sides must have had either colour, and records must name the winners."""
    games = result.details["games"]
    assert [(game["black"], game["white"]) for game in games] == [("candidate", "baseline"), ("baseline", "candidate")]
    for game in games:
        winner = read(game["sgf"]).winner
        assert game["winner"] == {"b": game["black"], "w": game["white"], None: None}[winner]
    return sum(POINTS[game["winner"]] for game in games) / 2
