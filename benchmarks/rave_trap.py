"""The position of the study `rave-trap`: who wins after each first move, and what RAVE says of it.

`python benchmarks/rave_trap.py` proves the winner by search with the naive rules. Then `mogo` thinks about the position
a few times, with RAVE. For each move stand its visits and the share of wins in them, and the same for RAVE, which also
counts simulations in which the move was played later. Last, how often the default program finds the move.
"""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "lab" / "studies"))

from trap_oracle import position_of, winners

from ponnuki.games.go import Position
from ponnuki.games.go.coords import to_gtp
from ponnuki.games.go.layout import point_of
from ponnuki.lab.studies.catalog import read_table
from ponnuki.lab.studies.searched import finds
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

RUNS, SIMULATIONS = 6, 200
DEFAULT_SIMULATIONS, CALLS = (50, 200, 1000), 5


def shown(move: Any, size: int) -> str:
    """What a move of the root has, in a few words."""
    name = to_gtp(point_of(size, int(move["move"]))) if move["move"] else "pass"
    visits, credit = int(move["visits"]), float(move["rave_visits"])
    wins = f"{move['points'] / 2 / visits:.0%} of {visits}" if visits else "no visits"
    return f"{name} {wins}, RAVE {move['rave_points'] / max(credit, 1):.0%} of {credit:.0f}"


def main() -> None:
    words = read_table("rave-trap")["rows"][0]["given"]
    rows, komi = words["board"].split(), words["komi"]
    print("\n".join(rows))
    for move, winner in sorted(winners(position_of(rows), komi).items()):
        print(f"{move}: {'Black' if winner == 'b' else 'White'} wins")
    spec = PlayerSpec.make({"program": "mogo", "size": len(rows)})
    player = spec.kit.player(spec)
    for seed in range(RUNS):
        player.begin_game(seed)
        player.set_position(Position.from_rows(rows), komi)
        best = player.search(Limit(simulations=SIMULATIONS, early_stop=False), most=1).best
        moves = sorted(player.current_search.children(), key=lambda move: -int(move["visits"]))
        print(f"run {seed}: {best.move} ({'; '.join(shown(move, len(rows)) for move in moves)})")
    for sims in DEFAULT_SIMULATIONS:
        player_words = f"size={len(rows)},sims={sims},search.rave_fade=0"
        found = [
            one for seed in range(CALLS) for one in finds({**words, "player": player_words}, seed).details["found"]
        ]
        print(f"default program with RAVE, {sims} simulations: {sum(found)} of {len(found)} runs find the move")


if __name__ == "__main__":
    main()
