"""How a speed is measured: ours and a named reference in one run, interleaved, per CPU-second, as medians.

Machines are shared and noisy; what survives is the ratio of two programs that took turns on the same one.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

REPETITIONS = 5


@dataclass(frozen=True)
class Comparison:
    """Medians over the repetitions; `reference` and `ratio` are None where the reference is not installed."""

    ours: float
    reference: float | None
    ratio: float | None
    unit: str
    reference_name: str
    repetitions: int
    details: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """One flat object, as commands print it."""
        flat: dict[str, Any] = asdict(self)
        flat.update(flat.pop("details"))
        return flat


def rate(job: Callable[[], int]) -> float:
    """How much a job does in a second of CPU time; it returns the amount."""
    start = time.process_time()
    amount = job()
    return amount / (time.process_time() - start)


def compare(
    ours: Callable[[int], int],
    reference: Callable[[int], int] | None,
    *,
    unit: str,
    reference_name: str,
    repetitions: int = REPETITIONS,
    on_repetition: Callable[[int], None] = lambda _: None,
) -> Comparison:
    """Let ours and the reference take turns; each job gets the number of the repetition."""
    our_rates: list[float] = []
    reference_rates: list[float] = []
    for repetition in range(repetitions):
        our_rates.append(rate(lambda r=repetition: ours(r)))  # type: ignore[misc]
        if reference is not None:
            reference_rates.append(rate(lambda r=repetition: reference(r)))  # type: ignore[misc]
        on_repetition(repetition)
    mine, other = median(our_rates), median(reference_rates) if reference_rates else None
    best: dict[str, Any] = {"best_ours": max(our_rates), "best_reference": max(reference_rates, default=None)}
    return Comparison(mine, other, mine / other if other else None, unit, reference_name, repetitions, best)
