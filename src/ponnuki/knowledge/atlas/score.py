"""How well knowledge foresees the moves of games: the rank and the probability of each move that was made.

Any knowledge that biases a search can be asked, through the interface of `knowledge/priors`: what a move gets is won
virtual simulations in proportion to the square root of its probability, less what is lost, so its square is what is
shared out. All legal points are ranked, own eyes included, and every move on the board counts. Moves that get the same
share a rank: of four equal first ones each is first in a quarter of cases.
"""

from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.collection import Games
from ponnuki.games.go.layout import PASS, geometry, new_board
from ponnuki.games.go.play import list_moves, play_move
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records
from ponnuki.knowledge.atlas.counting import PART, Progress
from ponnuki.knowledge.priors import add_priors

FIRSTS = (1, 5, 10, 20)
PHASES = ("opening", "middle game", "endgame")
"""More than four fifths of the points are empty, more than half, or fewer."""
_FIRSTS = np.array(FIRSTS, np.int64)
_LEAST = np.float32(1e-3)
"""A move that knowledge speaks against, as a share of the best one: a millionth of its probability."""


@dataclass(frozen=True)
class Score:
    """By phase: positions, how many of their moves were among the first so many, and the sum of log-likelihoods."""

    positions: npt.NDArray[np.int64]
    firsts: npt.NDArray[np.float64]
    log_likelihood: npt.NDArray[np.float64]

    def to_json(self) -> dict[str, Any]:
        """All together, and by phase."""
        by_phase = {name: self._row([k]) for k, name in enumerate(PHASES)}
        return self._row(list(range(len(PHASES)))) | {"phases": by_phase}

    def _row(self, phases: list[int]) -> dict[str, float | int]:
        positions = int(self.positions[phases].sum())
        share = max(positions, 1)
        firsts = self.firsts[phases].sum(axis=0) / share
        row: dict[str, float | int] = {f"top{k}": round(float(part), 5) for k, part in zip(FIRSTS, firsts, strict=True)}
        likelihood = float(self.log_likelihood[phases].sum()) / share
        return row | {"log_likelihood": round(likelihood, 5), "positions": positions}


@jit
def _share_of_rank(better: Any, equal: Any, first: Any) -> Any:
    """In which share of orders of `equal` moves one is among the first so many, if so many are better."""
    return min(max((first - better) / equal, 0.0), 1.0)


@jit
def _score_position(knowledge: Any, board: Any, geometry: Any, thread: Any, move: Any, firsts: Any) -> Any:
    """Add to `firsts`; the logarithm of the probability of the move."""
    count = np.int64(abs(list_moves(board, geometry, thread, True)) - 1)
    for i in range(count):
        thread.prior_visits[i] = thread.prior_wins[i] = 0
    add_priors(knowledge, board, geometry, thread, count)
    best = _LEAST
    for i in range(count):
        thread.prior_wins[i] += thread.prior_wins[i] - thread.prior_visits[i]
        best = max(best, thread.prior_wins[i])
    of_move, total = 0.0, 0.0
    for i in range(count):
        worth = max(thread.prior_wins[i], _LEAST * best)
        thread.prior_wins[i] = worth
        total += float(worth) ** 2
        if thread.candidates[i] == move:
            of_move = worth
    better, equal = 0, 0
    for i in range(count):
        better += thread.prior_wins[i] > of_move
        equal += thread.prior_wins[i] == of_move
    for k in range(len(_FIRSTS)):
        firsts[k] += _share_of_rank(better, equal, _FIRSTS[k])
    return 2 * log(float(of_move)) - log(total)


@jit
def _score_games(
    moves: Any, starts: Any, begin: Any, end: Any, boards: Any, fresh: Any, geometry: Any, knowledge: Any, thread: Any,
    positions: Any, firsts: Any, likelihood: Any,
) -> None:  # fmt: skip
    for game in range(begin, end):
        boards[0] = fresh[0]
        board = boards[0]
        points = len(board.empty)
        for i in range(starts[game], starts[game + 1]):
            if moves[i] != PASS:
                phase = 0 if 5 * board.empty_count > 4 * points else (1 if 2 * board.empty_count > points else 2)
                positions[phase] += 1
                likelihood[phase] += _score_position(knowledge, board, geometry, thread, moves[i], firsts[phase])
            play_move(board, geometry, moves[i])


def score_games(games: Games, knowledge: Records, thread: Records, progress: Progress) -> Score:
    """Ask knowledge for all moves of games; `thread` is a record as searches have it."""
    score = Score(np.zeros(3, np.int64), np.zeros((3, len(FIRSTS))), np.zeros(3))
    boards, fresh, tables = new_board(games.size), new_board(games.size), geometry(games.size)[0]
    for begin in range(0, games.count, PART):
        end = min(begin + PART, games.count)
        _score_games(
            games.moves, games.starts, begin, end, boards, fresh, tables, knowledge[0], thread[0],
            score.positions, score.firsts, score.log_likelihood,
        )  # fmt: skip
        progress(end - begin)
    return score
