"""How much Go's priors count (`go_priors` has the priors themselves); nothing here needs compiled code."""

from dataclasses import dataclass, replace
from typing import Self

from ponnuki.errors import BadInput


@dataclass(frozen=True, slots=True)
class GoPriors:
    """Virtual visits; 0 switches one off."""

    moves: float = 80.0
    """Won ones, times the square root of the probability that a strong player makes the move (Pachi: 210 on 9x9)."""
    network: bool = True
    """Whether a small network looks at the 44 points around each move that features do not rule out."""
    passing: float = 20.0
    """Lost ones, of the pass, unless it ends the game with a win (a guess)."""
    learned: bool = True
    """Whether the shapes that the program has learned by itself count, too."""
    atlas: str = ""
    """An atlas of shapes from games, by name ("go19") or as a file; none if empty."""
    atlas_weight: float = 80.0
    """Won ones, times the square root of the probability that the atlas gives a move (a guess)."""
    atlas_reading: float = 0.0
    """Won or lost ones, of a move of which the reading that belongs to an atlas says that it works or does not."""
    semeai: float = 0.0
    """Won ones, of each move that a capturing race needs."""
    semeai_size: int = 3
    """Stones that both chains of such a race have at least."""
    semeai_effort: int = 30
    """Positions that each question about such a race may visit (a guess)."""

    def __post_init__(self) -> None:
        if not (self.moves >= 0 and self.passing >= 0):
            raise BadInput("priors.moves and priors.passing must not be negative")
        if not 0 <= self.atlas_weight < float("inf"):
            raise BadInput("priors.atlas_weight must be a number that is not negative")
        if not 0 <= self.atlas_reading < float("inf"):
            raise BadInput("priors.atlas_reading must be a number that is not negative")
        if not (self.semeai >= 0 and self.semeai_size >= 0 and self.semeai_effort >= 0):
            raise BadInput("priors.semeai, semeai_size and semeai_effort must not be negative")

    def without_races(self) -> Self:
        """The same but for what is about capturing races."""
        return replace(self, semeai=0.0, semeai_size=3, semeai_effort=30)


NO_PRIORS = GoPriors(moves=0.0, passing=0.0, learned=False)
