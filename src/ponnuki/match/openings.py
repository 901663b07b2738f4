"""How games begin, so that a match is not the same game again and again.

    none              the empty board
    random:4          four random moves, other ones in each trial
    balanced:32       32 random openings after which a search gives both sides an even chance
    FILE or FOLDER    SGF games, a text file with one opening on a line: D4 F6 C3, or what the game knows besides (EPD)

After the name of a file, `,order=listed` plays its openings in its own order, `,offset=N` begins with the one after the
first N, and `,plies=N` cuts each after N moves.

Both games of a pair begin alike. In a race each trial draws its opening from its own seed (`drawn`); in a plain match a
list is used up before any comes again (`in_turn`). A trial gets a list of moves, or a number of random moves to draw.
Where an opening begins at a position of its own (EPD), that position stands before the moves, as text.
"""

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ponnuki.errors import BadInput, unknown
from ponnuki.games.common import GamePosition, IllegalMove
from ponnuki.match.conditions import Conditions
from ponnuki.players.spec import PlayerSpec
from ponnuki.players.toml import read_text
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
ORDERS = ("random", "listed")
LARGEST_WISH = 10**9
_WISH = re.compile(r"(.+),\s*(order|offset|plies)\s*=([^,]*)")


@dataclass(frozen=True, slots=True)
class Openings:
    """A list of openings, or, if `random_moves` is not 0, as many random moves."""

    name: str = "none"
    listed: tuple[Moves, ...] = ((),)
    random_moves: int = 0
    in_order: bool = False
    """Whether a match plays the list as it is; else in random order."""

    def drawn(self, seed: int) -> Opening:
        """The opening of a trial in a race: its seed decides, and nothing before it."""
        return self.random_moves or self.listed[int(np.random.default_rng([seed, DRAWN]).integers(len(self.listed)))]

    def in_turn(self, match_seed: int, trial: int) -> Opening:
        """The opening of a trial in a plain match: one seeded permutation of the list after the other."""
        if self.random_moves:
            return self.random_moves
        rounds, place = divmod(trial, len(self.listed))
        if self.in_order:
            return self.listed[place]
        order = np.random.default_rng([match_seed, IN_TURN, rounds]).permutation(len(self.listed))
        return self.listed[int(order[place])]

    def arranged(self, name: str, order: str = "random", offset: int = 0, plies: int | None = None) -> "Openings":
        """The list in another order, from another beginning, or with shorter openings."""
        if (order, offset, plies) == ("random", 0, None):
            return self
        begin = offset % len(self.listed)
        turned = self.listed[begin:] + self.listed[:begin]
        cut = tuple(moves if plies is None else moves[: plies + is_set_up(moves)] for moves in turned)
        return Openings(name, cut, in_order=order == "listed")


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
    if (known := conditions.kit.named_openings(text)) is not None:
        played(conditions, known[0], f"openings {text!r}")
        return Openings(text, tuple(known))
    name, wishes = _wishes(text)
    return read_openings(Path(folder) / name, conditions).arranged(text, **wishes)


def _wishes(text: str) -> tuple[str, dict[str, Any]]:
    """What stands behind the name of a file."""
    name, wishes = text, {}
    while found := _WISH.fullmatch(name):
        name, key, value = found[1], found[2], found[3].strip()
        if key == "order" and value not in ORDERS:
            raise BadInput(f"openings {text!r}: {unknown('order', value, ORDERS)}")
        if key != "order" and not (value.isdecimal() and int(value) < LARGEST_WISH):
            raise BadInput(f"openings {text!r}: {key} must be a whole number")
        wishes[key] = value if key == "order" else int(value)
    return name, wishes


def _count(number: str, text: str, most: int) -> int:
    if not number.isdecimal() or not 1 <= int(number) <= most:
        raise BadInput(f"openings {text!r}: after the colon comes a whole number from 1 to {most}, as in random:4")
    return int(number)


def read_openings(path: Path, conditions: Conditions) -> Openings:
    """Openings from a folder of SGF games, one SGF game, or a text file."""
    kit = conditions.kit
    if os.path.isdir(path):  # noqa: PTH112 - Path.is_dir raises where the folder of a path may not be looked into
        files = sorted(path.glob("*.sgf"))
        found = [kit.opening(file, conditions.size) for file in files]
    elif (known := kit.openings_in(path, kit.rules(conditions.rules))) is not None:
        found = known
    elif path.suffix.lower() == ".sgf":
        found = [kit.opening(path, conditions.size)]
    else:
        found = list(_from_text(path))
    if not found:
        raise BadInput(f"{path}: no openings in it: .sgf files in a folder, or lines like D4 F6 C3 in a text file")
    for number, moves in enumerate(found, start=1):
        if moves and not (is_set_up(moves) and len(moves) == 1):  # a position alone, the kit has looked at
            played(conditions, moves, f"{path}: opening {number}")
    return Openings(str(path), tuple(found))


def is_set_up(moves: Moves) -> bool:
    """Whether an opening has a position before its moves: a text with spaces, which no move has."""
    return bool(moves) and " " in moves[0]


def _from_text(path: Path) -> Iterable[Moves]:
    try:
        lines = read_text(path).splitlines()
    except (OSError, ValueError) as error:  # not UTF-8, too long, or a null character in the name
        reason = error.strerror if isinstance(error, OSError) else "not a text file"
        message = f"openings {path}: cannot be read: {reason}; it is none, random:N, balanced:N, a file or a folder"
        raise BadInput(message) from None
    return (tuple(words) for line in lines if (words := line.partition("#")[0].split()))


def opened(conditions: Conditions, opening: Opening, seed: int) -> GamePosition:
    """The position after an opening; the seed decides random moves."""
    if isinstance(opening, int):
        return random_position(conditions.start(), opening, np.random.default_rng(seed))
    return played(conditions, opening, "opening")


def played(conditions: Conditions, moves: Moves, source: str) -> GamePosition:
    """The position after an opening."""
    position = conditions.start()
    if is_set_up(moves):
        kit = conditions.kit
        position, moves = kit.set_up(moves[0], kit.rules(conditions.rules)), moves[1:]
    for move in moves:
        try:
            position = position.play(move)
        except IllegalMove as error:
            raise BadInput(f"{source}: {error}") from None
    if position.is_over:
        raise BadInput(f"{source}: the game is over before it begins")
    return position


def random_position(start: GamePosition, moves: int, rng: np.random.Generator) -> GamePosition:
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


def _value(spec: PlayerSpec, position: GamePosition) -> float:
    player = spec.kit.player(spec)
    player.set_position(position, spec.komi)
    return player.search(Limit(simulations=BALANCED_SIMULATIONS, early_stop=False)).value
