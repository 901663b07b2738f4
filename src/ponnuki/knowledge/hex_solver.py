"""Who wins a small board of Hex, by proof: a search for the cells that a win needs, no statistics.

Start with `_search`. A proof of a win is a *carrier*: empty cells such that the winner wins whatever the other plays
there or elsewhere. Carriers make the search small (Hayward and others, "Solving 7x7 Hex with domination, virtual
connections, and game-state reduction", 2005):

- A move fails if the other then wins with some carrier. Whatever does not play into that carrier fails as well, so only
  moves in all carriers that were seen so far are left to try. When none is left, the other wins, and the union of the
  carriers is the other's.
- A player whose stones are joined from side to side by bridges that share no cell has won, with the cells of the
  bridges as carrier, though many moves are left to play.

Colours are 0 for Black and 1 for White here, sets of cells are bits of a number.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.common import Color, other_color
from ponnuki.games.hex.coords import CLASSIC
from ponnuki.games.hex.layout import BLACK, WHITE, cells
from ponnuki.games.hex.position import Position
from ponnuki.kernels import jit
from ponnuki.kernels.records import Records, new_records
from ponnuki.knowledge.hex_links import END, MOST_LINKS, START, links

MAX_SIZE = 5
"""The largest board that is solved: all first moves take seconds. A key has 25 bits for each colour."""
COLORS: tuple[Color, Color] = ("b", "w")
_CELLS = MAX_SIZE**2
_SLOTS = 1 << 20
_USED = 1 << 51
_FAR = 99


@dataclass(frozen=True, slots=True)
class Proof:
    """Who wins with best play, and the empty cells that suffice for it."""

    winner: Color
    carrier: tuple[str, ...]


# ---- kernels ------------------------------------------------------------------------------------------------------


@jit
def _joined(solver: Any, own: Any, empty: Any, color: Any) -> Any:
    """The cells of bridges that join a colour's stones from side to side; -1 if they are not joined.

    A walk from one side that never uses a cell twice. It may miss a way that it has barred itself; what it finds is
    sound.
    """
    solver.walk_at[0], solver.walk_used[0] = START, 0
    waiting = 1
    seen = 0
    while waiting > 0:
        waiting -= 1
        at, used = solver.walk_at[waiting], solver.walk_used[waiting]
        for k in range(solver.count[color, at]):
            end, between = solver.end[color, at, k], solver.between[color, at, k]
            if between & ~empty or between & used:
                continue
            if end == END:
                return used | between
            if end < START and own >> end & 1 and not seen >> end & 1:
                seen |= 1 << end
                solver.walk_at[waiting], solver.walk_used[waiting] = end, used | between
                waiting += 1
    return np.int64(-1)


@jit
def _add_distances(solver: Any, own: Any, empty: Any, color: Any, side: Any) -> None:
    """Add to each cell how many stones a chain from it to a side lacks, bridges counted as joined."""
    usable = own | empty
    for at in range(_CELLS):
        solver.distance[at] = _FAR
    changed = True
    while changed:
        changed = False
        for at in range(_CELLS):
            if not usable >> at & 1:
                continue
            here = empty >> at & 1
            for k in range(solver.count[color, at]):
                end, between = solver.end[color, at, k], solver.between[color, at, k]
                if between & ~empty == 0 and (end == side or end < START):
                    far = here + (0 if end == side else solver.distance[end])
                    if far < solver.distance[at]:
                        solver.distance[at] = far
                        changed = True
    for at in range(_CELLS):
        solver.lacking[at] += solver.distance[at]


@jit
def _most_promising(solver: Any, own: Any, other: Any, empty: Any, left: Any, color: Any) -> Any:
    """The move, of those left, that lies on the shortest ways of both players."""
    for at in range(_CELLS):
        solver.lacking[at] = 0
    for side in (START, END):
        _add_distances(solver, own, empty, color, side)
        _add_distances(solver, other, empty, 1 - color, side)
    best = -1
    for at in range(_CELLS):
        if left >> at & 1 and (best < 0 or solver.lacking[at] < solver.lacking[best]):
            best = at
    return np.int64(1) << best


@jit
def _answer(solver: Any, key: Any, slot: Any, winner: Any, carrier: Any) -> None:
    """Keep what was proved of a position; it is also what the one above asks for."""
    solver.winner, solver.carrier = winner, carrier
    solver.keys[slot], solver.winners[slot], solver.carriers[slot] = key, winner, carrier


@jit
def _settled_at_once(solver: Any, depth: Any, own: Any, other: Any, empty: Any, color: Any) -> Any:
    """Whether a single move joins the mover's sides. If not, note what the other threatens to join in the same way."""
    left, refuted = empty, np.int64(0)
    for at in range(_CELLS):
        move = np.int64(1) << at
        if empty & move:
            carrier = _joined(solver, own | move, empty & ~move, color)
            if carrier >= 0:
                solver.winner, solver.carrier = color, carrier | move
                return True
            carrier = _joined(solver, other | move, empty & ~move, 1 - color)
            if carrier >= 0:
                left &= carrier | move
                refuted |= carrier | move
    solver.left[depth], solver.refuted[depth] = left, refuted
    return False


