"""Every field of a Go board computed again from its colours alone, by flood fills; shares nothing with the kernel.

Start with `wrong_field`, which names the first field that is not what its recomputation says, and `check_games`, which
plays random games, own eyes filled and all, and asks it after every move. It is compiled, so that thousands of games
can be checked at every move; `test_go_board_fields.py` first shows that it notices each kind of damage.
"""

import numpy as np

from ponnuki.games.go.board import (
    in_atari,
    is_legal,
    is_own_eye,
    is_playable,
    last_liberty,
    play,
    play_or_suicide,
    play_pass,
)
from ponnuki.kernels import jit
from ponnuki.kernels.dispatch import dispatch
from ponnuki.kernels.random import below

EMPTY, BLACK, WHITE, OFF = 0, 1, 2, 3
ROWS = 9
"""Rows of the scratch array: see `flood_chains`; the last holds the colours."""

NAMES = (
    "nothing",
    "color",
    "empty",
    "place",
    "empty_count",
    "chain",
    "next_stone",
    "chain_size",
    "liberties",
    "neighbours",
    "code",
    "hash",
    "in_atari",
    "last_liberty",
    "is_legal",
    "is_own_eye",
    "is_playable",
    "ko",
    "captured",
    "last",
    "before_last",
    "go",
)
(
    NOTHING,
    COLOR,
    EMPTY_LIST,
    PLACE,
    EMPTY_COUNT,
    CHAIN,
    NEXT_STONE,
    CHAIN_SIZE,
    LIBERTIES,
    NEIGHBOURS,
    CODE,
    HASH,
    IN_ATARI,
    LAST_LIBERTY,
    LEGAL,
    OWN_EYE,
    PLAYABLE,
    KO,
    CAPTURED,
    LAST,
    BEFORE_LAST,
    GO,
) = range(len(NAMES))


def scratch(size):
    """Room for the recomputation: by vertex a chain label, then by label what is known of the chain.

    Colours are copied to its last row: on a plain array most of this is compiled once, not for each size.
    """
    return np.zeros((ROWS, (size + 2) * (size + 1) + 1), np.int64)


@jit
def flood_chains(color, size, room):
    """Label all chains: their stones, distinct liberties, and pseudo-liberties as count, sum and squares."""
    label, stamp, stones, distinct, count, total, squares = (
        room[0],
        room[1],
        room[2],
        room[3],
        room[4],
        room[5],
        room[6],
    )
    stack = room[7]
    for v in range(len(label)):
        label[v] = stamp[v] = 0
    chains = 0
    for row in range(size):
        for column in range(size):
            start = (row + 1) * (size + 1) + column + 1
            if (color[start] != BLACK and color[start] != WHITE) or label[start] != 0:
                continue
            chains += 1
            stones[chains] = distinct[chains] = count[chains] = total[chains] = squares[chains] = 0
            label[start] = chains
            stack[0] = start
            waiting = 1
            while waiting > 0:
                waiting -= 1
                v = stack[waiting]
                stones[chains] += 1
                for step in (-size - 1, -1, 1, size + 1):
                    u = v + step
                    if color[u] == EMPTY:
                        count[chains] += 1
                        total[chains] += u
                        squares[chains] += u * u
                        if stamp[u] != chains:
                            stamp[u] = chains
                            distinct[chains] += 1
                    elif color[u] == color[start] and label[u] == 0:
                        label[u] = chains
                        stack[waiting] = u
                        waiting += 1
    return chains


@dispatch
def wrong_liberties(board, geometry, number, count, total, squares, distinct):
    """Plain pseudo-liberties: a count."""
    return LIBERTIES if board.liberties[number] != count else NOTHING


@wrong_liberties.when("packed")
def _wrong_packed(board, geometry, number, count, total, squares, distinct):
    word = board.liberties[number]
    if word != count + (total << 12) + (squares << 32):
        return LIBERTIES
    if bool(in_atari(word)) != (distinct == 1):
        return IN_ATARI
    if distinct == 1 and last_liberty(word) * count != total:
        return LAST_LIBERTY
    return NOTHING


@dispatch
def wrong_code(board, geometry, v, size):
    """Boards without codes have none that could be wrong."""
    return NOTHING


@wrong_code.when("code")
def _wrong_code(board, geometry, v, size):
    code = 0
    place = 0
    for up in range(-1, 2):
        for right in range(-1, 2):
            if up != 0 or right != 0:
                code |= np.int64(board.color[v + up * (size + 1) + right]) << place
                place += 2
    return CODE if board.code[v] != code else NOTHING


@dispatch
def wrong_hash(board, geometry, size):
    """Boards without a hash have none that could be wrong."""
    return NOTHING


