"""The positions of the study `semeai` by the rules of Go on the whole board: which first moves win, proved by search.

    python benchmarks/semeai_proof.py                 # two shapes of each kind
    python benchmarks/semeai_proof.py --shape 5 5 1 2 --shape 6 4 0 2
    python benchmarks/semeai_proof.py --all           # all 24 shapes

The small game of the study leaves out moves into one's own eyes and into the place of a captured chain. Here the other
side may play on every point where the rules let it, and pass. The side that is to win (the *prover*) is held to a few
moves, its first choice first: to prove a win, one good answer to every move is enough. So the search can fail to find
a win that is there, but a win that it finds is one. After a right move Black is the prover, after a wrong one White.

- Nobody commits suicide; two passes end the game; area scoring, stones count as they stand.
- Ko and superko: the other side may take back at once, the prover never. The prover gives up where it loses a stone
  below the corridors, its chain of the start apart. In a corridor White's stones are taken by black ones that hang
  together with a living wall. So what takes a prover's stone is never taken itself, and no board comes twice.
- The prover gives up where its chain in the race is captured, if it must not be (`Task.keep`). As long as that chain
  stands, the points of its row of liberties differ in nothing, so that they are sorted.
- A first move in a row of liberties is tried on one of its points, the one farthest to the left (`--every`: on all).
"""

import argparse
import sys
import time
from dataclasses import dataclass

import numpy as np
from numba import njit

from ponnuki.lab.studies.semeai.positions import KOMI, MUST, SHAPES, SIZE, Shape, rows_of

BLACK, WHITE = 1, 2
POINTS = SIZE * SIZE
TOP, SIDE, FIFTH, FOURTH, THIRD, SECOND = 0, 2, 4, 5, 6, 7
"""Rows as an index, the top row first."""
RACE = 7
"""Columns of the race."""
MOUTH = 6
EYES = {BLACK: ((1, 0), (2, 1)), WHITE: ((1, 8), (6, 8), (8, 8))}
DEEPEST = 300
PROVED, FAILED, OUT_OF_NODES = 1, 2, 3
LETTERS = "ABCDEFGHJ"


def _neighbours() -> np.ndarray:
    found = np.full((POINTS, 4), -1, dtype=np.int64)
    for point in range(POINTS):
        row, column = divmod(point, SIZE)
        steps = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        inside = [r * SIZE + c for r, c in steps if 0 <= r < SIZE and 0 <= c < SIZE]
        found[point, : len(inside)] = inside
    return found


NEIGHBOURS = _neighbours()
IS_EYE = np.zeros(POINTS, dtype=np.uint8)
for _row, _column in (*EYES[BLACK], *EYES[WHITE]):
    IS_EYE[_row * SIZE + _column] = 1


# ---- the rules ------------------------------------------------------------------------------------------------------


@njit(cache=True)
def take_off(board, start, near):
    """Take off the chain of `start` if it has no liberty; how many stones that were."""
    color = board[start]
    stack = np.empty(81, dtype=np.int64)
    seen = np.zeros(81, dtype=np.uint8)
    stack[0], size, at = start, 1, 0
    seen[start] = 1
    while at < size:
        point = stack[at]
        at += 1
        for k in range(4):
            other = near[point, k]
            if other < 0 or seen[other]:
                continue
            if board[other] == 0:
                return 0
            if board[other] == color:
                seen[other] = 1
                stack[size] = other
                size += 1
    for i in range(size):
        board[stack[i]] = 0
    return size


@njit(cache=True)
def play(board, point, color, near):
    """Put a stone on an empty point: -1 if that is suicide (the board is spoilt then), else the stones captured, and
    the point if it was one."""
    board[point] = color
    captured, last = 0, -1
    for k in range(4):
        other = near[point, k]
        if other >= 0 and board[other] == 3 - color:
            gone = take_off(board, other, near)
            captured += gone
            if gone:
                last = other
    if captured == 0 and take_off(board, point, near):
        return -1, -1
    return captured, last if captured == 1 else -1


