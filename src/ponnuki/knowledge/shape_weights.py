"""How likely strong players answer the last move beside it, by the 3x3 surroundings of each point.

Of the eight points around the last move and "elsewhere", one is drawn in proportion to weights, that of elsewhere being
`ELSEWHERE`. They were fitted by `benchmarks/fit_shape_weights.py` to positions in which nothing more urgent is to be
done: the last move leaves no chain to save from atari, and no fight of two liberties.
"""

from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.kernels import inline
from ponnuki.knowledge.go_moves import canonical_codes, seen_by
from ponnuki.knowledge.shapes3x3 import CODES

ELSEWHERE = 4096
"""The weight of all other moves together; that of a shape may be 16 times as large."""
LARGEST = (1 << 16) - 1


@lru_cache
def load_shape_weights() -> npt.NDArray[np.uint16]:
    """By code, the mover's stones as Black's: the weight of a move there."""
    with np.load(str(files("ponnuki.knowledge") / "shape_weights.npz")) as stored:
        weights = np.full(CODES, stored["unseen"], np.float64)
        weights[stored["codes"]] = stored["weights"]
    found = np.minimum(np.rint(ELSEWHERE * weights), LARGEST).astype(np.uint16)[canonical_codes()]
    found.flags.writeable = False
    return found


@inline
def weight_of(tables: Any, code: Any, color: Any) -> Any:
    """The weight in `tables.shape_weight` of a point for a colour."""
    return tables.shape_weight[seen_by(code, color)]
