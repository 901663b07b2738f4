"""Who wins a capturing race, the slow and obvious way: all positions of a small arena, and nothing but their moves.

The arena is the lower left corner of a 9x9 board. Two walls bound it, each of one colour and each with room behind it
that nobody plays in, so that they stay. The oracle lists all positions that can arise by moves within the arena and
finds by repetition until nothing changes which of them are won. It shares no code with the solver.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

Point = tuple[int, int]
SIZE = 9
RACE, PREY_GONE, STAKE_GONE = "race", "prey gone", "stake gone"
LARGE = 7
OTHER = {"b": "w", "w": "b"}
_CORNER = {"b": "X", "w": "O", ".": "."}


class TooManyError(Exception):
    """There are more positions than the oracle was told to look at."""


@dataclass(frozen=True)
class Arena:
    """A corner of `height` rows and `width` columns with a wall above and a wall to the right."""

    height: int
    width: int
    above: str
    right: str

    def __contains__(self, point: Point) -> bool:
        return 0 <= point[0] < self.height and 0 <= point[1] < self.width

    def points(self) -> list[Point]:
        return [(r, c) for r in range(self.height) for c in range(self.width)]

    @cached_property
    def around(self) -> dict[Point, tuple[list[Point], set[str | None]]]:
        """By point: its neighbours in the arena, and the colours of the walls that it touches."""
        return {
            point: (
                [near for near in neighbours(point) if near in self],
                {self.wall(near) for near in neighbours(point) if near not in self},
            )
            for point in self.points()
        }

    def wall(self, point: Point) -> str | None:
        """The colour of the wall at a point next to the arena, None at the edge of the board."""
        if min(point) < 0:
            return None
        return self.above if point[0] == self.height else self.right

    def rows(self, stones: dict[Point, str]) -> list[str]:
        """The whole board, the top row first: walls, and behind them room that belongs to them."""
        board = []
        for r in range(SIZE - 1, -1, -1):
            row = ""
            for c in range(SIZE):
                if (r, c) in self:
                    row += _CORNER[stones.get((r, c), ".")]
                elif r == self.height and c <= self.width:
                    row += _CORNER[self.above]
                elif c == self.width and r < self.height:
                    row += _CORNER[self.right]
                elif r > self.height and c == self.width:
                    row += _CORNER[self.above]
                elif (r == self.height and c > self.width) or (r == self.height + 1 and c == self.width + 1):
                    row += _CORNER[self.right]
                else:
                    row += "."
            board.append(row)
        return board


def neighbours(point: Point) -> Iterator[Point]:
    r, c = point
    yield from ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))


def chain_at(arena: Arena, stones: dict[Point, str], point: Point) -> tuple[set[Point], set[Point], bool]:
    """The stones of a chain, its liberties, and whether it is joined to a wall."""
    color = stones[point]
    chain, liberties, safe, waiting = {point}, set(), False, [point]
    while waiting:
        inside, walls = arena.around[waiting.pop()]
        safe |= color in walls
        for near in inside:
            there = stones.get(near)
            if there is None:
                liberties.add(near)
            elif there == color and near not in chain:
                chain.add(near)
                waiting.append(near)
    return chain, liberties, safe


def after_move(arena: Arena, stones: dict[Point, str], point: Point, color: str):
    """The stones after a move, what it takes and the point that simple ko then forbids; None if it is suicide."""
    now = {**stones, point: color}
    taken: set[Point] = set()
    for near in arena.around[point][0]:
        if now.get(near) == OTHER[color] and near not in taken:
            chain, liberties, safe = chain_at(arena, now, near)
            if not liberties and not safe:
                taken |= chain
    if taken:
        now = {p: c for p, c in now.items() if p not in taken}
    chain, liberties, safe = chain_at(arena, now, point)
    if not liberties and not safe:
        return None
    is_ko = len(taken) == 1 and chain == {point} and liberties == taken and not safe
    return now, taken, next(iter(taken)) if is_ko else None


@cache
def _all_after(arena: Arena, items: frozenset[tuple[Point, str]], color: str):
    """By point, what `after_move` gives for each move of a colour; the questions about one race share it."""
    stones = dict(items)
    played = {point: after_move(arena, stones, point, color) for point in arena.points() if point not in stones}
    return {point: (frozenset(one[0].items()), *one[1:]) for point, one in played.items() if one is not None}


@cache
def _chain(arena: Arena, items: frozenset[tuple[Point, str]], point: Point) -> tuple[int, bool]:
    """The stones of a chain, and whether it is joined to a wall."""
    chain, _, safe = chain_at(arena, dict(items), point)
    return len(chain), safe


def forget() -> None:
    """Free the memory that a race took."""
    _all_after.cache_clear()
    _chain.cache_clear()


def succeeds(
    arena: Arena,
    stones: dict[Point, str],
    black: Point,
    white: Point,
    first: str,
    attacker: str,
    master: str,
    most: int,
) -> bool:
    """Whether the attacker takes the other's stake and keeps his own; one side may take back every ko at once."""
    own, prey = (black, white) if attacker == "b" else (white, black)
    return _wins(arena, (frozenset(stones.items()), first, None, RACE), own, prey, attacker, most, master)


