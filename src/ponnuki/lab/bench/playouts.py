"""`ponnuki bench playouts`: light playouts of the default game beside OpenSpiel's C++ random rollouts."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from ponnuki.lab.bench.measure import Comparison, compare
from ponnuki.lab.doctor import open_spiel_is_installed
from ponnuki.players.kit import DEFAULT_GAME, Reference, find_kit

OUR_SECONDS, REFERENCE_SECONDS = 1.0, 1.0
"""About how long one repetition of each lasts: long enough for the clock, short enough to interleave."""
TYPICAL_POINTS_PER_SECOND = 12e6
REFERENCE_POINTS_PER_SECOND = {True: 0.6e6, False: 0.16e6}  # small boards, large boards
KOMI = 7.5


def run(size: int, seed: int = 0, on_repetition: Callable[[int], None] = lambda _: None) -> Comparison:
    """Measure; the details hold what the playouts looked like, so that a wrong one is noticed."""
    kit = find_kit(DEFAULT_GAME)
    count = max(100, int(OUR_SECONDS * TYPICAL_POINTS_PER_SECOND / size**2))
    kit.sample_playouts(size, 10, 0)  # compiled, or loaded, before the clock runs
    summaries: list[Mapping[str, float]] = []

    def ours(repetition: int) -> int:
        summaries.append(kit.sample_playouts(size, count, seed + repetition))
        return count

    known = kit.open_spiel(size, KOMI)
    reference = open_spiel_rollouts(known, size) if known is not None and open_spiel_is_installed() else None
    result = compare(ours, reference, unit="playouts/CPU-s", reference_name="OpenSpiel", on_repetition=on_repetition)
    return replace(result, details=_details(size, summaries))


def _details(size: int, summaries: list[Mapping[str, float]]) -> dict[str, Any]:
    return {
        "size": size,
        "playouts": sum(summary["playouts"] for summary in summaries),
        **{key: sum(summary[key] for summary in summaries) / len(summaries) for key in ("mean_length", "mean_score")},
    }


def open_spiel_rollouts(known: Reference, size: int) -> Callable[[int], int]:
    """OpenSpiel's own loop in C++: one simulation whose evaluation is many random rollouts."""
    import pyspiel

    game = pyspiel.load_game(known.name, dict(known.parameters))
    small = size <= 13
    count = max(20, int(REFERENCE_SECONDS * REFERENCE_POINTS_PER_SECOND[small] / size**2))

    def rollouts(repetition: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(count, repetition + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
        bot.mcts_search(game.new_initial_state())
        return count

    return rollouts