@wrong_hash.when("hash")
def _wrong_hash(board, geometry, size):
    found = np.uint64(0)
    for v in range(len(board.color)):
        if board.color[v] == BLACK or board.color[v] == WHITE:
            found ^= geometry.zobrist[v, board.color[v]]
    return HASH if board.hash != found else NOTHING


@jit
def on_board(v, size):
    """Whether a vertex is a point."""
    row, column = v // (size + 1) - 1, v % (size + 1) - 1
    return 0 <= row < size and 0 <= column < size


@jit
def wrong_points(board, size):
    """Colours, the list of empty points, and what each point knows of its neighbours."""
    empties = 0
    for v in range(len(board.color)):
        there = board.color[v]
        if not on_board(v, size):
            if there != OFF or board.chain[v] != 0:
                return COLOR
            continue
        if there > WHITE:
            return COLOR
        if there == EMPTY:
            empties += 1
            if board.chain[v] != 0:
                return CHAIN
            if board.place[v] >= board.empty_count:
                return PLACE
            if board.empty[board.place[v]] != v:
                return EMPTY_LIST
        around = 0
        for step in (-size - 1, -1, 1, size + 1):
            u = np.int64(board.color[v + step])
            around += 0x11 if u == OFF else 0x100 if u == EMPTY else 0x01 if u == BLACK else 0x10
        if board.neighbours[v] != around:
            return NEIGHBOURS
    return EMPTY_COUNT if board.empty_count != empties else NOTHING


@jit
def wrong_chains(board, geometry, size, room):
    """Numbers, rings, sizes and liberties of all chains."""
    chains = flood_chains(room[8], size, room)
    label, stamp, stones, distinct, count, total, squares = (
        room[0],
        room[1],
        room[2],
        room[3],
        room[4],
        room[5],
        room[6],
    )
    for c in range(chains + 1):
        stamp[c] = 0
    for v in range(len(board.color)):
        c = label[v]
        if c == 0:
            continue
        number = board.chain[v]
        if number >= len(label) or label[number] != c:
            return CHAIN
        if stamp[c] == 0:
            stamp[c] = number
        if stamp[c] != number:
            return CHAIN
        if board.chain_size[number] != stones[c]:
            return CHAIN_SIZE
        wrong = wrong_liberties(board, geometry, number, count[c], total[c], squares[c], distinct[c])
        if wrong != NOTHING:
            return wrong
    for c in range(1, chains + 1):
        start = np.int64(stamp[c])
        v = start
        for step in range(1, stones[c] + 1):
            v = np.int64(board.next_stone[v])
            if v >= len(label) or label[v] != c or (v == start) != (step == stones[c]):
                return NEXT_STONE
    return NOTHING


@jit
def breathes_after(color, size, v, mover, room):
    """Whether a stone of the mover on the empty point v would stand; labels in `room` are of the board before."""
    label, distinct = room[0], room[3]
    for step in (-size - 1, -1, 1, size + 1):
        u = v + step
        if color[u] == EMPTY:
            return True
        if color[u] == mover and distinct[label[u]] > 1:
            return True
        if color[u] == 3 - mover and distinct[label[u]] == 1:
            return True
    return False


@jit
def fills_own_eye(color, size, v, mover):
    """Orthogonal neighbours all own or edge, and of the diagonals at most one other's (none, at the edge)."""
    edge = 0
    for step in (-size - 1, -1, 1, size + 1):
        if color[v + step] == OFF:
            edge = 1
        elif color[v + step] != mover:
            return False
    lost = edge
    for step in (-size - 2, -size, size, size + 2):
        if color[v + step] == 3 - mover:
            lost += 1
    return lost <= 1


