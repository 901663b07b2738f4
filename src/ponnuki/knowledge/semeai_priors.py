"""Expertise on capturing races: virtual wins for the moves that a race needs, none where a pass wins it as well."""

from typing import Any

import numpy as np

from ponnuki.games.go.layout import BLACK, WHITE
from ponnuki.kernels import jit
from ponnuki.kernels.records import Fields, Records, new_records
from ponnuki.knowledge.go_prior_weights import GoPriors
from ponnuki.knowledge.priors import add, add_priors, both
from ponnuki.knowledge.semeai_count import UNKNOWN
from ponnuki.knowledge.semeai_find import find, is_better
from ponnuki.knowledge.semeai_local import local_dtype, prepare
from ponnuki.knowledge.semeai_memory import recall, recall_necessary

_GOOD = np.float32(1)

expertise_dtype = np.dtype(
    [
        ("weight", "f4"),  # virtual wins
        ("least", "i8"),  # stones that each chain of a race has at least
        ("effort", "i8"),  # positions that each question about a race may visit
        ("semeai_priors", "u1"),
    ],
    align=True,
)


def scratch() -> Fields:
    """What these kernels write to in the record of a thread."""
    return [("races", local_dtype)]


def with_expertise(knowledge: Records, weights: GoPriors) -> Records:
    """What a search knows of moves with expertise on races added, if it is on."""
    if not weights.semeai:
        return knowledge
    values = {"weight": weights.semeai, "least": weights.semeai_size, "effort": weights.semeai_effort}
    expertise = new_records(expertise_dtype, values)
    return expertise if "none" in (knowledge.dtype.names or ()) else both(knowledge, expertise)


@jit
def is_considered(board: Any, local: Any, race: Any, least: Any) -> Any:
    """Whether both chains of a race that was found have so many stones."""
    black, white = board.chain_size[local.race_black[race]], board.chain_size[local.race_white[race]]
    return np.int64(black) >= least and np.int64(white) >= least


@jit
def find_needed(board: Any, geometry: Any, local: Any, race: Any, effort: Any) -> Any:
    """How many moves of the player to move win, save or kill what a pass would not: they are in `good`."""
    color = np.int64(board.to_move)
    black, white = local.race_black[race], local.race_white[race]
    passing = recall(board, geometry, local, black, white, BLACK + WHITE - color, effort)
    if passing == UNKNOWN:
        return np.int64(0)
    result = recall(board, geometry, local, black, white, color, effort)
    if not is_better(result, passing, color):
        return np.int64(0)
    return np.int64(recall_necessary(local, color, result, effort))


@add_priors.when("semeai_priors")
@jit
def _add_expertise(knowledge: Any, board: Any, geometry: Any, thread: Any, count: Any) -> None:
    if not thread.full_priors:
        return
    local = thread.races
    prepare(local)
    for race in range(find(board, geometry, local)):
        if is_considered(board, local, race, knowledge.least):
            for k in range(find_needed(board, geometry, local, race, knowledge.effort)):
                for i in range(count):
                    if thread.candidates[i] == local.good[k]:
                        add(thread, i, knowledge.weight, _GOOD)
