"""The engine with another rule for its clock, to be raced under `tc` against the engine as it is.

    python benchmarks/clock_rules.py RULE [OPTIONS OF ponnuki gtp]
    ponnuki race docs/results/go9-clock/race.toml

RULE is a comma-separated list of these:

    length=0.2   main time is shared among so many own moves by points of the board (0.28 as it is)
    middle=1.5   so many times the share in the middle of the game, and as much less at its beginning
    doubt=1.0    a move in doubt (another one has almost as many visits, or promises more) is thought about for so many
                 times its share longer; later moves pay for it
    plain        as it is
"""

import sys
from typing import Any

from ponnuki.cli import main
from ponnuki.engine import clock
from ponnuki.engine.session import Session
from ponnuki.players.saved_time import in_doubt
from ponnuki.search.limits import Limit

OPENING, MIDDLE = 0.06, 0.2
"""Own moves by points of the board: until when a game is in its opening, and in its middle."""


def set_length(length: float) -> None:
    """Share main time among so many moves."""
    clock.GAME_LENGTH = length


def set_middle(factor: float) -> None:
    """Think longer in the middle of the game, and less before."""
    plain = clock.budget

    def budget(control: Any, left: Any, points: int, played: int, lag: float = 0.0) -> float | None:
        seconds = plain(control, left, points, played, lag)
        if seconds is None or left.count > 0:
            return seconds
        return (
            seconds / factor if played < OPENING * points else seconds * factor if played < MIDDLE * points else seconds
        )

    clock.budget = budget


def set_doubt(times: float) -> None:
    """Go on with a search whose move is in doubt."""
    plain = Session._find

    def find(session: Session, color: Any, watch: Any, cleanup: bool, allowed: Any, began: Any = None) -> Any:
        found = plain(session, color, watch, cleanup, allowed, began)
        thought = found[0]
        left = session.clock.left(color)
        budget = session.limit(color).seconds
        if left is None or left.count > 0 or budget is None or budget < clock.HURRY or thought.report is None:
            return found
        if thought.move == "resign" or not in_doubt(thought.report):
            return found
        limit = session.limit
        session.limit = lambda *_: Limit(seconds=times * budget)
        try:
            return plain(session, color, watch, cleanup, allowed, began)
        finally:
            session.limit = limit

    Session._find = find


RULES = {"length": set_length, "middle": set_middle, "doubt": set_doubt}

if __name__ == "__main__":
    for word in sys.argv.pop(1).split(","):
        name, _, number = word.partition("=")
        if name != "plain":
            RULES[name](float(number))
    sys.argv.insert(1, "gtp")
    main()
