"""Who wins a small position, by search: every move of one side is answered, with the naive rules and their superko.

A search would go on for long after a game is decided, as nobody has to pass. So it stops where one side has enough
points that are safe whatever happens: chains that cannot be captured even if their owner always passes, and what they
enclose (D. B. Benson, Life in the game of Go, 1976).
"""

from collections.abc import Iterator

from ponnuki.games.go.naive import NaivePosition, Point

MOST_MOVES = 12
_LETTERS = "ABCDEFGHJ"


def position_of(rows: list[str]) -> NaivePosition:
    """Black to move; `X` is Black, `O` White."""
    colors = {"X": "b", "O": "w"}
    stones = {(r, c): colors[cell] for r, row in enumerate(reversed(rows)) for c, cell in enumerate(row) if cell != "."}
    return NaivePosition(size=len(rows), stones=frozenset(stones.items()))


def name(move: Point | None) -> str:
    """As GTP has it."""
    return "pass" if move is None else f"{_LETTERS[move[1]]}{move[0] + 1}"


def winners(position: NaivePosition, komi: float) -> dict[str, str]:
    """By first move, who wins after it if both play well."""
    return {name(move): _winner(position.play(move), komi) for move in position.legal_moves()}


def _winner(position: NaivePosition, komi: float) -> str:
    for moves in range(0, MOST_MOVES + 1, 2):
        for color in "bw":
            if _wins(position, color, komi, moves):
                return color
    raise AssertionError(f"not decided in {MOST_MOVES} moves")


def _wins(position: NaivePosition, color: str, komi: float, moves: int) -> bool:
    """Whether a side can force a won end, or enough safe points, within so many moves."""
    if position.passes == 2:
        return (position.score() > komi) == (color == "b")
    everything = position.size**2
    other = "w" if color == "b" else "b"
    if _margin(2 * len(safe_points(position, color)) - everything, color, komi) > 0:
        return True
    if moves == 0 or _margin(everything - 2 * len(safe_points(position, other)), color, komi) < 0:
        return False
    replies = (_wins(position.play(move), color, komi, moves - 1) for move in _ordered(position))
    return any(replies) if position.to_move == color else all(replies)


def _margin(score: int, color: str, komi: float) -> float:
    """By how much a side wins that has so many points more than the other."""
    return score - komi if color == "b" else score + komi


def _ordered(position: NaivePosition) -> list[Point | None]:
    """Captures first, then by place, the pass last: which order does not matter for the result."""

    def rank(move: Point | None) -> tuple[int, Point]:
        return (len(position.play(move).stones) - len(position.stones), move) if move else (2, (0, 0))

    return sorted(position.legal_moves(), key=rank)


def safe_points(position: NaivePosition, color: str) -> set[Point]:
    """Chains with two regions each whose empty points are all liberties of the chain, and such regions; regions must
    be enclosed by such chains alone. What is not so is taken away until all is so."""
    board = dict(position.stones)
    own = {point for point, found in board.items() if found == color}
    everywhere = {(r, c) for r in range(position.size) for c in range(position.size)}
    chains, regions = list(_parts(position, own)), list(_parts(position, everywhere - own))
    while True:
        alive = set().union(*chains)
        regions = [region for region in regions if _border(position, region) & own <= alive]
        kept = [chain for chain in chains if sum(_is_vital(position, region, chain, board) for region in regions) >= 2]
        if kept == chains:
            break
        chains = kept
    vital = [region for region in regions if any(_is_vital(position, region, chain, board) for chain in chains)]
    return set().union(*chains, *vital)


def _parts(position: NaivePosition, points: set[Point]) -> Iterator[set[Point]]:
    """Connected parts of a set of points."""
    left = set(points)
    while left:
        part, waiting = set(), [left.pop()]
        while waiting:
            point = waiting.pop()
            part.add(point)
            near = {one for one in position.neighbours(point) if one in left}
            left -= near
            waiting += near
        yield part


def _border(position: NaivePosition, points: set[Point]) -> set[Point]:
    return {near for point in points for near in position.neighbours(point)} - points


def _is_vital(position: NaivePosition, region: set[Point], chain: set[Point], board: dict[Point, str]) -> bool:
    liberties = _border(position, chain)
    return bool(region & liberties) and all(point in liberties for point in region if point not in board)
