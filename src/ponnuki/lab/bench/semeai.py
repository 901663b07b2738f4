"""`ponnuki bench semeai`: boards with a capturing race that counting decides, beside a search of the same race."""

from collections.abc import Callable
from dataclasses import replace

from ponnuki.lab.bench.measure import Comparison, compare, rate
from ponnuki.players.kit import DEFAULT_GAME, find_kit

QUIET, COUNTED, SEARCHED = 5_000, 2_000, 20
"""Boards in one repetition."""


def run(on_repetition: Callable[[int], None] = lambda _: None) -> Comparison:
    """Measure; the details are the microseconds that a board takes."""
    jobs = find_kit(DEFAULT_GAME).semeai_jobs()
    for job in jobs.values():
        job(1)  # compiled, or loaded, before the clock runs
    quiet = rate(lambda: jobs["quiet"](QUIET))
    result = compare(
        lambda _: jobs["counted"](COUNTED),
        lambda _: jobs["searched"](SEARCHED),
        unit="boards/CPU-s",
        reference_name="by search",
        on_repetition=on_repetition,
    )
    details = {"quiet_microseconds": 1e6 / quiet, "counted_microseconds": 1e6 / result.ours}
    return replace(result, details=details)