@jit
def _search(solver: Any, black: Any, white: Any, to_move: Any) -> None:
    """Prove who wins; `solver.winner` and `solver.carrier` say it. Nobody's sides are joined yet."""
    solver.stones[0, 0], solver.stones[0, 1] = black, white
    first = to_move
    depth = 0
    entering = True
    while depth >= 0:
        color = (first + depth) % 2
        own, other = solver.stones[depth, color], solver.stones[depth, 1 - color]
        empty = solver.full & ~(own | other)
        key = solver.stones[depth, 0] | solver.stones[depth, 1] << _CELLS | color << (2 * _CELLS) | _USED
        slot = (key ^ key >> 13 ^ key >> 26 ^ key >> 39) & (_SLOTS - 1)
        decided = False
        if entering:
            if solver.keys[slot] == key:
                solver.winner, solver.carrier = solver.winners[slot], solver.carriers[slot]
                decided = True
            else:
                solver.nodes += 1
                decided = _settled_at_once(solver, depth, own, other, empty, color)
        elif solver.winner == color:
            solver.carrier |= solver.move[depth]
            decided = True
        else:
            solver.left[depth] &= solver.carrier
            solver.refuted[depth] |= solver.carrier
        if not decided and solver.left[depth] == 0:
            solver.winner, solver.carrier = 1 - color, solver.refuted[depth]
            decided = True
        if decided:
            _answer(solver, key, slot, solver.winner, solver.carrier)
            depth -= 1
            entering = False
        else:
            move = _most_promising(solver, own, other, empty, solver.left[depth], color)
            solver.move[depth] = move
            solver.stones[depth + 1, color], solver.stones[depth + 1, 1 - color] = own | move, other
            depth += 1
            entering = True


# ---- for people ---------------------------------------------------------------------------------------------------


_DTYPE = np.dtype(
    [
        ("keys", "i8", (_SLOTS,)),  # positions that were proved; a newer one overwrites an older one
        ("carriers", "i8", (_SLOTS,)),
        ("winners", "i8", (_SLOTS,)),
        ("end", "i8", (2, END, MOST_LINKS)),  # by colour and cell, START included: `hex_links`
        ("between", "i8", (2, END, MOST_LINKS)),
        ("count", "i8", (2, END)),
        ("stones", "i8", (_CELLS + 2, 2)),  # by depth and colour
        ("left", "i8", (_CELLS + 2,)),  # moves that may still win
        ("refuted", "i8", (_CELLS + 2,)),  # the other's carriers so far, in one
        ("move", "i8", (_CELLS + 2,)),
        ("walk_at", "i8", (_CELLS + 2,)),  # scratch of `_joined`
        ("walk_used", "i8", (_CELLS + 2,)),
        ("distance", "i8", (END,)),
        ("lacking", "i8", (_CELLS,)),
        ("full", "i8"),  # all cells
        ("nodes", "i8"),
        ("winner", "i8"),  # the last answer
        ("carrier", "i8"),
        ("hex_solver", "u1"),
    ],
    align=True,
)


@lru_cache
def _solver(size: int) -> Records:
    """The tables for one size, with all that was proved so far."""
    records = new_records(_DTYPE, {"full": (1 << size**2) - 1})
    for number, color in enumerate(COLORS):
        for at, ends in links(size, color).items():
            records[0].count[number, at] = len(ends)
            records[0].end[number, at, : len(ends)] = [end for end, _ in ends]
            records[0].between[number, at, : len(ends)] = [between for _, between in ends]
    return records


def solve(position: Position, to_move: Color | None = None) -> Proof:
    """The winner of a position with best play, by default if whoever is to move moves."""
    size, color = position.size, to_move or position.to_move
    if size > MAX_SIZE:
        raise BadInput(f"boards with sides of up to {MAX_SIZE} cells can be solved, not of {size}")
    if position.winner is not None:
        return Proof(position.winner, ())
    solver, black, white = _solver(size)[0], _bits(position, BLACK), _bits(position, WHITE)
    own = {"b": black, "w": white}
    for one in (other_color(color), color):
        carrier = int(_joined(solver, own[one], solver.full & ~(black | white), COLORS.index(one)))
        if carrier >= 0:
            return Proof(one, _names(carrier, size))
    _search(solver, black, white, COLORS.index(color))
    return Proof(COLORS[int(solver.winner)], _names(int(solver.carrier), size))


def winning_moves(position: Position, to_move: Color | None = None) -> list[str]:
    """The cells on which whoever is to move wins."""
    color = to_move or position.to_move
    moves = [] if position.is_over else [CLASSIC.write(cell, position.size) for cell in cells(position.size)]
    free = set(position.legal_moves())
    return [
        move for move in moves if move in free and solve(position.play(move, color), other_color(color)).winner == color
    ]


def _bits(position: Position, color: int) -> int:
    return sum(1 << y * position.size + x for (x, y), stone in position.stones().items() if stone == color)


def _names(carrier: int, size: int) -> tuple[str, ...]:
    return tuple(CLASSIC.write(cell, size) for i, cell in enumerate(cells(size)) if carrier >> i & 1)
