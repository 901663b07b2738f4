"""Scratch for Havannah: what its knowledge and playouts write to in the record of a thread, in one list."""

from ponnuki.games.havannah.layout import vertex_count
from ponnuki.kernels.records import Fields, joined
from ponnuki.knowledge import shape_match
from ponnuki.policies import havannah_slow


def havannah_scratch(size: int) -> Fields:
    """The fields for boards of some size."""
    return joined(havannah_slow.scratch(), shape_match.scratch(vertex_count(size)))
