"""Find the surroundings of a move in a table: the largest known shape, and the largest known reply. See `look_up`.

A table is a sorted array of keys and an index of where those with the same first bits begin. It stands in memory,
mostly in a file mapped there; a record has its addresses. A shape is kept only if the smaller one inside it is, so a
search goes from the smallest neighbourhood outwards and ends at the first that is not known.
"""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, EMPTY
from ponnuki.kernels import inline, jit
from ponnuki.kernels.memory import load_u4, load_u8
from ponnuki.kernels.records import Fields
from ponnuki.knowledge.atlas.rings import REPLY_DISTANCE, ring_fields

SHAPE, REPLY = 0, 1
_SHIFTS = np.uint64(13), np.uint64(7), np.uint64(17)
_NOWHERE = 1 << 15


def table_fields(size: int) -> Fields:
    """The fields of a record that `look_up` reads."""
    return [
        *ring_fields(size),
        ("keys", "u8"),  # address of the sorted keys
        ("first", "u8"),  # address of the index: by first bits of a key, where they begin
        ("shift", "u8"),  # what leaves the first bits of a key
        ("levels", "u1"),  # of the largest neighbourhood that is looked at, plus one
    ]


def found_fields() -> Fields:
    """What `look_up` writes to in a record: each for shape and reply."""
    return [
        ("known", "u4", (2,)),  # one plus the place in the table of the largest that is known, 0 for none
        ("next_key", "u8", (2,)),  # the key of the smallest that is not known; 0 if all are
        ("next_level", "u1", (2,)),  # and its level
    ]


@inline
def mixed(least: Any, salt: Any) -> Any:
    """A key whose bits are all alike: the least of eight numbers mostly begins with zeros."""
    word = least ^ salt
    word ^= word << _SHIFTS[0]
    word ^= word >> _SHIFTS[1]
    return word ^ (word << _SHIFTS[2])


@jit
def find_key(table: Any, key: Any) -> Any:
    """One plus the place of a key, 0 if it is not there."""
    bucket = key >> table.shift
    end = load_u4(table.first, bucket + np.uint64(1))
    place = load_u4(table.first, bucket)
    while place < end:
        known = load_u8(table.keys, place)
        if known >= key:
            return np.uint32(place + 1) if known == key else np.uint32(0)
        place += np.uint32(1)
    return np.uint32(0)


@jit
def look_up(table: Any, board: Any, geometry: Any, v: Any, found: Any) -> None:
    """Write what the table knows of the surroundings of a move of the player to move to `found`.

    A reply begins with the first neighbourhood that has the last move in it; where that is far away there is none.
    """
    found.known[SHAPE] = found.known[REPLY] = 0
    found.next_key[SHAPE] = found.next_key[REPLY] = 0
    stone = table.stone[board.to_move - BLACK]
    a = b = c = d = e = f = g = h = np.uint64(0)
    shape_open = True
    reply_open = board.last != 0 and geometry.apart[board.last, v] <= REPLY_DISTANCE
    last_place = _NOWHERE
    place = 0
    for level in range(table.levels):
        while place < table.ends[level]:
            u = table.around[v, place]
            color = board.color[u]
            if color != EMPTY:
                word = stone[place, color]
                a ^= word[0]
                b ^= word[1]
                c ^= word[2]
                d ^= word[3]
                e ^= word[4]
                f ^= word[5]
                g ^= word[6]
                h ^= word[7]
                if u == board.last and u != 0:
                    last_place = place
            place += 1
        if shape_open:
            least = min(min(min(a, b), min(c, d)), min(min(e, f), min(g, h)))
            shape_open = _take(table, found, SHAPE, level, mixed(least, table.salt[SHAPE, level]))
        if reply_open and last_place != _NOWHERE:
            mark = table.marked[last_place]
            least = min(
                min(min(a ^ mark[0], b ^ mark[1]), min(c ^ mark[2], d ^ mark[3])),
                min(min(e ^ mark[4], f ^ mark[5]), min(g ^ mark[6], h ^ mark[7])),
            )
            reply_open = _take(table, found, REPLY, level, mixed(least, table.salt[REPLY, level]))
        if not shape_open and not reply_open:
            return


@inline
def _take(table: Any, found: Any, kind: Any, level: Any, key: Any) -> Any:
    """Note a key that is known, or that it is not; whether it is."""
    place = find_key(table, key)
    if place != 0:
        found.known[kind] = place
        return True
    found.next_key[kind] = key
    found.next_level[kind] = level
    return False
