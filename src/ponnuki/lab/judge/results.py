"""Results of pairs from counts, from a PGN file, or from the log of fastchess or cutechess.

Where a log has no games but what fastchess or fishtest say of them in the end, the last counts are taken.

A pair is two games from one opening with colours swapped. In a log, games 1 and 2 are a pair, then 3 and 4; in a PGN
file, games that begin alike with colours swapped, of the same round where rounds have two games. A pair comes in the
order in which its second game does. What is left over counts for nothing, and is told.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ponnuki.errors import BadInput, unknown
from ponnuki.games.game_record import read_file
from ponnuki.race.bounds.base import Floats
from ponnuki.race.pentanomial import checked_counts, counts_of

_FINISHED = re.compile(r"Finished game (\d+) \((.+) vs (.+)\): (1-0|0-1|1/2-1/2|\*)")
_COUNTS = re.compile(r"Ptnml\(0-2\): *\[?(\d+(?:, *\d+){4})")
_VERSUS = re.compile(r"Results of (.+?) vs (.+?)(?: \([^()]*\))?:\s*$", re.MULTILINE)
_HEADER = re.compile(r'\[(\w+)\s+"(.*)"\]\s*$')
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}
NAMED = ("White", "Black", "Result")
PAIR_RESULTS = 5
UNKNOWN_ROUNDS = ("", "?", "-")


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: which pair it is of, who played, and White's points."""

    pair: str
    white: str
    black: str
    points: float


@dataclass(frozen=True, slots=True)
class Results:
    """What is judged: counts of pairs, and, from a file, the pairs in its order."""

    counts: Floats
    player: str = ""
    """Whose results they are."""
    other: str = ""
    in_order: Floats | None = None
    left_out: int = 0
    """Games that belong to no whole pair, or had no result."""


def read_pairs(text: str) -> Results:
    """Counts such as 3,20,60,22,4, in brackets or not."""
    words = text.strip().strip("[]()").replace(",", " ").split()
    if len(words) != PAIR_RESULTS or not all(word.isdecimal() for word in words):
        raise BadInput(
            f"pairs {text!r}: five whole numbers, as in 3,20,60,22,4: how often a pair gave 0, 1/2, 1, 3/2 and 2 points"
        )
    return Results(checked_counts([float(word) for word in words]))


def read_results(path: Path, player: str | None = None) -> Results:
    """The pairs in a file, for a player, or for the one that is named first."""
    text = _text(path)
    if not _FINISHED.search(text) and (told := _COUNTS.findall(text)):
        return _as_told(told[-1], _VERSUS.findall(text), path, player)
    games, open_games = _from_log(text) if _FINISHED.search(text) else _from_pgn(text, path)
    if not games:
        known = "a PGN file, or a log with 'Finished game 1 (...' or 'Ptnml(0-2): ...'"
        raise BadInput(f"{path}: no game with a result in it: {known}")
    names = list(dict.fromkeys(name for game in games for name in (game.white, game.black)))
    if len(names) != 2:
        raise BadInput(f"{path}: games of {len(names)} players, not of two: {', '.join(names[:4])}")
    chosen = names[0] if player is None else player
    if chosen not in names:
        raise BadInput(f"{path}: {unknown('player', chosen, names)}")
    rewards = np.array(list(_paired(games, chosen)))
    if not len(rewards):
        raise BadInput(f"{path}: no two games with colours swapped: without pairs there is nothing to judge")
    left = open_games + len(games) - 2 * len(rewards)
    other = next(name for name in names if name != chosen)
    return Results(counts_of(rewards), chosen, other, rewards, left)


def _as_told(counts: str, versus: Sequence[tuple[str, str]], path: Path, player: str | None) -> Results:
    """The counts that a program printed, which are of the one that it names first."""
    found = read_pairs(counts)
    if not versus and player is not None:
        raise BadInput(f"{path}: its counts name no player")
    first, second = versus[-1] if versus else ("", "")
    if player not in (None, first, second):
        raise BadInput(f"{path}: {unknown('player', str(player), (first, second))}")
    if player is None or player == first:
        return Results(found.counts, first, second)
    return Results(found.counts[::-1], second, first)


def _text(path: Path) -> str:
    return read_file(path).decode("utf-8", "replace")


def _from_log(text: str) -> tuple[list[GameResult], int]:
    """Games in the order in which they ended, and how many had no result."""
    games, without = [], 0
    for found in _FINISHED.finditer(text):
        number, white, black, result = found.groups()
        if result in POINTS:
            games.append(GameResult(str((int(number) - 1) // 2), white, black, POINTS[result]))
        else:
            without += 1
    return games, without


def _from_pgn(text: str, path: Path) -> tuple[list[GameResult], int]:
    headers = [about for about in _headers(text) if all(key in about for key in NAMED)]
    finished = [about for about in headers if about["Result"] in POINTS]
    rounds = Counter(about.get("Round", "") for about in finished)
    by_round = sum(count for name, count in rounds.items() if count == 2 and name not in UNKNOWN_ROUNDS)
    games = [
        GameResult(
            about.get("FEN", "") + (f" round {about['Round']}" if 2 * by_round >= len(finished) else ""),
            about["White"],
            about["Black"],
            POINTS[about["Result"]],
        )
        for about in finished
    ]
    return games, len(headers) - len(finished)


def _headers(text: str) -> Iterator[dict[str, str]]:
    """The headers of each game: lines in brackets, up to the first that is none."""
    about: dict[str, str] = {}
    for line in text.splitlines():
        if found := _HEADER.match(line):
            about[found[1]] = found[2]
        elif about and line.strip():
            yield about
            about = {}
    if about:
        yield about


def _paired(games: Sequence[GameResult], player: str) -> Iterator[float]:
    """The player's mean result of each pair, when its second game is there."""
    waiting: dict[tuple[str, str], list[GameResult]] = {}
    for game in games:
        partners = waiting.get((game.pair, game.black))
        if partners:
            yield (_points(partners.pop(0), player) + _points(game, player)) / 2
        else:
            waiting.setdefault((game.pair, game.white), []).append(game)


def _points(game: GameResult, player: str) -> float:
    return game.points if game.white == player else 1.0 - game.points
