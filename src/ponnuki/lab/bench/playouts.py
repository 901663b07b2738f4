"""`ponnuki bench playouts`: light playouts from the empty board beside OpenSpiel's C++ random rollouts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ponnuki.lab.bench.measure import Comparison, compare
from ponnuki.lab.doctor import open_spiel_is_installed
from ponnuki.policies.go_light import PlayoutSummary, sample

OUR_SECONDS, REFERENCE_SECONDS = 1.0, 1.0
"""About how long one repetition of each lasts: long enough for the clock, short enough to interleave."""
TYPICAL_POINTS_PER_SECOND = 12e6
REFERENCE_POINTS_PER_SECOND = {True: 0.6e6, False: 0.16e6}  # small boards, large boards
KOMI = 7.5


def run(size: int, seed: int = 0, on_repetition: Callable[[int], None] = lambda _: None) -> Comparison:
    """Measure; the details hold what the playouts looked like, so that a wrong one is noticed."""
    count = max(100, int(OUR_SECONDS * TYPICAL_POINTS_PER_SECOND / size**2))
    sample(size, 10)  # compiled, or loaded, before the clock runs
    summaries: list[PlayoutSummary] = []

    def ours(repetition: int) -> int:
        summaries.append(sample(size, count, seed + repetition))
        return count

    reference = open_spiel_rollouts(size) if open_spiel_is_installed() else None
    result = compare(ours, reference, unit="playouts/CPU-s", reference_name="OpenSpiel", on_repetition=on_repetition)
    return replace(result, details=_details(size, summaries))


def _details(size: int, summaries: list[PlayoutSummary]) -> dict[str, Any]:
    return {
        "size": size,
        "playouts": sum(summary.playouts for summary in summaries),
        "mean_length": sum(summary.mean_length for summary in summaries) / len(summaries),
        "mean_score": sum(summary.mean_score for summary in summaries) / len(summaries),
    }


def open_spiel_rollouts(size: int) -> Callable[[int], int]:
    """OpenSpiel's own loop in C++: one simulation whose evaluation is many random rollouts."""
    import pyspiel

    game = pyspiel.load_game("go", {"board_size": size, "komi": KOMI})
    small = size <= 13
    count = max(20, int(REFERENCE_SECONDS * REFERENCE_POINTS_PER_SECOND[small] / size**2))

    def rollouts(repetition: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(count, repetition + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
        bot.mcts_search(game.new_initial_state())
        return count

    return rollouts
