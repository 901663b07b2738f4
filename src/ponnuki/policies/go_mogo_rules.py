"""Which rules of MoGo's playouts are on (`go_mogo` has the rules themselves); nothing here needs compiled code."""

from dataclasses import dataclass

from ponnuki.errors import BadInput

LEAST_WEIGHT, MOST_WEIGHT = 0.01, 100.0
"""Of `shape_weights`: with less hardly any shape is played, with more hardly anything else."""


@dataclass(frozen=True, slots=True)
class MogoRules:
    """Which rules are on. The defaults are the program; `BARE` is where Hoock and Teytaud start from."""

    save: bool = True
    nakade: bool = True
    two_liberties: bool = True
    shapes: bool = True
    capture: int = 2
    """How many random points are looked at for a capture (a guess)."""
    self_atari: bool = True
    shape_weights: float = 0.0
    """How much the weights of 3x3 shapes count against a move elsewhere: 1 is as in the games that they were learned
    from; 0: shapes match or not."""
    ladders: bool = True
    """Whether `save` reads ladders before it extends (a race accepted it: docs/strength.md)."""
    mercy: float = 0.35
    """Lead in stones beyond komi, as a share of the points, that ends a playout; 0 never does (Fuego: 0.3)."""
    semeai_replays: int = 0
    """How often a playout is played again in which the winner of a capturing race has lost it (conditioning)."""
    semeai_answers: bool = False
    """Whether the winner of a capturing race answers moves into it, and leaves it alone otherwise."""
    semeai_size: int = 3
    """Stones that both chains of such a race have at least."""
    semeai_effort: int = 30
    """Positions that each question about such a race may visit (a guess)."""

    @property
    def asks_for_races(self) -> bool:
        """Whether capturing races are looked at."""
        return self.semeai_replays > 0 or self.semeai_answers

    def __post_init__(self) -> None:
        if min(self.semeai_replays, self.semeai_size, self.semeai_effort) < 0:
            raise BadInput("playout.semeai_replays, semeai_size and semeai_effort must not be negative")
        if self.capture < 0 or not self.mercy >= 0:
            raise BadInput("playout.capture and playout.mercy must not be negative")
        if not (self.shape_weights == 0 or LEAST_WEIGHT <= self.shape_weights <= MOST_WEIGHT):
            raise BadInput(
                f"playout.shape_weights must be 0, or from {LEAST_WEIGHT} to {MOST_WEIGHT}, not {self.shape_weights}"
            )
        if self.shape_weights and not self.shapes:
            raise BadInput("playout.shape_weights is for playout.shapes, which is off")


BARE = MogoRules(
    save=False, nakade=False, two_liberties=False, shapes=False, capture=0, self_atari=False, ladders=False, mercy=0.0
)
"""The bare program: every named rule off."""
CLASSIC = MogoRules(nakade=False, two_liberties=False, capture=0, self_atari=False, ladders=False, mercy=0.0)
"""Atari replies, 3x3 shapes, random: MoGo's playouts as first published."""
