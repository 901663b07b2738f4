"""The proof of the study's positions: what is open on their boards is a small game, searched to its end.

It has three parts that do not touch each other: the race, and two corridors. Every move of either side in them is
tried, and passes; area scoring, stones count as they stand after two passes. What is left out: to fill an eye of one's
own, and to play where a chain was captured (it cannot live there, and the winner's chain has liberties enough to
wait). Start with `best_scores`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ponnuki.lab.studies.semeai.positions import STONES, Shape, rows_of

BLACK, WHITE = 1, -1
_STONE = {BLACK: "X", WHITE: "O"}
_EYES = 2 - 3
"""Points in eyes of living chains: Black's two less White's three."""


@dataclass(frozen=True, slots=True)
class State:
    """What is left to play for."""

    black: int
    """Liberties of the black chain."""
    white: int
    top: str
    """The corridors as rows of points, the mouth first."""
    side: str
    own_black: int = 0
    """Liberties that their owner has filled himself: they are captured with the chain."""
    own_white: int = 0
    captured: int = 0
    """Whose chain won the race: 1 Black's, -1 White's, 0 it goes on."""


def first_state(shape: Shape) -> State:
    """The start of a position."""
    return State(shape.black, shape.white, "." * shape.top, "." * shape.side)


def best_scores(shape: Shape) -> dict[str, int]:
    """What Black reaches by each first move, both playing well: area, White's subtracted, before komi."""
    start, game = first_state(shape), SmallGame()
    stones = "".join(rows_of(shape))
    settled = stones.count("X") - stones.count("O") + _EYES
    found = {name: settled + gain + game.value(after, WHITE, passed=False) for name, after, gain in moves(start, BLACK)}
    return found | {"pass": settled + game.value(start, WHITE, passed=True)}


class SmallGame:
    """Values of states, each worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[State, int, bool], int] = {}

    def value(self, state: State, mover: int, passed: bool) -> int:
        """What Black gains from here on in the race, with the corridors as they are in the end."""
        key = (state, mover, passed)
        if key not in self._known:
            passing = corridors(state) if passed else self.value(state, -mover, passed=True)
            scores = [passing]
            scores += [gain + self.value(after, -mover, passed=False) for _, after, gain in moves(state, mover)]
            self._known[key] = max(scores) if mover == BLACK else min(scores)
        return self._known[key]


def moves(state: State, mover: int) -> Iterator[tuple[str, State, int]]:
    """All moves: a name, what comes of it, and what Black gains in the race."""
    for point, after in enumerate(_corridor_moves(state.top, mover)):
        if after:
            yield f"top {point}", replace(state, top=after), 0
    for point, after in enumerate(_corridor_moves(state.side, mover)):
        if after:
            yield f"side {point}", replace(state, side=after), 0
    yield from _race_moves(state, mover)


def _race_moves(state: State, mover: int) -> Iterator[tuple[str, State, int]]:
    black, white = state.black, state.white
    if state.captured == BLACK and black:
        yield "second row", replace(state, black=black - 1), mover
    elif state.captured == WHITE and white:
        yield "fifth row", replace(state, white=white - 1), mover
    elif state.captured:
        return
    elif mover == BLACK:
        if white == 1:  # the chain, the last liberty, and what White has filled are Black's
            won = replace(state, white=0, own_black=0, own_white=0, captured=BLACK)
            yield "race", won, 2 * STONES + 1 + 2 * state.own_white
        else:
            yield "race", replace(state, white=white - 1), 1
        if black > 1:
            yield "own liberty", replace(state, black=black - 1, own_black=state.own_black + 1), 1
    else:
        if black == 1:
            won = replace(state, black=0, own_black=0, own_white=0, captured=WHITE)
            yield "race", won, -(2 * STONES + 1 + 2 * state.own_black)
        else:
            yield "race", replace(state, black=black - 1), -1
        if white > 1:
            yield "own liberty", replace(state, white=white - 1, own_white=state.own_white + 1), -1


# ---- corridors ------------------------------------------------------------------------------------------------------


def _corridor_moves(cells: str, mover: int) -> list[str]:
    """By point: the corridor after a move there, empty if it is not legal. Black's stones always hang together."""
    found = []
    for point, cell in enumerate(cells):
        after = f"{cells[:point]}{_STONE[mover]}{cells[point + 1 :]}" if cell == "." else ""
        if after and mover == BLACK:
            after = _without_dead(after)
        elif after and _without_dead(after)[point] == ".":
            after = ""
        found.append(after)
    return found


def _without_dead(cells: str) -> str:
    """White chains have liberties in the corridor, or reach White's stones at the mouth; others are taken off."""
    for chain in {part for part in cells.replace(".", " ").replace("X", " ").split() if part}:
        for start in range(len(cells) - len(chain) + 1):
            end = start + len(chain)
            around = cells[start - 1 : start] + cells[end : end + 1]
            if start > 0 and cells[start:end] == chain and around.strip("X") == "":
                cells = cells[:start] + "." * len(chain) + cells[end:]
    return cells


def corridors(state: State) -> int:
    """The area of both corridors, Black's less White's."""
    return corridor_area(state.top) + corridor_area(state.side)


def corridor_area(cells: str) -> int:
    """Empty points in a row belong to Black unless they touch a white stone or the mouth."""
    score = cells.count("X") - cells.count("O")
    fenced = f"O{cells}X"
    start = 0
    for part in cells.replace("O", "X").split("X"):
        if part and fenced[start] != "O" and fenced[start + len(part) + 1] != "O":
            score += len(part)
        start += len(part) + 1
    return score
