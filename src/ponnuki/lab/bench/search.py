"""`ponnuki bench search`: simulations from the empty board beside OpenSpiel's C++ MCTSBot, and threads on one tree."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median

from ponnuki.errors import BadInput
from ponnuki.lab.bench.measure import REPETITIONS, Comparison, compare
from ponnuki.lab.bench.playouts import KOMI
from ponnuki.lab.doctor import open_spiel_is_installed
from ponnuki.players.kit import DEFAULT_GAME, Reference, find_kit
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

SIMULATIONS = 10_000


def run(
    size: int,
    program: str,
    seed: int = 0,
    on_repetition: Callable[[int], None] = lambda _: None,
    game: str = DEFAULT_GAME,
) -> Comparison:
    """Measure a whole search of SIMULATIONS with a fresh tree, made and reported as in a game."""
    if (known := find_kit(game).open_spiel(size, KOMI)) is None:
        raise BadInput(f"OpenSpiel does not have {game}: there is nothing to compare with")
    search_once(size, program, seed, 100, game=game)  # compiled, or loaded, before the clock runs
    reference = open_spiel_search(known) if open_spiel_is_installed() else None
    result = compare(
        lambda repetition: search_once(size, program, seed + repetition, game=game),
        reference,
        unit="simulations/CPU-s",
        reference_name="OpenSpiel",
        on_repetition=on_repetition,
    )
    details = {"game": game, "size": size, "policy": program, "simulations": SIMULATIONS}
    return replace(result, details=result.details | details)


def search_once(
    size: int, program: str, seed: int, simulations: int = SIMULATIONS, threads: int = 1, game: str = DEFAULT_GAME
) -> int:
    """One search from the empty board; how many simulations it made."""
    spec = PlayerSpec.make({"game": game, "size": size, "program": program, "seed": seed, "threads": threads})
    player = spec.kit.player(spec)
    player.set_position(spec.kit.first_position(spec), KOMI)
    return player.search(Limit(simulations=simulations, early_stop=False)).simulations


def open_spiel_search(known: Reference) -> Callable[[int], int]:
    """OpenSpiel's bot with random rollouts, one a simulation."""
    import pyspiel

    game = pyspiel.load_game(known.name, dict(known.parameters))
    count = min(SIMULATIONS, known.most or SIMULATIONS)

    def search(repetition: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, repetition + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, count, 1000, False, repetition + 1, False)
        bot.mcts_search(game.new_initial_state())
        return count

    return search


def run_threads(size: int, program: str, threads: int = 2, seed: int = 0) -> Comparison:
    """Threads on one tree beside as many independent searches, by the clock on the wall; in turns, medians."""
    search_once(size, program, seed, 100, threads)
    one_tree, independent = [], []
    for repetition in range(REPETITIONS):
        independent.append(_independent_rate(size, program, threads, seed + repetition))
        start = time.perf_counter()
        made = search_once(size, program, seed + repetition, threads * SIMULATIONS, threads)
        one_tree.append(made / (time.perf_counter() - start))
    ours, reference = median(one_tree), median(independent)
    return Comparison(
        ours,
        reference,
        ours / reference,
        "simulations/s",
        f"{threads} searches",
        REPETITIONS,
        {"size": size, "policy": program, "threads": threads},
    )


def _independent_rate(size: int, program: str, threads: int, seed: int) -> float:
    jobs = [threading.Thread(target=search_once, args=(size, program, seed + 1000 * k)) for k in range(threads)]
    start = time.perf_counter()
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    return threads * SIMULATIONS / (time.perf_counter() - start)
