"""`ponnuki bench semeai`: boards with a capturing race that counting decides, beside a search of the same race.

With `--uses`: what the ways of using the solver cost a search (`costs`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ponnuki.lab.bench.measure import Comparison, compare, rate
from ponnuki.lab.studies.semeai.play import KINDS, PROGRAMS, USES, Case, chosen_positions
from ponnuki.players.kit import DEFAULT_GAME, find_kit
from ponnuki.players.spec import PlayerSpec

QUIET, COUNTED, SEARCHED = 5_000, 2_000, 20
"""Boards in one repetition."""
SIMS = (1_000, 5_000)


@dataclass(frozen=True, slots=True)
class Cost:
    """Simulations in a second of CPU time, and those without the solver."""

    program: str
    use: str
    sims: int
    rate: float
    plain: float


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


def costs(positions: int, done: Callable[[], None] = lambda: None) -> Iterator[Cost]:
    """Searches of so many positions of each kind of the study, by program, simulations and use."""
    for program in PROGRAMS:
        for sims in SIMS:
            plain = 0.0
            for use in USES:
                found = _speed(Case(program, True, use, sims, KINDS[0]), positions)
                plain = plain or found
                yield Cost(program, use, sims, found, plain)
                done()


def _speed(case: Case, positions: int) -> float:
    """The rate of searches that all begin with an empty tree and know no race yet."""
    spec = PlayerSpec.make(case.settings())
    player, boards = spec.kit.player(spec), type(spec.kit.first_position(spec))
    chosen = [position for kind in KINDS for position in chosen_positions(kind, positions)]

    def think() -> int:
        for position in chosen:
            player.begin_game(0)
            player.set_position(boards.from_rows(list(position.rows)), position.komi)
            player.search(spec.limit(), most=1)
        return case.sims * len(chosen)

    think()  # compiled, or loaded, before the clock runs
    found = rate(think)
    player.close()
    return found
