"""How one modification is made at random. Start with `propose_shape` and `propose_setting`.

- *random*: a mask of random cells, as in Hoock and Teytaud. It seldom fits anything.
- *sampled*: cut out around a move of the program's own games, most cells turned into jokers. It fits what happens. Of
  a few cuts, the one whose moves the program makes most (for a good shape) or least (for a bad one) enters the race.
- *mutated*, *crossed*: from shapes that were accepted, or nearly.
- *settings*: a number of the program, multiplied by a random factor.

Each is a function of a random generator and what is material; none decides anything, the race does.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ponnuki.games.neighbourhood import Neighbourhood, Offset
from ponnuki.knowledge.shapes import CELLS, MOST_BIAS, OTHER, OWN, STONE, Mask, Shape, canonical
from ponnuki.lab.learn.modification import Setting
from ponnuki.lab.learn.seen_moves import LETTERS, SeenMoves
from ponnuki.players.spec import PlayerSpec

Kind = Literal["good", "bad", "both", "settings"]
KINDS: tuple[Kind, ...] = ("good", "bad", "both", "settings")

MIX: Mapping[str, float] = {"random": 0.1, "sampled": 0.6, "mutated": 0.15, "crossed": 0.15}
"""How often each kind of shape is drawn (a guess: most of what was ever accepted was sampled)."""
RADII = (0.5, 0.35, 0.15)
"""How often a shape reaches how far (a guess: large shapes seldom fit)."""
RANDOM_JOKERS = 0.7
"""Share of jokers in a random mask (a guess; Hoock and Teytaud do not say)."""
CELLS_KEPT = (2, 6)
"""Cells of a sampled shape that are no jokers (a guess: fewer say too little, more hardly ever fit again)."""
CUTS = 8
"""Cuts of which the most telling is taken: the tournament of genetic programming, before a game is spent (a guess)."""
ANY_STONE = 0.15
"""How often a stone is allowed to be of either colour (a guess)."""
BIASES = (5.0, 10.0, 20.0, 40.0)
"""Virtual simulations (by trial: 5 and 20 do about as much good or harm at 100 simulations a move)."""
FACTOR = 1.0
"""Standard deviation of the logarithm, base 2, of what a setting is multiplied by: mostly between a half and twice."""

SEARCH_RANGES: Mapping[str, tuple[float, float]] = {
    "search.rave_equivalence": (50.0, 50_000.0),
    "search.first_play_urgency": (0.2, 5.0),
    "search.prior_visits": (0.5, 100.0),
    "search.expand_after": (1, 20),
    "search.exploration": (0.01, 1.0),
    "search.rave_fade": (0.1, 1.0),
}
"""Settings of any search that can be drawn, and within what; those of playouts and priors, the game's kit knows."""

Random = np.random.Generator


@dataclass(frozen=True, eq=False)
class ShapeMaterial:
    """What there is to draw shapes from."""

    seen: SeenMoves
    parents: Sequence[Shape]
    """Accepted and nearly accepted shapes."""

    @property
    def neighbourhood(self) -> Neighbourhood:
        """The surroundings of a move in this game."""
        return self.seen.neighbourhood


def propose_shape(random: Random, material: ShapeMaterial, kind: Kind) -> tuple[str, Shape | None]:
    """A shape and how it came about; None where chance made one that says nothing."""
    bad = kind == "bad" or (kind == "both" and random.random() < 0.5)
    ways = [way for way in MIX if material.parents or way not in ("mutated", "crossed")]
    weights = np.array([MIX[way] for way in ways])
    way = str(random.choice(ways, p=weights / weights.sum()))
    mask, bias = _WAYS[way](random, material, bad)
    if not mask:
        return way, None
    bias = min(abs(bias), MOST_BIAS)
    return way, canonical(Shape(mask, -bias if bad else bias), material.neighbourhood)


def _random(random: Random, material: ShapeMaterial, bad: bool) -> tuple[Mask, float]:
    cells = [
        (offset, str(random.choice(CELLS)))
        for offset in _within(material.neighbourhood, _radius(random, material.neighbourhood))
        if random.random() >= RANDOM_JOKERS
    ]
    return frozenset(cells), _bias(random)


