"""Make an atlas from games: count, weigh, write. Start with `build`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.games.go.collection import Games
from ponnuki.knowledge.atlas.counting import (
    Counted,
    best_supported,
    count_played,
)
from ponnuki.knowledge.atlas.file import index_of
from ponnuki.knowledge.atlas.fit import FIT_COST, HASTY_COST, Fitted, fit_weights
from ponnuki.knowledge.atlas.gallery import gallery
from ponnuki.knowledge.atlas.rings import DISTANCES, LEVELS

OnProgress = Callable[[str, float, float], None]
"""Is told what is done, how much of all work has been done, and how much there is."""


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """How an atlas is made."""

    support: int = 20
    """Surroundings are kept if they were played at least so often."""
    most: int = 1 << 18
    """So many at most: where there are more, a higher support decides."""
    sample: int | None = None
    """Games that weights are fitted to in full, evenly spread; all if none is given."""
    haste: int = 0
    """Games that are learned from in haste before, drawn at random; 0 stands for all. Without a sample, none are."""
    passes: int = 1
    """Over the games of the sample."""
    threads: int = 2
    """For counting; the fit has one."""


def build(
    games: Games, options: BuildOptions, on_progress: OnProgress
) -> tuple[dict[str, Any], Mapping[str, npt.NDArray[Any]]]:
    """What `file.write_atlas` writes: words about the atlas, and its arrays."""
    if games.count == 0:
        raise BadInput("there are no games to learn from")
    sample = games.spread(options.sample or games.count)
    all_weighed = sample.count == games.count
    total = games.count * LEVELS + sample.count * FIT_COST * options.passes
    haste = 0 if all_weighed else min(options.haste or games.count, games.count)
    total += haste * HASTY_COST
    done = 0.0

    def progress(what: str) -> Callable[[float], None]:
        def tell(more: float) -> None:
            nonlocal done
            done += more
            on_progress(what, min(done, total), total)

        return tell

    played = count_played(games, options.support, options.threads, progress("counting moves played"))
    counted, raised = best_supported(played, options.most)
    fitted = fit_weights(sample, counted, options.passes, progress("weighing"), None if all_weighed else games, haste)
    about = _about(games, sample, haste, options, raised, counted, fitted)
    about["pictures"] = gallery(games, counted, fitted.available, fitted.weights)
    return about, {
        "first": index_of(counted.keys),
        "keys": counted.keys,
        "weights": fitted.weights,
        "played": counted.played,
        "available": fitted.available,
        "levels": counted.levels,
        "features": fitted.features,
    }


def _about(
    games: Games, sample: Games, haste: int, options: BuildOptions, raised: int, counted: Counted, fitted: Fitted
) -> dict[str, Any]:
    return {
        "size": games.size,
        "distances": list(DISTANCES),
        "games": games.count,
        "positions": games.positions,
        "skipped": games.reasons(),
        "support": max(options.support, raised),
        "kept": len(counted.keys),
        "by_level": [int(count) for count in np.bincount(counted.levels, minlength=256) if count],
        "sample_games": sample.count,
        "hasty_games": haste,
        "sample_positions": fitted.positions,
        "passes": options.passes,
        "log_likelihood": round(fitted.log_likelihood, 5),
    }