def _wins(arena, start, own, prey, attacker, most, master=None) -> bool:
    """As `succeeds`, from any position; by default the defender is master of the kos."""
    master = master or OTHER[attacker]
    moves, waiting = {}, [start]
    while waiting:
        position = waiting.pop()
        if position in moves:
            continue
        if len(moves) >= most:
            raise TooManyError
        moves[position] = list(_moves(arena, position, own, prey, attacker, master))
        waiting += [after for after in moves[position] if isinstance(after, tuple)]
    value: dict[object, bool] = {True: True, False: False}
    for phases in ((PREY_GONE,), (STAKE_GONE,), (RACE,)):
        _settle({p: m for p, m in moves.items() if p[3] in phases}, value, attacker)
    return value[start]


def _settle(moves, value, attacker: str) -> None:
    """Find the won positions of one phase: the side that must not pass wins only what it reaches in finite time. Most
    positions were found before those after their moves: the last ones first, and few rounds are enough."""
    for position in moves:
        value[position] = position[3] == PREY_GONE  # until shown otherwise, and so where positions come back
    changed = True
    while changed:
        changed = False
        for position, children in reversed(moves.items()):
            if children:
                now = (any if position[1] == attacker else all)(map(value.__getitem__, children))
            else:
                now = position[3] == PREY_GONE
            if now != value[position]:
                value[position] = now
                changed = True


def _moves(arena, position, own, prey, attacker, master):
    """The positions after each move, or True or False where the question is settled."""
    items, color, ko, phase = position
    stones = dict(items)
    for stake in (own, prey):
        gone = (stake == prey and phase == PREY_GONE) or (stake == own and phase == STAKE_GONE)
        if not gone and _chain(arena, items, stake)[1]:
            if stake == prey:
                yield False
                return
            if phase == PREY_GONE:
                yield True
                return
    for point, (now, taken, next_ko) in _all_after(arena, items, color).items():
        if point == ko:
            continue
        if master == OTHER[color]:
            next_ko = None
        next_phase = phase
        if phase == RACE and prey in taken:
            if _chain(arena, items, prey)[0] >= LARGE:
                yield True
                continue
            next_phase = PREY_GONE
        elif phase == RACE and own in taken:
            if _chain(arena, items, own)[0] >= LARGE:
                yield False
                continue
            next_phase = STAKE_GONE
        elif phase == PREY_GONE and own in taken and stones[own] == attacker and color != attacker:
            yield False
            continue
        elif phase == STAKE_GONE and prey in taken and stones[prey] != attacker and color == attacker:
            yield True
            continue
        yield now, OTHER[color], next_ko, next_phase
    pusher = OTHER[attacker] if phase == PREY_GONE else attacker
    if color != pusher:
        yield items, OTHER[color], None, phase


def outcome(arena: Arena, stones: dict[Point, str], black: Point, white: Point, first: str, most: int = 20000) -> str:
    """`black`, `white`, `seki` or `ko`."""
    arguments = arena, stones, black, white, first
    for attacker, name in (("b", "black"), ("w", "white")):
        if succeeds(*arguments, attacker, OTHER[attacker], most):
            return name
    if any(succeeds(*arguments, attacker, attacker, most) for attacker in "bw"):
        return "ko"
    return "seki"


def winner_who_waits(
    arena: Arena, stones: dict[Point, str], black: Point, white: Point, most: int = 20000
) -> str | None:
    """Who can begin a ko whenever he likes: he risks nothing, and no move of the other changes that but by losing."""
    for side, name in (("b", "black"), ("w", "white")):
        loser = OTHER[side]
        if not succeeds(arena, stones, black, white, loser, side, side, most):
            continue
        if succeeds(arena, stones, black, white, loser, loser, loser, most):
            continue
        own, prey = (black, white) if side == "b" else (white, black)
        quiet = (frozenset(stones.items()), loser, None, RACE)
        moves = [
            after for after in _moves(arena, quiet, own, prey, side, loser) if after != (quiet[0], side, None, RACE)
        ]
        if all(_loses(arena, after, black, white, side, name, most) for after in moves):
            return name
    return None


def _loses(arena, after, black, white, side, name, most) -> bool:
    """Whether a move against a side that waits loses outright, or changes nothing."""
    if isinstance(after, bool):
        return after
    own, prey = (black, white) if side == "b" else (white, black)
    if _wins(arena, after, own, prey, side, most):
        return True
    return after[3] == RACE and winner_who_waits(arena, dict(after[0]), black, white, most) == name


def random_race(random: Random, height: int, width: int, fewest: int, most_empty: int):
    """An arena with stones and two chains in it that touch, each of at least so many stones, or None."""
    arena = Arena(height, width, random.choice("bw"), random.choice("bw"))
    stones = {}
    for point in arena.points():
        near = [stones[p] for p in neighbours(point) if p in stones]
        pool = near * 3 + ["b", "w", "b", "w", "."]
        stones[point] = random.choice(pool)
    stones = {p: c for p, c in stones.items() if c != "."}
    for point in list(stones):
        if point in stones:
            chain, liberties, safe = chain_at(arena, stones, point)
            if not liberties and not safe:
                stones = {p: c for p, c in stones.items() if p not in chain}
    if not 1 <= height * width - len(stones) <= most_empty:
        return None
    pairs = [
        (p, q)
        for p in stones
        for q in neighbours(p)
        if stones[p] == "b"
        and stones.get(q) == "w"
        and all(not chain_at(arena, stones, x)[2] and len(chain_at(arena, stones, x)[0]) >= fewest for x in (p, q))
    ]
    if not pairs:
        return None
    return arena, stones, *random.choice(pairs)
