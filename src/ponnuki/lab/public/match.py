"""`ponnuki.play_match`: two players, any number of games, and how sure the result is."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import DEFAULT_STORE, Store
from ponnuki.lab.matches.schedule import Player, Schedule, match_name, match_schedule
from ponnuki.lab.matches.session import MatchProgress, play
from ponnuki.lab.public.match_report import MatchReport
from ponnuki.lab.public.surroundings import farm_maker, resumable
from ponnuki.players.parse import named_player, parse_player
from ponnuki.players.spec import AnySpec

BETWEEN_REPORTS = 1.0
"""Seconds between two calls of `on_progress`."""

PlayerLike = str | Path | Mapping[str, Any] | AnySpec
"""A player as `play_match` takes it."""


def play_match(
    a: PlayerLike,
    b: PlayerLike,
    *,
    games: int = 200,
    openings: str = "none",
    game: str | None = None,
    size: int | None = None,
    komi: float | None = None,
    rules: str | None = None,
    referee: str | None = None,
    seed: int = 0,
    workers: int | None = None,
    executor: Any = None,
    name: str | None = None,
    store: str | Path = DEFAULT_STORE,
    on_progress: Callable[[str], object] | None = None,
) -> MatchReport:
    """Play a match and say who is stronger, with an interval.

    Every finished pair of games is written to `store` before it counts. The same call again goes on, or returns the
    stored result; a larger `games` extends the match.

    Args:
        a: a player: settings such as `"sims=1000"`, `"gtp:COMMAND"` or `"uci:COMMAND"` (which may contain `{seed}`), a
            TOML file, or the keys of one as a dict.
        b: likewise.
        games: how many, an even number: each opening is played with both colours.
        openings: `"none"`, `"random:4"`, `"balanced:32"`, a text file, an SGF file or a folder of them.
        game: which game, by default what the players say.
        size: lines of the board, by default what the players say, or the game's own.
        komi: points for White, by default what the players say, or 7.5.
        rules: by name, by default the game's own.
        referee: `"own"`, or `"gtp:COMMAND"` of a program that scores.
        seed: another seed, other games.
        workers: processes of this machine, by default one for each core; with a pool as the executor, pairs at once.
        executor: a pool of `concurrent.futures` or a Dask client to play on. It stays open.
        name: of the run in the store; by default made of the players and settings.
        store: the SQLite file that holds all runs.
        on_progress: called with a line that says how far it is, `print` for example: once a second while games end.

    Returns:
        The result from A's side: `.rate`, `.interval`, `.elo`, `.elo_interval`, `.games`, and the records.

    Raises:
        BadInput: something that was given cannot be used; nothing was changed.
        KeyboardInterrupt: Ctrl-C; what has finished is in the store.
    """
    options = {"game": game, "size": size, "komi": komi, "rules": rules, "referee": referee}
    match = match_schedule(_player(a, "a", game), _player(b, "b", game), games, openings, seed, options)
    path = Path(store)
    make_farm = farm_maker(workers, executor, match.samples)
    with resumable(path), Store(path, write=True) as opened:
        result = play(opened, name or match_name(match), match, make_farm, _watcher(on_progress, match))
    return MatchReport.make(path, result)


def _player(given: Any, side: str, game: str | None) -> Player:
    """A name and a spec."""
    if isinstance(given, AnySpec):
        return side, given
    if isinstance(given, Mapping):
        known = {} if game is None else {"game": game}
        return named_player({**known, **given}, f"player {side}", side)
    if not isinstance(given, str | Path):
        kind = type(given).__name__
        raise BadInput(f"player {side} is of type {kind}: give settings, a command, a TOML file or a dict")
    return parse_player(str(given), game)


def _watcher(on_progress: Callable[[str], object] | None, match: Schedule) -> Callable[[MatchProgress], None]:
    last, counted = 0.0, -1

    def watch(progress: MatchProgress) -> None:
        nonlocal last, counted
        if on_progress is not None and progress.done > counted and time.monotonic() - last >= BETWEEN_REPORTS:
            last, counted = time.monotonic(), progress.done
            on_progress(f"{' against '.join(match.names_of(0))}: {2 * progress.done} of {2 * progress.total} games")

    return watch
