"""One simulation: down the tree, a new leaf, a playout, and the result back up. Start with `simulate`.

The kernels know no game: what they ask of a board is in `games/interface.py`, what they ask of a policy is `playout`
(`policies/interface.py`), what they ask of knowledge is `add_priors` (`knowledge/priors.py`). The record types of
board, policy, knowledge and settings decide what is compiled.
"""

from typing import Any

import numpy as np

from ponnuki.games.interface import FIRST, OPEN, SECOND, WIN, list_moves, outcome, play_move, position_key, repeats
from ponnuki.kernels import jit
from ponnuki.kernels.random import below
from ponnuki.knowledge.priors import add_priors
from ponnuki.policies.interface import playout
from ponnuki.search.selection import select
from ponnuki.search.thread import MOST_DEPTH, TABLE_SLOTS
from ponnuki.search.tree import (
    ILLEGAL,
    PROVEN_DRAW,
    PROVEN_LOSS,
    PROVEN_WIN,
    UNKNOWN,
    add_children,
    child_count,
    first_child,
    has_all_moves,
    packed_prior,
)

_SLOT = np.uint64(TABLE_SLOTS - 1)
_ONE, _HALF, _ZERO = np.float32(1), np.float32(0.5), np.float32(0)


@jit
def run(
    count: Any,
    roots: Any,
    boards: Any,
    geometry: Any,
    nodes: Any,
    thread: Any,
    settings: Any,
    policy: Any,
    knowledge: Any,
) -> Any:
    """A chunk of simulations; how many were made (fewer only if the root is proved)."""
    made = 0
    while made < count and nodes[0].proof == UNKNOWN:
        boards[0] = roots[0]
        made += simulate(boards[0], geometry, nodes, thread, settings, policy, knowledge)
    return made


@jit
def mark_repeating_moves(roots: Any, boards: Any, geometry: Any, nodes: Any, thread: Any) -> None:
    """Mark those of the root's moves as illegal that repeat a board of the game, and no others.

    In a merged tree this has to be done anew, as a mark may come from another order of moves.
    """
    start = first_child(nodes[0])
    for i in range(start, start + child_count(nodes[0])):
        boards[0] = roots[0]
        repeats(boards[0], thread, 0)
        play_move(boards[0], geometry, nodes[i].move)
        if repeats(boards[0], thread, 1):
            nodes[i].proof = ILLEGAL
        elif nodes[i].proof == ILLEGAL:
            nodes[i].proof = UNKNOWN


# What is called once for a single node takes arrays of one instead of records: Python passes those on far more quickly.


@jit
def open_leaf(
    roots: Any,
    boards: Any,
    geometries: Any,
    knowledge: Any,
    threads: Any,
    settings: Any,
    nodes: Any,
    at: Any,
    moves: Any,
) -> Any:
    """Give the node after some moves its children, without a simulation; False if the game or the memory ends there."""
    geometry, thread = geometries[0], threads[0]
    play_moves(roots, boards, geometry, moves)
    if outcome(boards[0], geometry, thread) != OPEN:
        return False
    key = np.uint64(position_key(boards[0])) if settings[0].merge else np.uint64(0)
    if find_in_table(nodes, at, thread, key):
        return True
    if not expand(boards[0], geometry, nodes, at, thread, settings[0], knowledge[0]):
        return False
    add_to_table(nodes, at, thread, key)
    return True


@jit
def find_keys(roots: Any, boards: Any, geometries: Any, paths: Any, keys: Any) -> None:
    """The key of the position after each path of moves, a row of `paths`."""
    for i in range(len(paths)):
        play_moves(roots, boards, geometries[0], paths[i])
        keys[i] = position_key(boards[0])


@jit
def play_moves(roots: Any, boards: Any, geometry: Any, moves: Any) -> None:
    """Make the second board the first one after some moves."""
    boards[0] = roots[0]
    for move in moves:
        play_move(boards[0], geometry, move)


@jit
def simulate(board: Any, geometry: Any, nodes: Any, thread: Any, settings: Any, policy: Any, knowledge: Any) -> Any:
    """One simulation on a copy of the root's board; 1, or 0 if it met an illegal move and was taken back."""
    player = board.to_move
    depth = descend(board, geometry, nodes, thread, settings, knowledge)
    if depth < 0:
        return 0
    points = proven_result(board, nodes, thread, settings, depth)
    if points == OPEN:
        points = playout(policy, board, geometry, thread, depth)
    give_result(settings, nodes, thread, depth, player, points)
    return 1