@njit(cache=True)
def area(board, near):
    """Black's area less White's."""
    score = 0
    seen = np.zeros(81, dtype=np.uint8)
    stack = np.empty(81, dtype=np.int64)
    for start in range(81):
        if board[start] == 1:
            score += 1
        elif board[start] == 2:
            score -= 1
        elif not seen[start]:
            stack[0], size, at, touched = start, 1, 0, 0
            seen[start] = 1
            while at < size:
                point = stack[at]
                at += 1
                for k in range(4):
                    other = near[point, k]
                    if other < 0:
                        continue
                    if board[other]:
                        touched |= board[other]
                    elif not seen[other]:
                        seen[other] = 1
                        stack[size] = other
                        size += 1
            if touched == 1:
                score += size
            elif touched == 2:
                score -= size
    return score


# ---- the search -----------------------------------------------------------------------------------------------------


@njit(cache=True)
def liberties(board, row):
    """Empty points in the first seven columns of a row."""
    count = 0
    for column in range(7):
        if board[row * 9 + column] == 0:
            count += 1
    return count


@njit(cache=True)
def sort_row(board, row):
    """Black stones first, then white ones, then empty points."""
    black = white = 0
    for column in range(7):
        if board[row * 9 + column] == 1:
            black += 1
        elif board[row * 9 + column] == 2:
            white += 1
    for column in range(7):
        board[row * 9 + column] = 1 if column < black else 2 if column < black + white else 0


@njit(cache=True)
def add(moves, count, point, board, chosen):
    """One more move to try, if the point is empty and not among them yet."""
    if board[point] or chosen[point]:
        return count
    chosen[point] = 1
    moves[count] = point
    return count + 1


@njit(cache=True)
def first_empty(board, row):
    """The point farthest to the left, or -1."""
    for column in range(7):
        if board[row * 9 + column] == 0:
            return row * 9 + column
    return -1


@njit(cache=True)
def choices(board, prover, passed, moves, near, is_eye):
    """The prover's moves, the best guess first; 81 is a pass."""
    count = 0
    chosen = np.zeros(82, dtype=np.uint8)
    own, other = (7, 4) if prover == 1 else (4, 7)  # rows of liberties, his own and the other's
    chain, enemy = (54, 45) if prover == 1 else (45, 54)  # a stone of each chain
    running = board[chain] == prover and board[enemy] == 3 - prover
    trial = np.empty(81, dtype=np.uint8)
    for point in range(81):  # what captures
        if board[point] or is_eye[point]:
            continue
        touches = False
        for k in range(4):
            beside = near[point, k]
            if beside >= 0 and board[beside] == 3 - prover:
                touches = True
        if touches:
            trial[:] = board
            if play(trial, point, prover, near)[0] > 0:
                count = add(moves, count, point, board, chosen)
    attack = first_empty(board, other)
    urgent = running and liberties(board, own) <= liberties(board, other)
    if urgent and attack >= 0:
        count = add(moves, count, attack, board, chosen)
    long, short = (0, 2) if liberties(board, 0) >= liberties(board, 2) else (2, 0)
    for column in range(6, 1, -1):
        count = add(moves, count, long * 9 + column, board, chosen)
    for column in range(6, 1, -1):
        count = add(moves, count, short * 9 + column, board, chosen)
    if attack >= 0:
        count = add(moves, count, attack, board, chosen)
    inside = first_empty(board, own)
    if inside >= 0 and not running:
        count = add(moves, count, inside, board, chosen)
    if not passed:
        moves[count] = 81
        count += 1
    for row in (5, 6):  # the place of a captured chain
        for column in range(7):
            count = add(moves, count, row * 9 + column, board, chosen)
    return count


