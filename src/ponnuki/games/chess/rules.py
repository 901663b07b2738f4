"""The rules that can be played by: the usual ones, or Chess960, where the first row may stand in another order."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """A game ends by checkmate, stalemate, insufficient material, threefold repetition or fifty moves; nobody has to
    claim."""

    chess960: bool = False


RULE_NAMES = {"standard": Rules(), "chess960": Rules(chess960=True)}
SIZE = 8
