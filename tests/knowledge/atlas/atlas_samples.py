"""Random games, and tables made from what the naive count finds in them."""

import numpy as np

from ponnuki.games.go.collection import Games
from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import PASS, geometry, vertex_of
from ponnuki.games.go.position import Position
from ponnuki.knowledge.atlas import naive
from ponnuki.knowledge.atlas.counting import new_scratch
from ponnuki.knowledge.atlas.file import ALL_FEATURES, Atlas, index_of
from ponnuki.knowledge.atlas.lookup import look_up
from ponnuki.knowledge.atlas.priors import atlas_record

SIZE = 5


def random_game(seed, moves, size=SIZE):
    """All positions of a game."""
    random, positions = np.random.default_rng(seed), [Position.empty(size)]
    for _ in range(moves):
        points = [move for move in positions[-1].legal_moves() if move != "pass"]
        positions.append(positions[-1].play(str(random.choice(points)) if points else "pass"))
    return positions


def vertex(move, size=SIZE):
    point = from_gtp(move, size)
    return np.uint16(PASS if point is None else vertex_of(size, *point))


def as_games(played, size=SIZE):
    """Games as their positions, as kernels replay them."""
    parts = [np.array([vertex(position.last_move, size) for position in game[1:]], np.uint16) for game in played]
    starts = np.cumsum([0, *(len(part) for part in parts)])
    return Games(size, np.concatenate(parts), starts.astype(np.int64))


def table_of(surroundings, weights=None):
    """A table that knows these."""
    keys = np.array(sorted(naive.key_of(one) for one in surroundings), np.uint64)
    arrays = {"keys": keys, "first": index_of(keys), "features": np.zeros(ALL_FEATURES, np.float32)}
    return Atlas({}, arrays | {"weights": np.zeros(len(keys), np.float32) if weights is None else weights})


def known(table, position, move):
    """The keys of the largest shape and reply that the kernel finds, None where there is none."""
    found, size = new_scratch(position.size), position.size
    record = atlas_record(table, size)
    look_up(record[0], position.board()[0], geometry(size)[0], vertex(move, size), found[0])
    return [int(table.arrays["keys"][place - 1]) if place else None for place in found[0].known.astype(int)]


def largest(known_ones, position, move):
    """The same by the naive way: outwards until something is not known."""
    found = {False: None, True: None}
    closed = set()
    for one in naive.surroundings(position, move):
        if one[1] not in closed and one in known_ones:
            found[one[1]] = naive.key_of(one)
        else:
            closed.add(one[1])
    return [found[False], found[True]]
