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
Stones = tuple[int, int]
"""Black's stones and White's, each a set of bits (`Arena.bit`): there are many positions to list."""

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

    def bit(self, point: Point) -> int:
        """The bit of a point; one column more than there is keeps the ends of rows apart."""
        return 1 << (point[0] * (self.width + 1) + point[1])

    @cached_property
    def all(self) -> int:
        return sum(self.bits)

    @cached_property
    def bits(self) -> list[int]:
        return [self.bit(point) for point in self.points()]

    @cached_property
    def around(self) -> dict[int, int]:
        """By bit: its neighbours in the arena."""
        return {
            self.bit(point): sum(self.bit(near) for near in neighbours(point) if near in self)
            for point in self.points()
        }

    @cached_property
    def safe(self) -> dict[str, int]:
        """By colour: the points that touch a wall of it."""
        return {
            color: sum(
                self.bit(point)
                for point in self.points()
                if color in {self.wall(near) for near in neighbours(point) if near not in self}
            )
            for color in "bw"
        }

    def wall(self, point: Point) -> str | None:
        """The colour of the wall at a point next to the arena, None at the edge of the board."""
        if min(point) < 0:
            return None
        return self.above if point[0] == self.height else self.right

    def packed(self, stones: dict[Point, str]) -> Stones:
        black, white = (sum(self.bit(point) for point, there in stones.items() if there == color) for color in "bw")
        return black, white

    def unpacked(self, stones: Stones) -> dict[Point, str]:
        return {
            point: "b" if stones[0] & self.bit(point) else "w"
            for point in self.points()
            if (stones[0] | stones[1]) & self.bit(point)
        }

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


def chain_at(arena: Arena, own: int, at: int) -> tuple[int, int]:
    """The stones of a chain, and the points next to them."""
    step = arena.width + 1
    chain, near = 0, at
    while now := near & own & ~chain:
        chain |= now
        near |= now << 1 | now >> 1 | now << step | now >> step
    return chain, near & arena.all & ~chain


def after_move(arena: Arena, stones: Stones, at: int, color: str) -> tuple[Stones, int, int] | None:
    """The stones after a move, what it takes and the point that simple ko then forbids; None if it is suicide."""
    own, others = stones if color == "b" else stones[::-1]
    own |= at
    taken, waiting = 0, arena.around[at] & others
    while waiting:
        chain, near = chain_at(arena, others, waiting & -waiting)
        waiting &= ~chain
        if not near & ~(own | others) and not chain & arena.safe[OTHER[color]]:
            taken |= chain
    others &= ~taken
    chain, near = chain_at(arena, own, at)
    liberties, safe = near & ~(own | others), chain & arena.safe[color]
    if not liberties and not safe:
        return None
    is_ko = taken.bit_count() == 1 and chain == at and liberties == taken and not safe
    return (own, others) if color == "b" else (others, own), taken, taken if is_ko else 0


@cache
def _all_after(arena: Arena, stones: Stones, color: str) -> list[tuple[int, Stones, int, int]]:
    """What `after_move` gives for each move of a colour; the questions about one race share it."""
    free = ((at, after_move(arena, stones, at, color)) for at in arena.bits if not at & (stones[0] | stones[1]))
    return [(at, *played) for at, played in free if played is not None]


def whole_chain(arena: Arena, stones: Stones, at: int) -> tuple[int, int, bool]:
    """The stones of the chain at a point, its liberties, and whether it is joined to a wall."""
    color = "b" if stones[0] & at else "w"
    chain, near = chain_at(arena, stones[color == "w"], at)
    return chain, near & ~(stones[0] | stones[1]), bool(chain & arena.safe[color])


@cache
def _chain(arena: Arena, stones: Stones, at: int) -> tuple[int, bool]:
    """The number of stones of a chain, and whether it is joined to a wall."""
    chain, _, safe = whole_chain(arena, stones, at)
    return chain.bit_count(), safe


