"""What campaigns of `ponnuki learn` have brought to the default Go program.

A shape is here if it was accepted in a campaign, confirmed in fresh games, and not shown to hurt in 2 000 games of the
default program at 10 000 simulations. `docs/learn.md` has the campaigns and the games.
"""

from ponnuki.players.shape_spec import read_shapes

LEARNED = read_shapes([{"text": "?????|?????|??+??|?.?#?|????#", "bias": -5.0}], "go")
"""Moves on the first line with an empty point diagonally before them are looked at less."""
