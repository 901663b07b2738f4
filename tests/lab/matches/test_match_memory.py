"""Pages and exports of long runs read games one after the other: all games together need not fit into memory."""

import json
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ponnuki.lab.journal.store import Run, Store, TrialRow
from ponnuki.lab.matches.result import csv_lines, match_result, write_games
from ponnuki.lab.matches.schedule import match_schedule
from ponnuki.lab.pages import match as page
from ponnuki.match.pair import BASELINE, CANDIDATE
from ponnuki.players.parse import parse_player

PAIRS, LENGTH = 600, 50_000
"""60 MB of games in all."""
MOST = 25_000_000
"""Bytes: the page keeps some games to download, and nothing keeps them all."""


def game(black: str, white: str) -> dict[str, Any]:
    sides = dict.fromkeys((CANDIDATE, BASELINE), 1.0)
    told = {"black": black, "white": white, "winner": black, "result": "B+1", "reason": "score", "how": "", "moves": 40}
    told |= {"seconds": sides, "thought": sides, "slowest": sides, "faults": {}, "opening": ""}
    return told | {"sgf": f"(;SZ[5]C[{'x' * LENGTH}])"}


@pytest.fixture
def long_match(tmp_path: Path) -> Iterator[tuple[Store, Run]]:
    players = [parse_player(words, "go") for words in ("sims=2", "sims=3")]
    match = match_schedule(*players, 2 * PAIRS, "none", 0, {"size": 5})
    told = json.dumps({"games": [game(CANDIDATE, BASELINE), game(BASELINE, CANDIDATE)]})
    with Store(tmp_path / "long.sqlite", write=True) as store:
        run = store.add_run("long", "match", match.settings())
        store.begin_session(run, None)
        series = store.open_series(run, 0, {})
        for number in range(PAIRS):
            store.write(series, [TrialRow((0, number), number, 0.5, told)])
        yield store, run


@pytest.mark.parametrize(
    "use",
    [
        lambda store, run, folder: page.write_report(store, run, folder / "report.html"),
        lambda store, run, folder: sum(1 for _ in csv_lines(store, run)),
        lambda store, run, folder: write_games(store, match_result(store, run), folder / "games"),
    ],
    ids=["report", "export", "games"],
)
def test_games_of_a_long_match_are_not_held_in_memory_together(
    use: Callable[[Store, Run, Path], object], long_match: tuple[Store, Run], tmp_path: Path
) -> None:
    store, run = long_match
    tracemalloc.start()
    use(store, run, tmp_path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MOST
