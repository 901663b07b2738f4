"""What the program's own games look like: the surroundings of every empty point, and which of them were played.

Shapes are cut out of them, and a shape that fits none of them is not worth a game. The games are the program's own,
against itself, with the campaign's limit; the same seed plays the same games.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
import numpy.typing as npt

from ponnuki.games.neighbourhood import NO_POINT, Neighbourhood
from ponnuki.knowledge.shapes import EMPTY, OFF, OTHER, OWN, STONE, Mask, variants
from ponnuki.players.spec import PlayerSpec

GAMES = 24
"""Games to look at: some thousand moves, and some ten thousand that were not made (a guess)."""
LONGEST = 2
"""Moves by points of the board; longer games have nothing new to show."""
LETTERS = (EMPTY, OWN, OTHER, OFF)
"""What a code stands for; a fifth cell, a stone of either colour, is a choice of whoever cuts."""
_ACCEPTS = {EMPTY: (0,), OWN: (1,), OTHER: (2,), OFF: (3,), STONE: (1, 2)}


@dataclass(frozen=True, eq=False)
class SeenMoves:
    """Moves that could be made, one row each."""

    neighbourhood: Neighbourhood
    codes: npt.NDArray[np.uint8]
    """By move and offset of the neighbourhood: a place in LETTERS, as the mover sees it."""
    played: npt.NDArray[np.bool_]
    """Whether it was the move that was made."""

    def fits(self, mask: Mask) -> npt.NDArray[np.bool_]:
        """Which moves a shape fits, turned and mirrored as it may be."""
        found = np.zeros(len(self.codes), np.bool_)
        for turned in variants(mask, self.neighbourhood):
            here = np.ones(len(self.codes), np.bool_)
            for offset, cell in turned:
                here &= np.isin(self.codes[:, self.neighbourhood.index[offset]], _ACCEPTS[cell])
            found |= here
        return found

    def surprise(self, mask: Mask) -> float:
        """By how many standard deviations more moves that a shape fits were made than by chance."""
        fits = self.fits(mask)
        share = float(self.played.mean())
        spread = (share * (1 - share) * int(fits.sum())) ** 0.5
        return (int(self.played[fits].sum()) - share * int(fits.sum())) / spread if spread else 0.0


def look(spec: PlayerSpec, seed: int, games: int = GAMES, on_move: Callable[[], None] = lambda: None) -> SeenMoves:
    """Let a player play against itself, and look at every position; `on_move` may end it by an exception."""
    neighbourhood = spec.kit.surroundings
    near = neighbourhood.around(spec.size, neighbourhood.offsets)
    parts = [
        _surroundings(near, colors, mover, move)
        for number in range(games)
        for colors, mover, move in _positions(
            spec.model_copy(update={"seed": _one(seed, number), "resign": 0.0}), on_move
        )
    ]
    codes, played = zip(*parts, strict=True)
    return SeenMoves(neighbourhood, np.concatenate(codes), np.concatenate(played))


def _one(seed: int, number: int) -> int:
    return int(np.random.SeedSequence([seed, number]).generate_state(1, np.uint64)[0] >> np.uint64(1))


def _positions(spec: PlayerSpec, on_move: Callable[[], None]) -> Iterator[tuple[npt.NDArray[np.uint8], int, int]]:
    """The positions of one game: the stones, who moves (1 or 2), and where; moves without a stone are left out."""
    player, position, limit = spec.kit.player(spec), spec.kit.first_position(spec), spec.limit()
    points = int((position.board()[0].color == 0).sum())
    stones = position.board()[0].color.copy()
    for number in count():
        if position.is_over or number >= LONGEST * points:
            break
        on_move()
        player.set_position(position, spec.komi)
        mover = int(position.board()[0].to_move)
        position = position.play(player.choose(limit, most=1).move)
        before, stones = stones, position.board()[0].color.copy()
        fresh = np.flatnonzero((before == 0) & (stones != 0))
        if len(fresh) == 1:
            yield before, mover, int(fresh[0])
    player.close()


def _surroundings(
    near: npt.NDArray[np.uint16], colors: npt.NDArray[np.uint8], mover: int, move: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
    """The rows of one position."""
    points = np.flatnonzero(colors == 0)
    seen = colors if mover == 1 else np.choose(colors, (0, 2, 1, 3))
    codes = np.where(near[points] == NO_POINT, 3, seen[near[points]]).astype(np.uint8)
    return codes, points == move
