"""The surroundings of a cell in Hex: a hexagon of radius two.

Half a turn of the board changes nothing, so a turned shape is the same shape. Exchanging columns and rows makes of
Black's shape White's, so a mirrored shape counts as the same too: a shape has no colour, and what is good towards
Black's sides for Black is good towards White's for White. Other turns would exchange directions that mean different
things.
"""

from math import sqrt

from ponnuki.games.hex import layout
from ponnuki.games.hexagons.neighbourhood import around_on, rings
from ponnuki.games.neighbourhood import Neighbourhood

NEIGHBOURHOOD = Neighbourhood(
    game="hex",
    rings=rings(layout.DIRECTIONS, lambda o: max(abs(o[0]), abs(o[1]), abs(o[0] + o[1]))),
    symmetries=(
        lambda o: o,
        lambda o: (-o[0], -o[1]),
        lambda o: (o[1], o[0]),
        lambda o: (-o[1], -o[0]),
    ),
    place=lambda o: (o[0] + o[1] / 2, o[1] * sqrt(3) / 2),
    around=around_on(layout),
)