def _sampled(random: Random, material: ShapeMaterial, bad: bool) -> tuple[Mask, float]:
    cuts = [_cut(random, material) for _ in range(CUTS)]
    return max(cuts, key=lambda mask: -material.seen.surprise(mask) if bad else material.seen.surprise(mask)), _bias(
        random
    )


def _cut(random: Random, material: ShapeMaterial) -> Mask:
    """A few cells around a move that was made or could have been, either as likely."""
    rows = np.flatnonzero(material.seen.played == bool(random.integers(2)))
    row = material.seen.codes[int(random.choice(rows))]
    offsets = _within(material.neighbourhood, _radius(random, material.neighbourhood))
    count = min(int(random.integers(CELLS_KEPT[0], CELLS_KEPT[1] + 1)), len(offsets))
    chosen = [offsets[i] for i in sorted(random.choice(len(offsets), count, replace=False))]
    return frozenset((offset, _cell(random, material, row, offset)) for offset in chosen)


def _cell(random: Random, material: ShapeMaterial, row: Any, offset: Offset) -> str:
    letter = LETTERS[row[material.neighbourhood.index[offset]]]
    return STONE if letter in (OWN, OTHER) and random.random() < ANY_STONE else letter


def _mutated(random: Random, material: ShapeMaterial, bad: bool) -> tuple[Mask, float]:
    parent = material.parents[int(random.integers(len(material.parents)))]
    cells = dict(parent.mask)
    change = int(random.integers(4))
    if change == 0:
        return parent.mask, abs(parent.bias) * float(random.choice([0.5, 2.0]))
    if change == 1:
        del cells[sorted(cells)[int(random.integers(len(cells)))]]
    else:
        offsets = material.neighbourhood.offsets if change == 2 else sorted(cells)
        cells[offsets[int(random.integers(len(offsets)))]] = str(random.choice(CELLS))
    return frozenset(cells.items()), abs(parent.bias)


def _crossed(random: Random, material: ShapeMaterial, bad: bool) -> tuple[Mask, float]:
    first, second = (material.parents[int(i)] for i in random.integers(len(material.parents), size=2))
    cells = {
        offset: cell for parent in (first, second) for offset, cell in sorted(parent.mask) if random.random() < 0.5
    }
    return frozenset(cells.items()), abs(first.bias)


_WAYS: Mapping[str, Callable[[Random, ShapeMaterial, bool], tuple[Mask, float]]] = {
    "random": _random,
    "sampled": _sampled,
    "mutated": _mutated,
    "crossed": _crossed,
}


def _radius(random: Random, neighbourhood: Neighbourhood) -> int:
    weights = np.array(RADII[: len(neighbourhood.rings)])
    return 1 + int(random.choice(len(weights), p=weights / weights.sum()))


def _within(neighbourhood: Neighbourhood, radius: int) -> list[Offset]:
    return [offset for ring in neighbourhood.rings[:radius] for offset in ring]


def _bias(random: Random) -> float:
    return float(random.choice(BIASES))


def propose_setting(random: Random, baseline: PlayerSpec) -> Setting:
    """A setting that the program has, multiplied or divided."""
    values = numbers_of(baseline)
    name = str(random.choice(sorted(values)))
    low, high = ranges_of(baseline)[name]
    value = max(values[name], low) * 2.0 ** float(random.normal(0.0, FACTOR))
    value = min(max(value, low), high)
    if isinstance(values[name], int):
        return Setting(name, round(value))
    digits = 2 - math.floor(math.log10(value))
    return Setting(name, round(value, digits))


def ranges_of(spec: PlayerSpec) -> dict[str, tuple[float, float]]:
    """What can be drawn for a player, where its program has it, and within what."""
    return {**SEARCH_RANGES, **spec.kit.ranges(spec)}


def numbers_of(spec: PlayerSpec) -> dict[str, float]:
    """The settings of a program that can be drawn, with their values."""
    tables = {"search": spec.search_settings(), "playout": spec.playout_rules(), "priors": spec.prior_weights()}
    split = {name: name.split(".") for name in ranges_of(spec)}
    return {name: getattr(tables[table], key) for name, (table, key) in split.items() if hasattr(tables[table], key)}