@jit
def wrong_questions(board, geometry, size, room):
    """The answers of the kernel's questions for both colours at every point; labels are in `room`."""
    for mover in (BLACK, WHITE):
        for i in range(size * size):
            v = (i // size + 1) * (size + 1) + i % size + 1
            at = np.uint16(v)
            stands = room[8, v] == EMPTY and breathes_after(room[8], size, v, mover, room)
            legal = stands and v != board.ko
            if bool(is_legal(board, geometry, at, mover)) != legal:
                return LEGAL
            if room[8, v] == EMPTY:
                eye = fills_own_eye(room[8], size, v, mover)
                if bool(is_own_eye(board, geometry, at, mover)) != eye:
                    return OWN_EYE
                if bool(is_playable(board, geometry, at, mover)) != (legal and not eye):
                    return PLAYABLE
    return NOTHING


@jit
def wrong_field(board, geometry, size, room):
    """The first field that differs from its recomputation, by its number in NAMES; NOTHING if none does."""
    for v in range(len(board.color)):
        room[8, v] = board.color[v]
    wrong = wrong_points(board, size)
    if wrong == NOTHING:
        wrong = wrong_chains(board, geometry, size, room)
    if wrong == NOTHING:
        wrong = wrong_hash(board, geometry, size)
    if wrong == NOTHING:
        for i in range(size * size):
            wrong = wrong_code(board, geometry, (i // size + 1) * (size + 1) + i % size + 1, size)
            if wrong != NOTHING:
                return wrong
        wrong = wrong_questions(board, geometry, size, room)
    return wrong


@jit
def naive_put(color, size, v, mover, room):
    """Put a stone into bare colours; returns the opponent's stones taken, own stones lost, and the simple ko."""
    flood_chains(color, size, room)
    label, distinct = room[0], room[3]
    other = 3 - mover
    taken = 0
    taken_at = 0
    doomed = (
        label[v - size - 1] if color[v - size - 1] == other and distinct[label[v - size - 1]] == 1 else 0,
        label[v - 1] if color[v - 1] == other and distinct[label[v - 1]] == 1 else 0,
        label[v + 1] if color[v + 1] == other and distinct[label[v + 1]] == 1 else 0,
        label[v + size + 1] if color[v + size + 1] == other and distinct[label[v + size + 1]] == 1 else 0,
    )
    color[v] = mover
    for u in range(len(color)):
        if label[u] != 0 and (label[u] in doomed):
            color[u] = EMPTY
            taken += 1
            taken_at = u
    flood_chains(color, size, room)
    lost = 0
    ko = 0
    mine = room[0, v]
    if room[3, mine] == 0:
        for u in range(len(color)):
            if room[0, u] == mine:
                color[u] = EMPTY
                lost += 1
    elif taken == 1 and room[2, mine] == 1 and room[3, mine] == 1:
        ko = taken_at
    return taken, lost, ko


@jit
def random_legal(ko, size, mover, suicide, thread, room):
    """A random point that is legal by recomputation under simple ko, or 0; colours and labels must be in `room`."""
    found = 0
    for i in range(size * size):
        v = (i // size + 1) * (size + 1) + i % size + 1
        if room[8, v] == EMPTY and v != ko and (suicide or breathes_after(room[8], size, v, mover, room)):
            found += 1
            if below(thread, found) == 0:
                room[1, 0] = v
    return room[1, 0] if found > 0 else 0


@jit
def wrong_move(board, geometry, size, v, mover, suicide, expected, room):
    """Play a move on the board and on bare colours; the first difference."""
    for u in range(len(expected)):
        expected[u] = room[8, u]
    taken, lost, ko = naive_put(expected, size, v, mover, room)
    if suicide:
        play_or_suicide(board, geometry, np.uint16(v), mover)
    else:
        play(board, geometry, np.uint16(v), mover)
    for u in range(len(expected)):
        if expected[u] != board.color[u]:
            return COLOR
    if board.captured != (lost if lost > 0 else taken):
        return CAPTURED
    if board.ko != ko:
        return KO
    if board.last != v:
        return LAST
    return NOTHING


@jit
def check_games(start, boards, geometry, thread, size, suicide, games, room, tally):
    """Play games and check every move. Returns the first wrong field; `tally` counts moves, captures, suicides, kos.

    Turn 0 is a pass that only checks the empty board. A game ends after two passes, which are rare, or after
    3 * size * size moves.
    """
    expected = np.zeros(len(boards[0].color), np.int64)
    for _ in range(games):
        boards[0] = start[0]
        board = boards[0]
        mover = np.int64(BLACK)
        passes = 0
        last = 0
        for turn in range(3 * size * size + 1):
            v = np.int64(0)
            if turn > 0:
                v = random_legal(np.int64(board.ko), size, mover, suicide, thread, room)
            if v == 0 or below(thread, 64) == 0:
                v = 0
                play_pass(board)
                passes += turn > 0
                wrong = KO if board.ko != 0 else NOTHING
            else:
                passes = 0
                wrong = wrong_move(board, geometry, size, v, mover, suicide, expected, room)
                tally[1] += board.captured > 0
                tally[2] += board.color[v] == EMPTY
                tally[3] += board.ko != 0
            if wrong == NOTHING and board.before_last != last:
                wrong = BEFORE_LAST
            last = v
            if wrong == NOTHING:
                wrong = wrong_field(board, geometry, size, room)
            tally[0] += 1
            if wrong != NOTHING:
                return wrong
            if turn > 0:
                mover = 3 - mover
            if passes == 2:
                break
    return NOTHING
