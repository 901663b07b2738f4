"""What a tournament has shown: ratings of all players, and every pairing as a match of its own."""

from typing import Any

from ponnuki.lab.elo import ratings
from ponnuki.lab.fixture_run import Played
from ponnuki.match.pair import BASELINE, CANDIDATE


def summarize(played: Played) -> dict[str, Any]:
    """Ratings, best first, and every pairing, as JSON values."""
    plan = played.plan
    rated = ratings(len(plan.players), played.results())
    order = sorted(range(len(rated)), key=lambda place: -rated[place].elo)
    players = [
        {"name": plan.players[i][0], "digest": plan.players[i][1].digest, "elo": rated[i].elo,
         "elo_interval": [rated[i].low, rated[i].high], **_record(played, i)}
        for i in order
    ]  # fmt: skip
    pairings = [tally.summary(plan.names_of(i)) for i, tally in enumerate(played.tallies)]
    return {"run": played.run.name, "id": played.run.id, "seed": plan.seed, "players": players, "pairings": pairings}


def _record(played: Played, player: int) -> dict[str, Any]:
    """Points, games and faults of a player over all its pairings."""
    games, points, faults = 0, 0.0, 0
    for (first, second), tally in zip(played.plan.pairings, played.tallies, strict=True):
        if player in (first, second):
            own = tally.by_result()
            scored = own["wins"] + 0.5 * own["draws"]
            games += own["games"]
            points += scored if player == first else own["games"] - scored
            faults += sum(tally.faults(CANDIDATE if player == first else BASELINE).values())
    return {"games": games, "points": points, "faults": faults}
