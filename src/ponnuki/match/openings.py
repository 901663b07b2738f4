"""How games begin, so that a match is not the same game again and again.

    none              the empty board
    random:4          four random moves, other ones in each trial
    balanced:32       32 random openings after which a search gives both sides an even chance
    FILE or FOLDER    SGF games, or a text file with one opening on a line: D4 F6 C3

Both games of a pair begin alike. In a race each trial draws its opening from its own seed (`drawn`); in a plain match a
list is used up in random order before any comes again (`in_turn`). Trials get moves, or the number of random ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ponnuki.errors import BadInput
from ponnuki.games.common import IllegalMove
from ponnuki.games.go.record import read_sgf_file
from ponnuki.games.havannah import record as havannah_record
from ponnuki.match.conditions import Conditions
from ponnuki.players.create import AnyPosition, own_player
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

Moves = tuple[str, ...]
Opening = Moves | int
"""What a trial is given: moves, or how many random moves to draw from its seed."""
DRAWN, IN_TURN = 1, 2
"""What a seed is used for here."""
DEFAULT_BALANCED = 32
BALANCED_MOVES = (2, 4, 6)
"""Lengths of balanced openings; of random ones on 9x9 a third to a half turn out even (measured, 30 of each)."""
BALANCED_SIMULATIONS = 1000
BALANCED_MARGIN = 0.05
"""Distance of the search's value from one half that still counts as even."""
BALANCED_TRIES = 60
"""Random openings tried for each one wanted; fewer are found only where komi decides the game."""


@dataclass(frozen=True, slots=True)
class Openings:
    """A list of openings, or, if `random_moves` is not 0, as many random moves."""

    name: str = "none"
    listed: tuple[Moves, ...] = ((),)
    random_moves: int = 0

    def drawn(self, seed: int) -> Opening:
        """The opening of a trial in a race: its seed decides, and nothing before it."""
        return self.random_moves or self.listed[int(np.random.default_rng([seed, DRAWN]).integers(len(self.listed)))]

    def in_turn(self, match_seed: int, trial: int) -> Opening:
        """The opening of a trial in a plain match: one seeded permutation of the list after the other."""
        if self.random_moves:
            return self.random_moves
        rounds, place = divmod(trial, len(self.listed))
        order = np.random.default_rng([match_seed, IN_TURN, rounds]).permutation(len(self.listed))
        return self.listed[int(order[place])]


NO_OPENINGS = Openings()


def find_openings(text: str, conditions: Conditions, folder: Path | str = ".") -> Openings:
    """Openings from what an option or a file says; paths are relative to `folder`."""
    kind, _, number = text.partition(":")
    if kind == "none" and not number:
        return NO_OPENINGS
    if kind == "random":
        return Openings(text, random_moves=_count(number, text, conditions.size**2 // 2))
    if kind == "balanced":
        return balanced(conditions, _count(number, text, 10_000) if number else DEFAULT_BALANCED)
    return read_openings(Path(folder) / text, conditions)


def _count(number: str, text: str, most: int) -> int:
    if not number.isdecimal() or not 1 <= int(number) <= most:
        raise BadInput(f"openings {text!r}: after the colon comes a whole number from 1 to {most}, as in random:4")
    return int(number)


def read_openings(path: Path, conditions: Conditions) -> Openings:
    """Openings from a folder of SGF games, one SGF game, or a text file."""
    if path.is_dir():
        files = sorted(path.glob("*.sgf"))
        found = [_from_sgf(file, conditions) for file in files]
    elif path.suffix.lower() == ".sgf":
        found = [_from_sgf(path, conditions)]
    else:
        found = list(_from_text(path))
    if not found:
        raise BadInput(f"{path}: no openings in it: .sgf files in a folder, or lines like D4 F6 C3 in a text file")
    start = conditions.start()
    for number, moves in enumerate(found, start=1):
        played(start, moves, f"{path}: opening {number}")
    return Openings(str(path), tuple(found))


def _from_sgf(path: Path, conditions: Conditions) -> Moves:
    if conditions.game == "havannah":
        return _from_havannah_record(path, conditions)
    record = read_sgf_file(path)
    if record.size != conditions.size:
        raise BadInput(f"{path}: a game on {record.size}x{record.size}, but the match is on size {conditions.size}")
    if record.setup or any(color != "bw"[number % 2] for number, (color, _) in enumerate(record.moves)):
        raise BadInput(f"{path}: an opening starts on the empty board, and Black and White take turns")
    return tuple(move for _, move in record.moves)


def _from_havannah_record(path: Path, conditions: Conditions) -> Moves:
    record = havannah_record.read_sgf_file(path)
    if record.size != conditions.size:
        raise BadInput(f"{path}: a game on size {record.size}, but the match is on size {conditions.size}")
    if any(color != "wb"[number % 2] for number, (color, _) in enumerate(record.moves)):
        raise BadInput(f"{path}: in an opening White begins, and Black and White take turns")
    return tuple(move for _, move in record.moves)


def _from_text(path: Path) -> Iterable[Moves]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        message = f"openings {path}: cannot be read: {reason}; it is none, random:N, balanced:N, a file or a folder"
        raise BadInput(message) from None
    return (tuple(words) for line in lines if (words := line.partition("#")[0].split()))


def opened(start: AnyPosition, opening: Opening, seed: int) -> AnyPosition:
    """The position after an opening; the seed decides random moves."""
    if isinstance(opening, int):
        return random_position(start, opening, np.random.default_rng(seed))
    return played(start, opening, "opening")


def played(start: AnyPosition, moves: Moves, source: str) -> AnyPosition:
    """The position after an opening."""
    position = start
    for move in moves:
        try:
            position = position.play(move)
        except IllegalMove as error:
            raise BadInput(f"{source}: {error}") from None
    if position.is_over:
        raise BadInput(f"{source}: the game is over before it begins")
    return position


def random_position(start: AnyPosition, moves: int, rng: np.random.Generator) -> AnyPosition:
    """Random legal moves, no passes and no swap, as long as the game is not over."""
    position = start
    for _ in range(moves):
        points = [move for move in position.legal_moves() if move not in ("pass", "swap")]
        if not points:
            break
        after = position.play(points[int(rng.integers(len(points)))])
        if after.is_over:
            break
        position = after
    return position


def balanced(conditions: Conditions, count: int) -> Openings:
    """A fixed list for these conditions: random openings that a search of our default player finds even."""
    keys = ("game", "size", "komi", "rules")
    spec = PlayerSpec.make({key: getattr(conditions, key) for key in keys}, "balanced openings")
    start, rng = conditions.start(), np.random.default_rng(0)
    found: list[Moves] = []
    for attempt in range(BALANCED_TRIES * count):
        position = random_position(start, BALANCED_MOVES[attempt % len(BALANCED_MOVES)], rng)
        moves = tuple(move for _, move in position.history)
        if moves not in found and abs(_value(spec, position) - 0.5) <= BALANCED_MARGIN:
            found.append(moves)
            if len(found) == count:
                return Openings(f"balanced:{count}", tuple(found))
    raise BadInput(
        f"only {len(found)} of {count} balanced openings found on size {conditions.size} with komi {conditions.komi:g}:"
        " ask for fewer, change komi, or use random:N"
    )


def _value(spec: PlayerSpec, position: AnyPosition) -> float:
    player = own_player(spec)
    player.set_position(position, spec.komi)
    return player.search(Limit(simulations=BALANCED_SIMULATIONS, early_stop=False)).value
