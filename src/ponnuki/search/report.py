"""What a search tells: values people and protocols read, as data."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One move as the search sees it; `value` is its expected result for the player to move, 0 to 1."""

    move: str
    visits: int
    value: float
    prior: float
    """What knowledge thought of the move before any simulation, 0 to 1."""
    variation: tuple[str, ...]
    """The expected continuation, this move first."""
    proven: str = ""
    """"win", "loss" or "draw" for the player to move, where the search has proved it."""
    prior_visits: float = 0.0
    """How many simulations the prior is worth."""


@dataclass(frozen=True, slots=True)
class SearchReport:
    """A search at one moment; `moves` are sorted, the one to play first."""

    simulations: int
    seconds: float
    value: float
    """Expected result for the player to move, 0 to 1."""
    moves: tuple[MoveReport, ...]
    nodes: int
    tree_is_full: bool = False

    @property
    def best(self) -> MoveReport:
        """The move to play."""
        return self.moves[0]