@jit
def descend(board: Any, geometry: Any, nodes: Any, thread: Any, settings: Any, knowledge: Any) -> Any:
    """Down the tree to a leaf, counting visits, on a copy of the root's board; the depth of the leaf.

    -1 if the path met an illegal move: it is then as if nobody had gone down.
    """
    depth = 0
    at = np.uint64(0)
    thread.path[0] = 0
    nodes[0].visits += 1
    repeats(board, thread, 0)
    while nodes[at].proof == UNKNOWN and depth < MOST_DEPTH:
        if nodes[at].children == 0:
            ended = outcome(board, geometry, thread)
            if ended != OPEN:
                nodes[at].proof = PROVEN_LOSS + (ended if board.to_move == SECOND else WIN - ended)
                break
            key = np.uint64(position_key(board)) if settings.merge else np.uint64(0)
            if not find_in_table(nodes, at, thread, key):
                if nodes[at].visits <= settings.expand_after and at != 0:
                    break
                if not expand(board, geometry, nodes, at, thread, settings, knowledge):
                    break
                add_to_table(nodes, at, thread, key)
        if nodes[first_child(nodes[at])].quick_priors and nodes[at].visits > settings.full_priors_after:
            complete_priors(board, geometry, nodes, at, thread, settings, knowledge)
        at = select(settings, nodes, at)
        depth += 1
        thread.path[depth] = at
        thread.history[depth - 1] = nodes[at].move
        nodes[at].visits += 1
        play_move(board, geometry, nodes[at].move)
        if repeats(board, thread, depth):
            nodes[at].proof = ILLEGAL
            prove_above(settings, nodes, thread, depth)
            for i in range(depth):  # not the illegal one: two threads might bring a count of one below zero
                nodes[thread.path[i]].visits -= 1
            return -1
    return depth


@jit
def proven_result(board: Any, nodes: Any, thread: Any, settings: Any, depth: Any) -> Any:
    """The half points of player 1 if the end of the path is proved, and the proof is carried up; else OPEN."""
    proof = nodes[thread.path[depth]].proof
    if proof == UNKNOWN or proof == ILLEGAL:  # illegal: another thread says so of another path, just now
        return OPEN
    thread.length = depth
    prove_above(settings, nodes, thread, depth)
    return proven_points(proof, FIRST + SECOND - board.to_move)


@jit
def give_result(settings: Any, nodes: Any, thread: Any, depth: Any, player: Any, points: Any) -> None:
    """Tell the path, and the moves beside it, how the simulation ended."""
    if settings.use_rave:
        give_rave_credit(settings, nodes, thread, depth, player, points)
    give_credit(nodes, thread, depth, player, points)


@jit
def proven_points(proof: Any, mover: Any) -> Any:
    """The half points of player 1 where the player who moved last has a proof."""
    result = proof - PROVEN_LOSS
    return result if mover == FIRST else WIN - result


@jit
def expand(board: Any, geometry: Any, nodes: Any, at: Any, thread: Any, settings: Any, knowledge: Any) -> Any:
    """Give a leaf its children; False if the memory is full."""
    listed = list_moves(board, geometry, thread, settings.every_move)
    count = abs(listed)
    shuffle(thread, count)
    quick_priors = settings.full_priors_after > 0 and at != 0
    weigh_candidates(board, geometry, thread, settings, knowledge, count, not quick_priors)
    if settings.widening > _ZERO:
        sort_candidates(thread, count)
    return add_children(nodes, at, thread, count, listed > 0, quick_priors)


@jit
def weigh_candidates(
    board: Any, geometry: Any, thread: Any, settings: Any, knowledge: Any, count: Any, full_priors: Any
) -> None:
    """Write the priors of the candidates: the even one, and those of knowledge, slow or only quick."""
    for i in range(count):
        thread.prior_visits[i] = settings.prior_visits
        thread.prior_wins[i] = settings.prior_visits * _HALF
    thread.full_priors = full_priors
    add_priors(knowledge, board, geometry, thread, count)
    thread.full_priors = True


@jit
def complete_priors(board: Any, geometry: Any, nodes: Any, at: Any, thread: Any, settings: Any, knowledge: Any) -> None:
    """Give the children of a node that had quick priors the full ones; they keep their order."""
    start, count = first_child(nodes[at]), np.int64(child_count(nodes[at]))
    nodes[start].quick_priors = False
    for i in range(count):
        thread.candidates[i] = nodes[start + np.uint64(i)].move
    weigh_candidates(board, geometry, thread, settings, knowledge, count, np.bool_(True))
    for i in range(count):
        node = nodes[start + np.uint64(i)]
        node.prior, node.prior_visits = packed_prior(thread.prior_wins[i], thread.prior_visits[i])


@jit
def find_in_table(nodes: Any, at: Any, thread: Any, key: Any) -> Any:
    """Give a leaf the children of a node with the same position, if the thread's transposition table has one."""
    if key == 0 or thread.table_keys[key & _SLOT] != key:
        return False
    nodes[at].children = thread.table_children[key & _SLOT]
    return True


