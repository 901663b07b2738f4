"""Pictures for an atlas: the strongest, the most frequent and the most harmful of what it has, cell by cell.

A table has only keys, from which nothing can be drawn; so those that are worth a look are read off the games once, when
the table is made, and stored in its header as text: `X` own, `O` other, `L` the other's last move, `.` empty, `#` off
the board, in the order of `rings.OFFSETS`.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.games.go.collection import Games
from ponnuki.games.go.layout import BLACK, geometry, new_board
from ponnuki.games.go.play import play_move
from ponnuki.knowledge.atlas.counting import Counted
from ponnuki.knowledge.atlas.file import REPLY_BIT
from ponnuki.knowledge.atlas.rings import ENDS, ring_tables

KINDS = ("strongest", "frequent", "harmful")
EACH = 24
AVAILABLE_OFTEN = 1000
"""A shape is called harmful only if it was there so often."""


def gallery(
    games: Games, counted: Counted, available: npt.NDArray[np.uint64], weights: npt.NDArray[np.float32]
) -> dict[str, list[dict[str, Any]]]:
    """By kind: shapes and replies, each with its counts and its weight."""
    often = available >= min(AVAILABLE_OFTEN, int(available.max(initial=0)))
    orders: dict[str, Iterable[Any]] = {
        "strongest": np.argsort(-weights, kind="stable"),
        "frequent": np.argsort(-counted.played.astype(np.int64), kind="stable"),
        "harmful": [place for place in np.argsort(weights, kind="stable") if often[place]],
    }
    parents = counted.places_of_parents()
    return {
        kind: [
            {
                "cells": cells(games, int(counted.met[place]), int(counted.levels[place])),
                "level": int(counted.levels[place] % REPLY_BIT),
                "weight": round(float(weights[place]), 3),
                "played": int(counted.played[place]),
                "available": int(available[place]),
            }
            for place in _unrelated(orders[kind], parents)
        ]
        for kind in KINDS
    }


def _unrelated(order: Iterable[Any], parents: npt.NDArray[np.int64]) -> list[int]:
    """The first few of which none is inside another."""
    chosen: list[int] = []
    inside: set[int] = set()
    for place in order:
        chain = _chain(int(place), parents)
        if int(place) in inside or any(one in chosen for one in chain):
            continue
        chosen.append(int(place))
        inside.update(chain)
        if len(chosen) == EACH:
            break
    return chosen


def _chain(place: int, parents: npt.NDArray[np.int64]) -> list[int]:
    """A place and those of all that is inside it."""
    found = [place]
    while parents[found[-1]]:
        found.append(int(parents[found[-1]]) - 1)
    return found


def cells(games: Games, move: int, level: int) -> str:
    """The surroundings of one of all moves of the games, before it was played."""
    game = int(np.searchsorted(games.starts, move, side="right")) - 1
    board, tables = new_board(games.size), geometry(games.size)[0]
    for earlier in games.moves[games.starts[game] : move]:
        play_move(board[0], tables, earlier)
    around = ring_tables(games.size)["around"][games.moves[move]][: ENDS[level % REPLY_BIT]]
    names = ".XO#" if board[0].to_move == BLACK else ".OX#"
    marked = int(board[0].last) if level >= REPLY_BIT else -1
    return "".join("L" if int(v) == marked else names[int(board[0].color[v])] for v in around)
