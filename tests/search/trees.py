"""Players for tests of the tree, and what has to hold of any tree."""

from ponnuki.games.go import Position
from ponnuki.games.go.coords import from_gtp
from ponnuki.games.go.layout import vertex_of
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec

SIZE = 7
"""As of the problems below: each size is compiled on its own."""


def player(rows=None, to_move="b", komi=7.5, size=SIZE, **options):
    position = Position.from_rows(rows, to_move) if rows else Position.empty(size)
    mine = GoPlayer(PlayerSpec.make({"size": position.size, "komi": komi, **options}))
    mine.set_position(position, komi)
    return mine


def code(move):
    return vertex_of(SIZE, *from_gtp(move, SIZE))


def assert_tree_is_sound(search, whole=True):
    """Every family lies inside the pool, no two overlap, and children are not visited more than parents.

    Of a tree that is not whole, some paths to a family may have been left out. Gives the parents of each family.
    """
    nodes, seen, families, waiting = search._nodes, set(), set(), [0]
    parents = {}
    while waiting:
        at = waiting.pop()
        first, count = search._family(at)
        if count:
            parents.setdefault((first, count), []).append(at)
        if (first, count) in families:
            continue  # of the same position, by another path
        families.add((first, count))
        family = range(first, first + count)
        assert not seen.intersection(family)
        seen.update(family)
        waiting.extend(i for i in family if nodes[i].children)
    assert len(seen) + 1 <= search.nodes
    for (first, count), of in parents.items():
        visits = sum(int(nodes[at].visits) for at in of)
        assert not whole or int(nodes[first : first + count]["visits"].sum()) <= visits * 1.05 + 10
    return parents
