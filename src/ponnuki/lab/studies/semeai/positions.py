"""The positions of the study: a race of two chains of seven stones, and one other move that is worth something.

All are one 9x9 board with three numbers: Black's liberties in the race (empty points of the second row), White's (of
the fifth row), and how many white stones hang at the top, which Black can capture and White connect at E9. All other
chains have two eyes whatever happens, so that the game is small enough to be searched to its end (`best_scores`). Komi
is then put between the best score of a right move and that of any other: a wrong move loses the game, as long as the
other side plays well. The list is fixed by these rules; no search and no solver of races has a say in it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

SIZE = 9
_LETTERS = "ABCDEFGHJ"
STONES, MOST = 7, 6
"""Stones of a chain in the race, and its liberties at most: G2 is White's, or his stones below would have one eye."""
MUST, WON = "must be played", "must not be played"
RACE, OTHER = "race", "E9"
LEAST_LIBERTIES, MOST_HANGING = 2, 4
AHEAD = 2
"""Liberties more than the other side that win a race with a move to spare."""
_BLACK, _WHITE = 1, -1
_BLACK_POINTS, _WHITE_POINTS = 28, 26
"""Settled points; of Black's, one less for each hanging stone."""


@dataclass(frozen=True, slots=True)
class StudyPosition:
    """Black to move; `right` are the moves that win."""

    name: str
    kind: str
    rows: tuple[str, ...]
    komi: float
    right: frozenset[str]


def all_positions() -> list[StudyPosition]:
    """The family, the two own positions of the study first: the largest race of each kind."""
    found = [
        position
        for liberties in _liberties()
        for hanging in range(1, MOST_HANGING + 1)
        for turned in range(len(_TURNS))
        if (position := make(*liberties, hanging, turned)) is not None
    ]
    own = {"6-6-2a": 0, "6-4-4a": 1}
    return sorted(found, key=lambda position: own.get(position.name, len(own)))


def _liberties() -> Iterator[tuple[int, int]]:
    """Even races, and races that are won by two liberties and more."""
    for black in range(LEAST_LIBERTIES, MOST + 1):
        for white in range(LEAST_LIBERTIES, MOST + 1):
            if black == white or black >= white + AHEAD:
                yield black, white


def make(black: int, white: int, hanging: int, turned: int = 0) -> StudyPosition | None:
    """The position for three numbers, seen from one of four sides; None if right and wrong end alike."""
    scores = best_scores(black, white, hanging)
    right = RACE if scores[RACE] > scores[OTHER] else OTHER
    gap = scores[right] - max(score for move, score in scores.items() if move != right)
    if gap < 1:
        return None
    komi = scores[right] - gap // 2 - 0.5
    right_rows = [list("." * SIZE) for _ in range(SIZE)]
    for row, column in [(4, column) for column in range(MOST - white, MOST)] if right == RACE else [(0, 4)]:
        right_rows[row][column] = "+"
    turn = _TURNS[turned]
    marked = turn(["".join(row) for row in right_rows])
    return StudyPosition(
        name=f"{black}-{white}-{hanging}{'abcd'[turned]}",
        kind=MUST if right == RACE else WON,
        rows=tuple(turn(_rows(black, white, hanging))),
        komi=komi,
        right=frozenset(
            f"{_LETTERS[column]}{SIZE - row}"
            for row in range(SIZE)
            for column in range(SIZE)
            if marked[row][column] == "+"
        ),
    )


def _rows(black: int, white: int, hanging: int) -> list[str]:
    top = "X" * (4 - hanging) + "O" * hanging + "."
    return [
        f"{top}OO.O",
        "XXXXXO.OO",
        "....XOOOO",
        "XXXXXXXXX",
        f"{'X' * (MOST - white)}{'.' * white}XX.",
        "OOOOOOOXX",
        "XXXXXXXOO",
        f"{'O' * (MOST - black)}{'.' * black}OO.",
        "OOOOOOO.O",
    ]


def _transposed(rows: list[str]) -> list[str]:
    """Columns for rows."""
    return ["".join(row[i] for row in rows) for i in range(SIZE)]