@njit(cache=True)
def everything(board, moves):
    """The other side's moves: the rows of the race and corridors first, a pass is 81."""
    count = 0
    chosen = np.zeros(82, dtype=np.uint8)
    for row in (0, 2, 4, 7):
        for column in range(6, -1, -1):
            count = add(moves, count, row * 9 + column, board, chosen)
    moves[count] = 81
    count += 1
    for point in range(81):
        count = add(moves, count, point, board, chosen)
    return count


@njit(cache=True)
def loses_more(board, after, prover):
    """Whether a stone of the prover's is gone below the corridors, if it is not White's chain of the start."""
    chain = 0
    for column in range(7):
        if board[45 + column] == 2 and after[45 + column] == 0:
            chain += 1
    if prover == 2 and chain == 7:
        return False
    for point in range(27, 81):
        if board[point] == prover and after[point] == 0:
            return True
    return False


@njit(cache=True)
def walls_stand(board):
    """The chains that are not at stake are where they were: one stone of each."""
    return board[27] == 1 and board[72] == 2 and board[8] == 2


@njit(cache=True)
def keys_of(board, state):
    """The board and the state as three whole numbers: no two are alike."""
    low_black = low_white = np.uint64(0)
    high = np.uint64(state)
    for point in range(64):
        if board[point] == 1:
            low_black |= np.uint64(1) << np.uint64(point)
        elif board[point] == 2:
            low_white |= np.uint64(1) << np.uint64(point)
    for point in range(64, 81):
        high = (high << np.uint64(2)) | np.uint64(board[point])
    return low_black, low_white, high


@njit(cache=True)
def place_of(table, a, b, c):
    """Where a key is, or would be written."""
    mixed = (
        (a * np.uint64(0x9E3779B97F4A7C15)) ^ (b * np.uint64(0xC2B2AE3D27D4EB4F)) ^ (c * np.uint64(0x165667B19E3779F9))
    )
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    last = np.uint64(table.shape[0] - 1)
    at = mixed & last
    while table[at, 3] and not (table[at, 0] == a and table[at, 1] == b and table[at, 2] == c):
        at = (at + np.uint64(1)) & last
    return at


@njit
def wins(boards, depth, mover, passed, ko, prover, keep, goal, table, spent, near, is_eye):
    """Whether the prover reaches a score of more than `goal` as Black, of `goal` or less as White."""
    board = boards[depth]
    chain = 54 if prover == 1 else 45
    if keep and board[chain] != prover:
        return 2
    if depth + 1 == boards.shape[0]:
        return 2
    a, b, c = keys_of(board, ((ko + 1) * 2 + passed) * 2 + mover - 1)
    at = place_of(table, a, b, c)
    if table[at, 3]:
        return np.int64(table[at, 3])
    if spent[0] >= spent[1]:
        return 3
    spent[0] += 1
    moves = np.empty(82, dtype=np.int64)
    after = boards[depth + 1]
    row = 7 if prover == 1 else 4
    result = np.int64(2 if mover == prover else 1)
    score = area(board, near) if passed else 0
    good = score > goal if prover == 1 else score <= goal
    if mover == prover and passed and good:
        result = 1
    else:
        count = choices(board, prover, passed, moves, near, is_eye) if mover == prover else everything(board, moves)
        for i in range(count):
            point = moves[i]
            after[:] = board
            if point == 81:
                if passed:
                    found = np.int64(1 if good else 2)
                else:
                    found = wins(boards, depth + 1, 3 - mover, 1, -1, prover, keep, goal, table, spent, near, is_eye)
            else:
                if mover == prover and point == ko:
                    continue
                captured, single = play(after, point, mover, near)
                if captured < 0 or (mover == prover and not walls_stand(after)):
                    continue
                if keep:
                    sort_row(after, row)
                if mover == prover:
                    found = wins(boards, depth + 1, 3 - mover, 0, -1, prover, keep, goal, table, spent, near, is_eye)
                elif captured and loses_more(board, after, prover):
                    found = np.int64(2)
                else:
                    found = wins(
                        boards, depth + 1, 3 - mover, 0, single, prover, keep, goal, table, spent, near, is_eye
                    )
            if found == 3:
                return 3
            if found != result:
                result = found
                break
    at = place_of(table, a, b, c)
    table[at, 0], table[at, 1], table[at, 2], table[at, 3] = a, b, c, np.uint64(result)
    return result


