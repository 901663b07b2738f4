"""Which child to visit: the rule is chosen by a marker field of the settings record, when the search is compiled.

- `uct`: Algorithm 1 of Bourki and others, Score = S/N + sqrt(2 log n / N), an unvisited move scores infinity
- `rave`: the MoGo formula, the mean of the simulations mixed with the all-moves-as-first mean

A move that is known to win is taken at once: in a merged tree another path may have proved it.

Both look only at the first R = ceil(K n^(1/4)) children, which stand in the order of the heuristic, when progressive
widening is on.
"""

from math import ceil, log, sqrt
from typing import Any

import numpy as np

from ponnuki.kernels import inline, jit
from ponnuki.kernels.dispatch import dispatch
from ponnuki.search.tree import (
    ILLEGAL,
    PRIOR_UNIT,
    PRIOR_VISIT,
    PROVEN_DRAW,
    PROVEN_WIN,
    UNKNOWN,
    child_count,
    first_child,
)

LOG_TABLE = 4096
"""Logarithms up to here come from a table, so that the same seed means the same tree on every machine."""
_LOGS = np.array([0.0] + [log(n) for n in range(1, LOG_TABLE)], np.float32)
_LOG_2 = np.float32(log(2.0))

_ZERO, _ONE, _HALF, _QUARTER = np.float32(0), np.float32(1), np.float32(0.5), np.float32(0.25)
_TWO = np.float32(2)
_LEAST = np.float32(-1e30)
_TINY = np.float32(1e-6)
_MARGIN = np.float32(1e-5)
"""Far above what rounding makes of a score, which is about 1 at most."""
_PRIOR, _PRIOR_VISIT = np.float32(1 / PRIOR_UNIT), np.float32(1 / PRIOR_VISIT)


@inline
def log_of(n: Any) -> Any:
    """The logarithm of a count, the same bits everywhere."""
    small = np.uint64(n)
    shifts = 0
    while small >= LOG_TABLE:
        small >>= np.uint64(1)
        shifts += 1
    return _LOGS[small] + np.float32(shifts) * _LOG_2


@inline
def considered(node: Any, widening: Any) -> Any:
    """How many of the children are looked at."""
    count = child_count(node)
    if widening > _ZERO:
        width = np.uint64(ceil(widening * sqrt(sqrt(np.float32(node.visits)))))
        if width < count:
            count = max(width, np.uint64(1))
    return count


@jit
def best_proven(nodes: Any, parent: Any) -> Any:
    """Where every move that was looked at is proved, which needs no more visits: a drawn one, else any legal one."""
    start = first_child(nodes[parent])
    best = start
    for i in range(start, start + child_count(nodes[parent])):
        if nodes[i].proof == PROVEN_DRAW:
            return i
        if nodes[best].proof == ILLEGAL:
            best = i
    return best


@dispatch
def select(settings: Any, nodes: Any, parent: Any) -> Any:
    """The index of the child to visit."""
    return 0


@select.when("uct")
@jit
def _select_uct(settings: Any, nodes: Any, parent: Any) -> Any:
    node = nodes[parent]
    start = first_child(node)
    best = start
    best_score = _LEAST
    log_visits = log_of(node.visits)
    for i in range(start, start + considered(node, settings.widening)):
        child = nodes[i]
        if child.proof != UNKNOWN:
            if child.proof == PROVEN_WIN:
                return i
            continue
        if child.visits == 0:
            return i
        visits = np.float32(child.visits)
        score = _HALF * np.float32(child.points) / visits + sqrt(settings.exploration * log_visits / visits)
        if score > best_score:
            best_score = score
            best = i
    return best if best_score > _LEAST else best_proven(nodes, parent)


@select.when("rave")
@jit
def _select_rave(settings: Any, nodes: Any, parent: Any) -> Any:
    """The formula as one fraction tells without a division that most children score less than the best one so far."""
    node = nodes[parent]
    start = first_child(node)
    best = start
    best_score = _LEAST
    enough = _LEAST
    log_visits = log_of(node.visits)
    bias = settings.rave_bias
    for i in range(start, start + considered(node, settings.widening)):
        child = nodes[i]
        if child.proof != UNKNOWN:
            if child.proof == PROVEN_WIN:
                return i
            continue
        virtual = np.float32(child.prior_visits) * _PRIOR_VISIT
        visits = np.float32(child.visits) + virtual
        wins = _HALF * np.float32(child.points) + virtual * np.float32(child.prior) * _PRIOR
        rave_visits = child.rave_visits
        factor = _ONE + rave_visits * bias
        if wins * factor + child.rave_points < enough * (visits * factor + rave_visits):
            continue
        if visits + rave_visits == _ZERO:
            score = settings.first_play_urgency
        else:
            mean = wins / max(visits, _TINY)
            rave_mean = child.rave_points / max(rave_visits, _TINY)
            weight = rave_visits / (rave_visits + visits + rave_visits * visits * bias)
            score = mean + (rave_mean - mean) * weight
            if settings.exploration > _ZERO:
                score += exploration_term(settings, score, log_visits, visits + _ONE)
        if score > best_score:
            best_score = score
            best = i
            enough = score - _MARGIN if settings.exploration == _ZERO else _LEAST
    return best if best_score > _LEAST else best_proven(nodes, parent)


@inline
def exploration_term(settings: Any, mean: Any, log_visits: Any, visits: Any) -> Any:
    """UCB's bonus or, tuned, one that knows how little a result near 0 or 1 can vary (Auer et al. 2002)."""
    ratio = log_visits / visits
    if settings.tuned:
        ratio *= min(_QUARTER, mean * (_ONE - mean) + sqrt(_TWO * ratio))
    return settings.exploration * sqrt(ratio)