def _mirrored(rows: list[str]) -> list[str]:
    """Left and right exchanged."""
    return [row[::-1] for row in rows]


_TURNS: tuple[Callable[[list[str]], list[str]], ...] = (
    list,
    _transposed,
    _mirrored,
    lambda rows: _mirrored(_transposed(rows)),
)


# ---- the small game -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _State:
    """What is left to play for. Numbers are signed: what Black has more than White."""

    black: int
    """Liberties of the black chain."""
    white: int
    second_row: int
    """Points of the second row that somebody has taken since the start."""
    fifth_row: int
    captured: int = 0
    """Whose chain won the race: 1 Black's, -1 White's, 0 it goes on."""
    other: int = 0
    """Who has played E9."""
    passes: int = 0


def best_scores(black: int, white: int, hanging: int) -> dict[str, int]:
    """What Black reaches by his first move, by kind of move: area, White's subtracted, before komi."""
    start = _State(black, white, 0, 0)
    settled = _BLACK_POINTS - hanging - _WHITE_POINTS

    def score(after: _State) -> int:
        return settled + _value(after, _WHITE, black, white, hanging)

    found = {
        RACE: score(_filled(start, _BLACK)),
        OTHER: score(_changed(start, other=_BLACK)),
        "pass": score(_changed(start, passes=1)),
    }
    if black > 1:
        found["own liberty"] = score(_changed(start, black=black - 1, second_row=1))
    return found


@cache
def _value(state: _State, mover: int, black: int, white: int, hanging: int) -> int:
    """The score of what was open at the start, both playing well."""
    if state.passes == 2:
        return _area(state, black, white, hanging)
    scores = [_value(after, -mover, black, white, hanging) for after in _moves(state, mover)]
    return max(scores) if mover == _BLACK else min(scores)


def _moves(state: _State, mover: int) -> Iterator[_State]:
    yield _changed(state, passes=state.passes + 1)
    if state.other == 0:
        yield _changed(state, other=mover)
    if state.captured == 0:
        yield _filled(state, mover)
        if mover == _BLACK and state.black > 1:
            yield _changed(state, black=state.black - 1, second_row=state.second_row + 1)
        if mover == _WHITE and state.white > 1:
            yield _changed(state, white=state.white - 1, fifth_row=state.fifth_row - 1)
    elif state.captured == _BLACK and state.black > 0:
        yield _changed(state, black=state.black - 1, second_row=state.second_row + mover)
    elif state.captured == _WHITE and state.white > 0:
        yield _changed(state, white=state.white - 1, fifth_row=state.fifth_row + mover)


def _filled(state: _State, mover: int) -> _State:
    """A liberty of the other chain is taken; the last one captures it."""
    if mover == _BLACK:
        won = _BLACK if state.white == 1 else 0
        return _changed(state, white=state.white - 1, fifth_row=state.fifth_row + 1, captured=won)
    won = _WHITE if state.black == 1 else 0
    return _changed(state, black=state.black - 1, second_row=state.second_row - 1, captured=won)


def _changed(
    state: _State,
    *,
    black: int | None = None,
    white: int | None = None,
    second_row: int | None = None,
    fifth_row: int | None = None,
    captured: int | None = None,
    other: int | None = None,
    passes: int = 0,
) -> _State:
    """The state with some changes; a move ends a series of passes."""
    return _State(
        state.black if black is None else black,
        state.white if white is None else white,
        state.second_row if second_row is None else second_row,
        state.fifth_row if fifth_row is None else fifth_row,
        state.captured if captured is None else captured,
        state.other if other is None else other,
        passes,
    )


def _area(state: _State, black: int, white: int, hanging: int) -> int:
    """Stones on the board count, also those that are dead: two passes end the game."""
    top = hanging + 1 if state.other == _BLACK else -(hanging + (1 if state.other == _WHITE else 0))
    second_row = state.second_row - (MOST - black)
    fifth_row = state.fifth_row + (MOST - white)
    if state.captured == _BLACK:
        return top + 2 * STONES + MOST + second_row
    if state.captured == _WHITE:
        return top - 2 * STONES - MOST + fifth_row
    return top + second_row + fifth_row
