"""Scratch for Go: what its rules, knowledge and playouts write to in the record of a thread, in one list.

Every Go program gets all of it, whether it uses it or not: records of one type are what lets programs share compiled
playouts.
"""

from ponnuki.games.go import play
from ponnuki.games.go.layout import FULL, Features, vertex_count
from ponnuki.kernels.records import Fields, joined
from ponnuki.knowledge import go_moves, go_reading, shape_match
from ponnuki.knowledge.atlas import priors as atlas
from ponnuki.policies import go_mogo_elsewhere, go_mogo_replies


def go_scratch(size: int, features: Features = FULL) -> Fields:
    """The fields for boards of some size and features."""
    return joined(
        play.scratch(size),
        go_mogo_replies.scratch(size, features),
        go_mogo_elsewhere.scratch(),
        go_moves.scratch(size),
        go_reading.scratch(size),
        atlas.scratch(),
        shape_match.scratch(vertex_count(size)),
    )