def forget() -> None:
    """Free the memory that a race took."""
    _all_after.cache_clear()
    _chain.cache_clear()


def succeeds(
    arena: Arena,
    stones: Stones,
    black: int,
    white: int,
    first: str,
    attacker: str,
    master: str,
    most: int,
) -> bool:
    """Whether the attacker takes the other's stake and keeps his own; one side may take back every ko at once."""
    own, prey = (black, white) if attacker == "b" else (white, black)
    return _wins(arena, (stones, first, 0, RACE), own, prey, attacker, most, master)


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
    stones, color, ko, phase = position
    for stake in (own, prey):
        gone = (stake == prey and phase == PREY_GONE) or (stake == own and phase == STAKE_GONE)
        if not gone and _chain(arena, stones, stake)[1]:
            if stake == prey:
                yield False
                return
            if phase == PREY_GONE:
                yield True
                return
    for at, now, taken, next_ko in _all_after(arena, stones, color):
        if at == ko:
            continue
        if master == OTHER[color]:
            next_ko = 0
        next_phase = phase
        if phase == RACE and prey & taken:
            if _chain(arena, stones, prey)[0] >= LARGE:
                yield True
                continue
            next_phase = PREY_GONE
        elif phase == RACE and own & taken:
            if _chain(arena, stones, own)[0] >= LARGE:
                yield False
                continue
            next_phase = STAKE_GONE
        elif phase == PREY_GONE and own & taken and color != attacker:
            yield False
            continue
        elif phase == STAKE_GONE and prey & taken and color == attacker:
            yield True
            continue
        yield now, OTHER[color], next_ko, next_phase
    pusher = OTHER[attacker] if phase == PREY_GONE else attacker
    if color != pusher:
        yield stones, OTHER[color], 0, phase


def outcome(arena: Arena, stones: dict[Point, str], black: Point, white: Point, first: str, most: int = 20000) -> str:
    """`black`, `white`, `seki` or `ko`."""
    arguments = arena, arena.packed(stones), arena.bit(black), arena.bit(white), first
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
    return _waits(arena, arena.packed(stones), arena.bit(black), arena.bit(white), most)


def _waits(arena: Arena, stones: Stones, black: int, white: int, most: int) -> str | None:
    for side, name in (("b", "black"), ("w", "white")):
        loser = OTHER[side]
        if not succeeds(arena, stones, black, white, loser, side, side, most):
            continue
        if succeeds(arena, stones, black, white, loser, loser, loser, most):
            continue
        own, prey = (black, white) if side == "b" else (white, black)
        quiet = (stones, loser, 0, RACE)
        moves = [after for after in _moves(arena, quiet, own, prey, side, loser) if after != (stones, side, 0, RACE)]
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
    return after[3] == RACE and _waits(arena, after[0], black, white, most) == name


def random_race(random: Random, height: int, width: int, fewest: int, most_empty: int):
    """An arena with stones and two chains in it that touch, each of at least so many stones, or None."""
    arena = Arena(height, width, random.choice("bw"), random.choice("bw"))
    stones = {}
    for point in arena.points():
        near = [stones[p] for p in neighbours(point) if p in stones]
        pool = near * 3 + ["b", "w", "b", "w", "."]
        stones[point] = random.choice(pool)
    left = arena.packed(stones)
    for at in arena.bits:
        if at & (left[0] | left[1]):
            chain, liberties, safe = whole_chain(arena, left, at)
            if not liberties and not safe:
                left = left[0] & ~chain, left[1] & ~chain
    stones = arena.unpacked(left)
    if not 1 <= height * width - len(stones) <= most_empty:
        return None
    pairs = [
        (p, q)
        for p in stones
        for q in neighbours(p)
        if stones[p] == "b"
        and stones.get(q) == "w"
        and all(not safe and size >= fewest for size, safe in (_chain(arena, left, arena.bit(x)) for x in (p, q)))
    ]
    if not pairs:
        return None
    return arena, stones, *random.choice(pairs)
