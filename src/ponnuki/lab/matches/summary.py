"""What a tournament has shown: ratings of all players, and every pairing as a match of its own."""

from collections.abc import Mapping
from typing import Any

from ponnuki.lab.matches.elo import ratings
from ponnuki.lab.matches.result import MatchResult
from ponnuki.match.pair import BASELINE, CANDIDATE


def summarize(result: MatchResult) -> dict[str, Any]:
    """Ratings, best first, and every pairing, as JSON values."""
    rated = ratings(len(result.players), result.results())
    order = sorted(range(len(rated)), key=lambda place: -rated[place].elo)
    players = [
        {"name": result.players[i]["name"], "digest": result.players[i]["digest"], "elo": rated[i].elo,
         "elo_interval": [rated[i].low, rated[i].high], **_record(result, i)}
        for i in order
    ]  # fmt: skip
    pairings = [tally.summary(result.names_of(i)) for i, tally in enumerate(result.tallies)]
    about = {"run": result.run.name, "id": result.run.id, "seed": result.run.settings["seed"]}
    return about | {"players": players, "pairings": pairings}


def cross_table(summary: Mapping[str, Any]) -> list[list[float | None]]:
    """How each player, in the order of the ratings, scored against each."""
    rates = {(pairing["a"], pairing["b"]): pairing["rate"] for pairing in summary["pairings"]}
    rates |= {(b, a): None if rate is None else 1.0 - rate for (a, b), rate in rates.items()}
    names = [player["name"] for player in summary["players"]]
    return [[rates.get((row, column)) for column in names] for row in names]


def _record(result: MatchResult, player: int) -> dict[str, Any]:
    """Points, games and faults of a player over all its pairings."""
    games, points, faults = 0, 0.0, 0
    for (first, second), tally in zip(result.pairings, result.tallies, strict=True):
        if player in (first, second):
            own = tally.by_result()
            scored = own["wins"] + 0.5 * own["draws"]
            games += own["games"]
            points += scored if player == first else own["games"] - scored
            faults += sum(tally.faults(CANDIDATE if player == first else BASELINE).values())
    return {"games": games, "points": points, "faults": faults}