# ---- the questions --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """What is to be proved of a shape for one side."""

    shape: Shape
    prover: int

    @property
    def keep(self) -> bool:
        """Whether the prover's chain must stand: White gives his up where Black is two liberties ahead."""
        return self.prover == BLACK or self.shape.kind == MUST


class Prover:
    """Proofs for one side of a shape; what is known of one first move serves the others."""

    def __init__(self, task: Task, most: int) -> None:
        self.task = task
        size = 1 << (2 * most).bit_length()
        self.table = np.zeros((size, 4), dtype=np.uint64)
        self.spent = np.array([0, most], dtype=np.int64)

    def ask(self, first: int) -> int:
        """What comes of Black's first move (81 is a pass): PROVED, FAILED (nothing is known then) or OUT_OF_NODES."""
        boards = np.zeros((DEEPEST, POINTS), dtype=np.uint8)
        boards[0] = [".XO".index(cell) for cell in "".join(rows_of(self.task.shape))]
        if first < POINTS:
            play(boards[0], first, BLACK, NEIGHBOURS)
        if self.task.keep:
            sort_row(boards[0], SECOND if self.task.prover == BLACK else FIFTH)
        goal = int(KOMI[self.task.shape.kind] - 0.5)
        rest = (first == POINTS, -1, self.task.prover, self.task.keep, goal)
        return wins(boards, 0, WHITE, *map(int, rest), self.table, self.spent, NEIGHBOURS, IS_EYE)


def first_moves(shape: Shape, every: bool = False) -> dict[str, int]:
    """The legal first moves by name, of a row of the race only one, or every."""
    board = np.array([".XO".index(cell) for cell in "".join(rows_of(shape))], dtype=np.uint8)
    found, rows = {}, set()
    for point in range(POINTS):
        row, column = divmod(point, SIZE)
        legal = board[point] == 0 and play(board.copy(), point, BLACK, NEIGHBOURS)[0] >= 0
        if not legal or (row in rows and column < RACE):
            continue
        if row in (FIFTH, SECOND) and column < RACE and not every:
            rows.add(row)
        found[f"{LETTERS[column]}{SIZE - row}"] = point
    return found | {"pass": POINTS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shape", type=int, nargs=4, action="append", metavar=("BLACK", "WHITE", "TOP", "SIDE"))
    parser.add_argument("--all", action="store_true", help="all shapes of the study")
    parser.add_argument("--every", action="store_true", help="every point of a row of liberties as a first move")
    parser.add_argument("--most", type=int, default=4_000_000, help="positions that the proofs of a side may visit")
    options = parser.parse_args()
    sys.setrecursionlimit(10_000)
    shapes = [Shape(*numbers) for numbers in options.shape or ()]
    shapes = list(SHAPES) if options.all else shapes or [Shape(5, 5, 1, 2), Shape(5, 3, 0, 2)]
    for shape in shapes:
        start, lines = time.process_time(), []
        provers = {side: Prover(Task(shape, side), options.most) for side in (BLACK, WHITE)}
        right = {row * SIZE + column for row, column in shape.right}
        for name, point in first_moves(shape, options.every).items():
            side = BLACK if point in right else WHITE
            answer = provers[side].ask(point)
            lines.append(
                f"{name} {'wins' if point in right else 'loses'}: {['', 'proved', 'NOT proved', 'given up'][answer]}"
            )
        nodes = " and ".join(f"{prover.spent[0]:,}" for prover in provers.values())
        print(f"{shape.black}-{shape.white}-{shape.top}-{shape.side}  {', '.join(lines)}")
        print(f"   {nodes} positions, {time.process_time() - start:.0f} s of CPU time", flush=True)


if __name__ == "__main__":
    main()
