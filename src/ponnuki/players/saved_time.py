"""CPU time that early stops have saved, spent on moves that are in doubt: the mean stays what the player was given."""

from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport

CLOSE = 0.3
"""Share of the best move's visits from which on the second best makes it doubtful (a guess)."""
MOST = 3.0
"""Times its share that one move may take out of the saved time (a guess)."""
LEAST = 0.1
"""Part of a move's share of time; with less than this, no search is taken up again (a guess)."""


class SavedTime:
    """What is left over of a limit for each move, in seconds."""

    def __init__(self, share: float) -> None:
        self._share = share
        self.saved = 0.0

    def receive(self) -> None:
        """Add the share of one more move."""
        self.saved += self._share

    def pay(self, seconds: float) -> None:
        """Take off what a move has spent; a debt above one share, as of a first search that compiles, is
        forgiven."""
        self.saved = max(self.saved - seconds, -self._share)

    def more(self, report: SearchReport) -> Limit | None:
        """How long to go on with a search, if its move is in doubt and there is something left."""
        seconds = min(self.saved, MOST * self._share)
        if seconds < LEAST * self._share or not in_doubt(report):
            return None
        return Limit(seconds=seconds, cpu=True)


def in_doubt(report: SearchReport) -> bool:
    """Whether another move might be better: it has almost as many visits, or promises more."""
    if len(report.moves) < 2 or report.best.proven:
        return False
    best, second = report.moves[:2]
    return second.visits >= CLOSE * best.visits or (second.value > best.value and not second.proven)