@jit
def add_to_table(nodes: Any, at: Any, thread: Any, key: Any) -> None:
    """Write the children of a node to the transposition table, for other nodes of the same position."""
    if key != 0:
        slot = key & _SLOT
        if thread.table_keys[slot] == 0:
            thread.table_slots[thread.table_used] = slot
            thread.table_used += 1
        thread.table_keys[slot] = key
        thread.table_children[slot] = nodes[at].children


@jit
def shuffle(thread: Any, count: Any) -> None:
    """Put the candidates in random order: among moves of equal score the first is visited first."""
    for i in range(count - 1, 0, -1):
        j = below(thread, i + 1)
        thread.candidates[i], thread.candidates[j] = thread.candidates[j], thread.candidates[i]


@jit
def sort_candidates(thread: Any, count: Any) -> None:
    """The best prior first; equals keep their order (insertion sort: the lists are short and made rarely)."""
    for i in range(1, count):
        move = thread.candidates[i]
        visits = thread.prior_visits[i]
        wins = thread.prior_wins[i]
        j = i
        while j > 0 and wins * thread.prior_visits[j - 1] > thread.prior_wins[j - 1] * visits:
            thread.candidates[j] = thread.candidates[j - 1]
            thread.prior_visits[j] = thread.prior_visits[j - 1]
            thread.prior_wins[j] = thread.prior_wins[j - 1]
            j -= 1
        thread.candidates[j] = move
        thread.prior_visits[j] = visits
        thread.prior_wins[j] = wins


@jit
def give_credit(nodes: Any, thread: Any, depth: Any, player: Any, points: Any) -> None:
    """Add the result to every node of the path, seen by who moved there; visits were counted on the way down."""
    for i in range(depth + 1):
        mover_is_first = (player == FIRST) == (i % 2 == 1)
        nodes[thread.path[i]].points += points if mover_is_first else WIN - points


@jit
def give_rave_credit(settings: Any, nodes: Any, thread: Any, depth: Any, player: Any, points: Any) -> None:
    """Give every child of the path whose move its player made first, here or later, the result of the simulation.

    The later the move came, the less it says about now: credit fades in a straight line to `1 - rave_fade` at the end.
    """
    for i in range(len(thread.first)):
        thread.first[i] = 0
    for i in range(thread.length - 1, depth - 1, -1):
        thread.first[thread.history[i]] = player if i % 2 == 0 else FIRST + SECOND - player
        thread.first_at[thread.history[i]] = i
    for level in range(depth, -1, -1):
        mover = player if level % 2 == 0 else FIRST + SECOND - player
        if level < depth:
            thread.first[thread.history[level]] = mover
            thread.first_at[thread.history[level]] = level
        reward = _HALF * np.float32(points if mover == FIRST else WIN - points)
        fade = settings.rave_fade / np.float32(max(thread.length - level, 1))
        node = nodes[thread.path[level]]
        start = first_child(node)
        played = 0
        for i in range(child_count(node)):  # without branches: who plays a move cannot be predicted
            thread.stack[played] = i
            played += thread.first[nodes[start + np.uint64(i)].move] == mover
        for k in range(played):
            child = nodes[start + np.uint64(thread.stack[k])]
            credit = _ONE - fade * np.float32(thread.first_at[child.move] - level)
            child.rave_visits += credit
            child.rave_points += credit * reward


@jit
def prove_above(settings: Any, nodes: Any, thread: Any, depth: Any) -> None:
    """Carry a proof up the path as far as it decides anything."""
    for level in range(depth - 1, -1, -1):
        node = nodes[thread.path[level]]
        proof = proof_from_children(nodes, node, settings.merge and level > 0)
        if proof == UNKNOWN:
            return
        node.proof = proof


@jit
def proof_from_children(nodes: Any, node: Any, merged: Any) -> Any:
    """A node is lost if a child is won; it is decided by its best child if all legal moves are children and decided.

    In a merged tree a move that is marked as illegal counts as undecided, except at the root: the mark may come from
    another path.
    """
    start = first_child(node)
    best = PROVEN_LOSS
    decided = has_all_moves(node)
    for i in range(start, start + child_count(node)):
        proof = nodes[i].proof
        if proof == PROVEN_WIN:
            return PROVEN_LOSS
        if proof == UNKNOWN or (merged and proof == ILLEGAL):
            decided = False
        elif proof == PROVEN_DRAW:
            best = PROVEN_DRAW
    if not decided:
        return UNKNOWN
    return PROVEN_WIN if best == PROVEN_LOSS else PROVEN_DRAW
