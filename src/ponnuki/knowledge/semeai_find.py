"""Which capturing races there are on a board, and which moves of a race are necessary. Start with `find`."""

from typing import Any

import numpy as np

from ponnuki.games.go.board import cross, is_own_eye, opponent
from ponnuki.games.go.layout import BLACK, COUNT_MASK, EMPTY, WHITE
from ponnuki.games.go.tactics import find_liberties
from ponnuki.kernels import jit
from ponnuki.knowledge.semeai_alive import has_two_eyes
from ponnuki.knowledge.semeai_count import BLACK_WINS, SEKI, UNKNOWN, WHITE_WINS
from ponnuki.knowledge.semeai_eyes import fold_all
from ponnuki.knowledge.semeai_local import (
    BLACK_STAKE,
    COLOR_SHIFT,
    MOST_NODES,
    PHASE_SHIFT,
    WHITE_SHIFT,
    WHITE_STAKE,
    bit_of,
    first_of,
)
from ponnuki.knowledge.semeai_moves import PREY_GONE, STAKE_GONE, STANDS, TAKEN, put
from ponnuki.knowledge.semeai_region import ROOM, touches
from ponnuki.knowledge.semeai_search import ask

FEWEST_STONES = 3
"""Stones of a chain that is worth a race."""
MOST_LIBERTIES = 16
"""Liberties of a chain in a race."""
MOST_RACES = 16
_RACING, _FREE = 1, 2


@jit
def find(board: Any, geometry: Any, local: Any) -> Any:
    """The number of races on the board: `race_black` and `race_white` are a stone of each of their chains.

    Two chains that touch race if neither is free: each has few liberties, and no room of its own.
    """
    for v in range(len(board.color)):
        local.kind[v] = 0
        local.marked[v] = 0
    count = 0
    for i in range(len(geometry.points)):
        v = geometry.points[i]
        if board.color[v] == BLACK and board.chain[v] == v and races(board, geometry, local, v):
            count = find_enemies(board, geometry, local, v, count)
    return count


@jit
def find_enemies(board: Any, geometry: Any, local: Any, chain: Any, count: Any) -> Any:
    """Add a race for each racing white chain next to a black one."""
    first = count
    v = chain
    while True:
        for u in cross(geometry, v):
            if board.color[u] == WHITE and count < MOST_RACES and races(board, geometry, local, board.chain[u]):
                known = False
                for i in range(first, count):
                    known |= local.race_white[i] == board.chain[u]
                if not known:
                    local.race_black[count] = chain
                    local.race_white[count] = board.chain[u]
                    count += 1
        v = board.next_stone[v]
        if v == chain:
            return count


@jit
def races(board: Any, geometry: Any, local: Any, chain: Any) -> Any:
    """Whether a chain is large enough for a race and not free; remembered in `kind`."""
    if local.kind[chain] == 0:
        racing = (
            board.chain_size[chain] >= FEWEST_STONES
            and (board.liberties[chain] & COUNT_MASK) <= 4 * MOST_LIBERTIES
            and find_liberties(board, geometry, chain, MOST_LIBERTIES + 1, local.queue, np.int64(0)) <= MOST_LIBERTIES
            and not is_free(board, geometry, local, chain)
        )
        local.kind[chain] = _RACING if racing else _FREE
    return local.kind[chain] == _RACING


@jit
def is_free(board: Any, geometry: Any, local: Any, chain: Any) -> Any:
    """Whether a chain has two eyes, reaches two of one point, or enough empty points that no enemy stands next to."""
    if has_two_eyes(board, geometry, local, chain):
        return True
    local.walk += 1
    color = np.int64(board.color[chain])
    local.stack[0] = chain
    local.seen[chain] = local.walk
    waiting = 1
    room = 0
    eyes = 0
    while waiting > 0:
        waiting -= 1
        v = local.stack[waiting]
        if board.color[v] == EMPTY:
            if touches(board, geometry, v, opponent(color)):
                continue
            room += 1
            eyes += 1 if is_own_eye(board, geometry, v, color) else 0
            if room >= ROOM or eyes >= 2:
                return True
        for u in cross(geometry, v):
            if local.seen[u] != local.walk and (board.color[u] == color or board.color[u] == EMPTY):
                local.seen[u] = local.walk
                local.stack[waiting] = u
                waiting += 1
    return False


# ---- necessary moves ----------------------------------------------------------------------------------------------


@jit
def is_better(result: Any, other_result: Any, color: Any) -> Any:
    """Whether a result is better for a side than what it gets by passing; nothing is said of what is not known."""
    win, loss = (BLACK_WINS, WHITE_WINS) if color == BLACK else (WHITE_WINS, BLACK_WINS)
    if result == UNKNOWN or other_result == UNKNOWN or result == other_result:
        return False
    return result == win or other_result == loss


@jit
def list_necessary(local: Any, color: Any, result: Any, limit: Any) -> Any:
    """Find all moves by which a side gets its result: their number, the vertices are in `good`."""
    nodes = np.int64(0)
    rest = local.outside[0] | (local.outside[1] << WHITE_SHIFT) | ((BLACK + WHITE - color) << COLOR_SHIFT)
    enemy = 1 if color == BLACK else 0
    if local.outside[enemy] > 0:
        shift = WHITE_SHIFT if color == BLACK else 0
        local.after_black, local.after_white, local.after_ko, local.taken = local.black, local.white, 0, 0
        if achieves(local, rest - (1 << shift), color, result, limit):
            nodes |= bit_of(MOST_NODES)
    left = local.points & ~(local.black | local.white)
    if local.ko > 0 and local.ko_color == color:
        left &= ~bit_of(local.ko - 1)
    while left != 0:
        node = first_of(local, left)
        left &= left - 1
        if put(local, local.black, local.white, rest, node, color) and achieves(local, rest, color, result, limit):
            nodes |= bit_of(node)
    local.good_nodes = nodes
    return list_moves(local, color, nodes)


@jit
def list_moves(local: Any, color: Any, nodes: Any) -> Any:
    """Write the vertices of nodes (`good_nodes`) of a side's necessary moves to `good`: their number."""
    count = 0
    if nodes & bit_of(MOST_NODES) != 0:
        enemy = 1 if color == BLACK else 0
        for i in range(local.outside[enemy]):
            local.good[count] = local.outside_vertex[enemy, i]
            count += 1
    left = nodes & (bit_of(MOST_NODES) - 1)
    while left != 0:
        local.good[count] = local.vertex[first_of(local, left)]
        left &= left - 1
        count += 1
    return count


@jit
def achieves(local: Any, rest: Any, color: Any, result: Any, limit: Any) -> Any:
    """Whether a side gets its result from the position after its move, the other to move."""
    other = BLACK + WHITE - color
    own_stake, other_stake = (BLACK_STAKE, WHITE_STAKE) if color == BLACK else (WHITE_STAKE, BLACK_STAKE)
    ko = local.after_ko
    wins = result == (BLACK_WINS if color == BLACK else WHITE_WINS)
    if local.taken & (bit_of(other_stake) | bit_of(own_stake)) != 0:
        rest |= (PREY_GONE if wins else STAKE_GONE) << PHASE_SHIFT
    local.after_rest = rest
    if not local.only_search:
        fold_all(local)
    black, white, rest = local.after_black, local.after_white, local.after_rest
    if wins:
        return ask(local, black, white, rest, ko, color, other, limit) == TAKEN
    master = other if result == SEKI else color
    return ask(local, black, white, rest, ko, other, master, limit) == STANDS
