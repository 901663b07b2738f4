"""Calls that search: `sure` looks in a game of a program against itself for moves of which it was sure and wrong,
`finds` asks a program for its move in one position."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ponnuki.games.common import GamePosition
from ponnuki.match.seeds import split
from ponnuki.match.trial import TrialResult
from ponnuki.players.kit import DEFAULT_GAME
from ponnuki.players.parse import parse_player
from ponnuki.players.searcher import Searcher
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.report import SearchReport

SURE, DOUBT = 0.95, 0.5
"""The value from which a program is called sure, and the one below which a longer search says that it was wrong."""
LONGER = 20
"""Times the simulations of the search that refutes."""
AGAIN = 4
"""Other runs of a position of which one run was sure and wrong."""
MOST_MOVES = 120
TOGETHER = 20
"""Runs of one call of `finds`."""
_Player = tuple[PlayerSpec, Searcher[Any]]


@lru_cache(maxsize=16)
def _player(text: str) -> _Player:
    """A program by its words, made once in each process."""
    _, spec = parse_player(text, DEFAULT_GAME)
    assert isinstance(spec, PlayerSpec)
    return spec, spec.kit.player(spec)


def _think(player: _Player, position: GamePosition, komi: float, seed: int) -> SearchReport:
    spec, searcher = player
    searcher.begin_game(seed)
    searcher.set_position(position, komi)
    return searcher.search(spec.limit(), most=1)


def sure(words: Mapping[str, Any], seed: int) -> TrialResult:
    """A game of a program against itself. Wherever it is sure of its move, a search that is twenty times as long looks
    at the position after it: if that gives the move less than an even chance, the program was sure and wrong. Then
    other runs of the same position are asked, with other seeds."""
    text = str(words["player"])
    player = _player(text.format(**words))
    longer = _player(text.format(**{**words, "simulations": LONGER * int(words["simulations"])}))
    spec = player[0]
    board, komi, seeds = spec.kit.first_position(spec), spec.komi, split(seed, 2 * MOST_MOVES + AGAIN)
    told: dict[str, list[int]] = {"wrong": [], "again": []}
    moves = 0
    while not board.is_over and moves < MOST_MOVES:
        best = _think(player, board, komi, seeds[moves]).best
        after = board.play(best.move)
        if best.value > SURE and not after.is_over:
            reply = _think(longer, after, komi, seeds[MOST_MOVES + moves]).best
            told["wrong"].append(int(1 - reply.value < DOUBT))
            if told["wrong"][-1]:
                told["again"] += [int(_is_caught(player, longer, board, komi, one)) for one in seeds[-AGAIN:]]
        board, moves = after, moves + 1
    return TrialResult(0.0, told | {"positions": [moves], "sure": [len(told["wrong"])]})


def _is_caught(player: _Player, longer: _Player, board: GamePosition, komi: float, seed: int) -> bool:
    """Whether another run is sure and wrong too."""
    best = _think(player, board, komi, seed).best
    if best.value <= SURE:
        return False
    after = board.play(best.move)
    return not after.is_over and 1 - _think(longer, after, komi, seed).best.value < DOUBT


def finds(words: Mapping[str, Any], seed: int) -> TrialResult:
    """In how many of twenty runs a program finds the right move of a position, whose rows are parted by spaces; Black
    is to move."""
    player = _player(str(words["player"]).format(**words))
    spec, _ = player
    position = type(spec.kit.first_position(spec)).from_rows(str(words["board"]).split())
    komi, right = float(words["komi"]), words["right"]
    found = [int(_think(player, position, komi, one).best.move == right) for one in split(seed, TOGETHER)]
    return TrialResult(sum(found) / TOGETHER, {"found": found})
