"""Fit the weights of `knowledge/shape_weights` to game records.

    python benchmarks/fit_shape_weights.py --data DIR

Each position in which the playouts' more urgent rules find nothing is a choice between the points around the last move
and elsewhere. The weight of each class of 3x3 surroundings is fitted by minorization and maximization, as strengths in
a generalized Bradley-Terry model (Hunter 2004), with some choices of the usual outcome as a prior. Records of 9x9 and
19x19 are taken together, with a weight of elsewhere for each; that of 9x9 is the unit. Every tenth game is held out;
the log-likelihood is printed beside that of a weight that does not know the shape. Half a minute.
"""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from move_positions import CLASSES, classes_of, read_records
from numba import njit

from ponnuki.games.go.board import ring
from ponnuki.games.go.layout import EMPTY, PASS, geometry, longest_playout, new_board, vertex_count
from ponnuki.games.go.play import play_move
from ponnuki.knowledge.go_moves import seen_by
from ponnuki.policies.go_mogo import new_policy
from ponnuki.policies.go_mogo_replies import fight, save
from ponnuki.policies.go_mogo_rules import CLASSIC
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.thread import new_thread

POINTS = 8
NOTHING = -1


@njit
def collect(moves, board, fresh, geometry, policy, thread, codes, labels):
    """The choices of a game: the codes of the points around the last move, and which one was taken, 8 for none."""
    board[0] = fresh[0]
    b = board[0]
    count = 0
    for m in moves:
        color, last = b.to_move, b.last
        if m != PASS and last != PASS and count < len(labels):
            urgent = save(policy, b, geometry, thread, color, last) != PASS
            if not urgent and fight(b, geometry, thread, color, last) == PASS:
                labels[count] = POINTS
                for k, u in enumerate(ring(geometry, last)):
                    codes[count, k] = seen_by(b.code[u], color) if b.color[u] == EMPTY else NOTHING
                    if u == m:
                        labels[count] = k
                count += 1
        play_move(b, geometry, m)
    return count


def choices(games: list[Any], size: int) -> tuple[Any, Any]:
    """The classes of the points of each choice, `NOTHING` where there is a stone or no board, and the labels."""
    fresh, board, policy = new_board(size), new_board(size), new_policy(CLASSIC)
    thread = new_thread(vertex_count(size), longest_playout(size), 1, go_scratch(size))
    codes, labels = np.zeros((1000, POINTS), np.int64), np.zeros(1000, np.int64)
    parts = []
    for moves in games:
        n = collect(moves, board, fresh, geometry(size)[0], policy[0], thread[0], codes, labels)
        classes = np.where(codes[:n] == NOTHING, NOTHING, classes_of(codes[:n].clip(0)))
        parts.append((classes, labels[:n].copy()))
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def likelihood(weights: Any, elsewhere: Any, classes: Any, labels: Any) -> float:
    """The mean log-likelihood of choices."""
    padded = np.append(weights, 0.0)[classes]
    taken = np.where(labels == POINTS, elsewhere, np.take_along_axis(padded, labels.clip(0, 7)[:, None], 1)[:, 0])
    return float(np.mean(np.log(taken / (padded.sum(1) + elsewhere))))


def fit(classes: Any, labels: Any, large: Any, count: int, prior: float, steps: int) -> tuple[Any, float]:
    """The weights of so many classes, and that of elsewhere on large boards."""
    weights, elsewhere = np.full(count, 0.1), np.array([1.0, 1.0])
    near = labels < POINTS
    won = np.bincount(classes[near, labels[near]], minlength=count)
    usual = won.sum() / (classes != NOTHING).sum()
    shown = classes[classes != NOTHING]
    for _ in range(steps):
        total = np.append(weights, 0.0)[classes].sum(1) + elsewhere[large]
        share = np.repeat(1 / total, POINTS)[(classes != NOTHING).ravel()]
        exposed = np.bincount(shown, share, minlength=count)
        weights = (won + prior * usual) / (exposed + prior)
        elsewhere[1] = (~near & (large == 1)).sum() / max(1e-9, (1 / total)[large == 1].sum())
    return weights, float(elsewhere[1])


def main(
    data: Annotated[Path, typer.Option(help="folder with go9/ and go19/")],
    games: Annotated[int, typer.Option(help="19x19 games; of 9x9 all are taken")] = 2000,
    prior: Annotated[float, typer.Option(help="choices of the usual outcome that each class is given")] = 10.0,
    steps: int = 60,
    out: Path = Path("src/ponnuki/knowledge"),
) -> None:
    """Fit, report on held-out games, write the weights."""
    parts: dict[bool, list[Any]] = {True: [], False: []}
    for size, most in ((9, 1000), (19, games)):
        records = read_records(data, size, most)
        for held_out in parts:
            classes, labels = choices([game for k, game in enumerate(records) if (k % 10 == 9) == held_out], size)
            parts[held_out].append((classes, labels, np.full(len(labels), int(size == 19))))
    train, test = (tuple(np.concatenate(column) for column in zip(*parts[held], strict=True)) for held in (False, True))
    print(f"{len(train[1])} choices, {np.mean(train[1] < POINTS):.3f} of them near; held out {len(test[1])}")
    for name, known in (("one weight", 1), ("3x3 shapes", len(CLASSES))):
        merged = [np.minimum(part[0], known - 1) for part in (train, test)]
        weights, large = fit(merged[0], *train[1:], known, prior, steps)
        fits = [
            likelihood(weights, np.array([1.0, large])[part[2]], classes, part[1])
            for classes, part in zip(merged, (train, test), strict=True)
        ]
        print(f"{name}: log-likelihood {fits[0]:.4f} / held out {fits[1]:.4f}; elsewhere on 19x19 {large:.2f}")
    seen = np.bincount(train[0][train[0] != NOTHING], minlength=len(CLASSES)) > 0
    order = np.argsort(-weights * seen)
    print(f"{seen.sum()} classes; the largest weights: {np.round(weights[order[:5]], 2)}")
    np.savez_compressed(
        out / "shape_weights.npz",
        codes=CLASSES[seen].astype(np.uint16),
        weights=weights[seen].astype(np.float32),
        unseen=np.float32(weights[~seen].mean()),
    )


if __name__ == "__main__":
    typer.run(main)
