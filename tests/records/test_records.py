"""What users of earlier versions have in their stores stays true: trees, node for node, and the digests of players.

`recorded.json` was written by commit d606eaa. Where a named program has come to play differently since, its version
says so, and the spec that gives the old program back is compared.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponnuki.players.spec import PlayerSpec, player_spec
from ponnuki.search.limits import Limit

RECORDED = json.loads((Path(__file__).parent / "recorded.json").read_text())
SIMULATIONS, MOVES = 400, 3
AS_BEFORE: dict[tuple[str, str], dict[str, Any]] = {("go", "default"): {"playout": {"ladders": False}}}
"""By game and program: what makes it play as it did then."""
NEWER = {"go": {"default"}}
"""Programs with another version now: their digests must differ."""


def tree(spec: PlayerSpec) -> list[str]:
    """A digest of all nodes after each of the first moves, and the moves."""
    player, position, digest, moves = spec.kit.player(spec), spec.kit.first_position(spec), hashlib.sha256(), []
    for _ in range(MOVES):
        player.set_position(position, spec.komi)
        moves.append(player.choose(Limit(simulations=SIMULATIONS)).move)
        search = player._search
        assert search is not None
        digest.update(np.ascontiguousarray(search._nodes.view(np.ndarray)[: search.nodes]).tobytes())
        position = position.play(moves[-1])
    player.close()
    return [digest.hexdigest()[:16], *moves]


@pytest.mark.parametrize("case", RECORDED["trees"])
def test_the_same_seed_grows_the_same_tree_as_before(case: str) -> None:
    game, size, program, seed = case.split()
    values = {"game": game, "size": int(size), "program": program, "seed": int(seed), "sims": SIMULATIONS}
    assert tree(PlayerSpec.make(values | AS_BEFORE.get((game, program), {}))) == RECORDED["trees"][case]


@pytest.mark.parametrize("case", RECORDED["digests"])
def test_a_player_has_the_same_name_as_before_unless_it_plays_differently(case: str) -> None:
    spec = player_spec(json.loads(case))
    is_newer = isinstance(spec, PlayerSpec) and spec.program in NEWER.get(spec.game, ())
    assert (spec.digest != RECORDED["digests"][case]) == is_newer
