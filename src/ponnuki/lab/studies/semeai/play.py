"""The runs of the study: which players think about which positions, and how often they find a right move."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.studies.semeai.positions import MUST, WON, StudyPosition, all_positions
from ponnuki.players.spec import PlayerSpec

PROGRAMS = ("mogo", "default")
KINDS = (MUST, WON)
WEIGHT, REPLAYS = 50.0, 8
"""Virtual wins of a necessary move, and playouts that are played again at most (guesses)."""
_EXPERTISE = {"priors": {"semeai": WEIGHT}}
_CONDITIONING = {"playout": {"semeai_replays": REPLAYS}}
_ANSWERS = {"playout": {"semeai_answers": True}}
USES: dict[str, dict[str, Any]] = {
    "none": {},
    "expertise": _EXPERTISE,
    "conditioning": _CONDITIONING,
    "answers": _ANSWERS,
    "expertise and conditioning": _EXPERTISE | _CONDITIONING,
    "expertise and answers": _EXPERTISE | _ANSWERS,
    "all three": _EXPERTISE | {"playout": _CONDITIONING["playout"] | _ANSWERS["playout"]},
}
WITHOUT_RAVE = {"rave_equivalence": 1.0}


@dataclass(frozen=True, slots=True)
class Case:
    """A player, how many simulations it has, and a kind of position."""

    program: str
    rave: bool
    use: str
    sims: int
    kind: str

    def settings(self) -> dict[str, Any]:
        """The player as a spec has it."""
        search = {} if self.rave else {"search": WITHOUT_RAVE}
        return {"program": self.program, "sims": self.sims, "size": 9} | search | USES[self.use]


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a case."""

    program: str
    rave: bool
    use: str
    sims: int
    kind: str
    runs: int
    good: int

    @property
    def share(self) -> float:
        """Of good moves."""
        return self.good / self.runs

    @property
    def error(self) -> float:
        """The standard error of the share, with one good and one bad run more, so that none is without."""
        share = (self.good + 1) / (self.runs + 2)
        return sqrt(share * (1 - share) / self.runs)


def cases(programs: Sequence[str], raves: Sequence[bool], uses: Sequence[str], sims: Sequence[int]) -> list[Case]:
    """All combinations, in the order of the table."""
    for use in uses:
        if use not in USES:
            raise BadInput(unknown("use", use, USES))
    return [
        Case(program, rave, use, count, kind)
        for program in programs
        for rave in raves
        for count in sims
        for use in uses
        for kind in KINDS
    ]


def chosen_positions(kind: str, count: int) -> list[StudyPosition]:
    """So many positions of a kind, spread over the family, its own position first."""
    found = [position for position in all_positions() if position.kind == kind]
    if not 1 <= count <= len(found):
        raise BadInput(f"there are {len(found)} positions of the kind {kind!r}: --positions may be from 1 to that")
    return [found[i * len(found) // count] for i in range(count)]


def run(planned: Sequence[Case], positions: int, runs: int, seed: int, done: Callable[[int], None]) -> Iterator[Row]:
    """Let every player think about every position so many times."""
    for case in planned:
        good = sum(_finds(case, chosen_positions(case.kind, positions), runs, seed, done))
        yield Row(case.program, case.rave, case.use, case.sims, case.kind, positions * runs, good)


def _finds(
    case: Case, positions: Sequence[StudyPosition], runs: int, seed: int, done: Callable[[int], None]
) -> Iterator[bool]:
    spec = PlayerSpec.make(case.settings())
    player, boards = spec.kit.player(spec), type(spec.kit.first_position(spec))
    for number, position in enumerate(positions):
        for run_number in range(runs):
            player.begin_game(seed + 1000 * number + run_number)
            player.set_position(boards.from_rows(list(position.rows)), position.komi)
            yield player.search(spec.limit(), most=1).best.move in position.right
            done(case.sims)
    player.close()
