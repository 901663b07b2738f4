"""What a study plays, out of its file in `tables/`: read on at `read_plan`.

A study is a table. Each row is a match between two players, or calls of a function that simulates or searches, with
labels that say what differs and, where a paper has it, the published number. Adding a study is adding a file:

    title, source, question, reading   texts of its page
    diagram                            lines that its page shows as they stand
    columns, across                    the labels of a row, and the one that the figure has along its axis
    measure, more                      what is measured, if not games won: see `Measure`
    unit                               what is counted, if not games
    grid                               whether the table has a column for each value of `across`
    [[rows]]                           a group of rows with the same players but for their labels
    given = {program = ["a", "b"]}     labels of the group; a list makes the group once for each
    each = [{N = 125, twice = 250}]    labels of each row, other numbers for the players, `published = [rate, error]`
    a, b                               players as `ponnuki match` takes them; labels stand in braces
    games = {quick = 20}               games of a row by scale; a scale that is not there leaves the row out
    by_scale = {sims = {quick = 100}}  other numbers for the players that differ by scale
    conditions, openings               as for a match
    moves, microseconds                of a game, and of a simulation: what the cost is estimated by

and where no games are played, instead of players, conditions and games:

    trial = "module:function"          called with all words of the row and a seed
    calls = {quick = 10}               how often, by scale; `calls` of a row goes before that of its group
    seconds                            CPU time of a call, about
    reference = true                   what the others are compared with: a floor, a theory

Instead of rows a study may have campaigns (`campaigns.py`); `known` are then the published lines of its table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.matches.schedule import Schedule, match_schedule
from ponnuki.lab.studies.calls import Calls
from ponnuki.lab.studies.campaigns import COLUMNS, Campaign, read_campaigns
from ponnuki.lab.studies.catalog import read_table
from ponnuki.lab.studies.results import Estimate, Result
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import PlayerSpec

SCALES = ("quick", "evening", "paper")
_ROW_KEYS = ("published", "games", "calls", "seconds")


@dataclass(frozen=True, slots=True)
class Measure:
    """What a row's number is: the mean of what its trials call `name`."""

    name: str = "reward"
    title: str = "games won"
    percent: bool = True
    log: bool = False
    """Whether its axis is logarithmic."""
    even: float | None = None
    """The value that means no effect; a line in the figure."""
    drawn: bool = False
    """Whether one of `more` is in the figure too."""


WON = Measure(even=0.5)


@dataclass(frozen=True, slots=True)
class Row:
    """One number of a table: its trials, its labels in the order of the columns, and what a paper has."""

    labels: tuple[str, ...]
    schedule: Schedule | Calls
    published: Estimate | None
    seconds: float
    """CPU time of all its games, about."""
    reference: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """A study at one scale."""

    name: str
    scale: str
    title: str
    source: str
    question: str
    reading: str
    columns: tuple[str, ...]
    across: str
    rows: tuple[Row, ...]
    measure: Measure = WON
    more: tuple[Measure, ...] = ()
    unit: str = "games"
    grid: bool = False
    diagram: str = ""
    campaigns: tuple[Campaign, ...] = ()
    known: tuple[Result, ...] = ()
    """Published lines that stand in the table of a campaign: what it accepts cannot be known before."""

    @property
    def run_name(self) -> str:
        """The name of its run in a store."""
        return f"{self.name}-{self.scale}"

    @property
    def trials(self) -> int:
        """Pairs of games in all."""
        return sum(row.schedule.trials for row in self.rows)

    @property
    def seconds(self) -> float:
        """CPU time in all, about."""
        return sum(row.seconds for row in self.rows) + sum(one.seconds for one in self.campaigns)

    def settings(self) -> dict[str, Any]:
        """What makes it this run, as JSON values; numbers of games may grow."""
        return {
            "study": self.name,
            "scale": self.scale,
            "rows": [{"labels": list(row.labels), **row.schedule.settings()} for row in self.rows],
        }


def read_plan(name: str, scale: str, seed: int = 0) -> Plan:
    """A study by its name."""
    if scale not in SCALES:
        raise BadInput(unknown("scale", scale, SCALES))
    return make_plan(name, read_table(name), scale, seed)


def make_plan(name: str, values: Mapping[str, Any], scale: str, seed: int = 0) -> Plan:
    """A study from the content of its file."""
    columns = tuple(values.get("columns", COLUMNS))
    rows = tuple(row for group in values.get("rows", ()) for row in _rows(group, columns, scale, seed))
    return Plan(
        name=name,
        scale=scale,
        title=values["title"],
        source=values["source"],
        question=values["question"],
        reading=" ".join(values.get("reading", "").split()),
        columns=columns,
        across=values.get("across", COLUMNS[1]),
        rows=rows,
        measure=Measure(**values["measure"]) if "measure" in values else WON,
        more=tuple(Measure(**one) for one in values.get("more", ())),
        unit=values.get("unit", "games"),
        grid=values.get("grid", False),
        diagram=values.get("diagram", ""),
        campaigns=tuple(read_campaigns(values, f"{name}-{scale}", scale, seed)),
        known=tuple(_known(one) for one in values.get("known", ())),
    )


def _known(one: Mapping[str, Any]) -> Result:
    labels = tuple(one[column] for column in COLUMNS)
    return Result(labels, 0, None, None, Estimate(*one["published"]), is_known=True)


def _rows(group: Mapping[str, Any], columns: Sequence[str], scale: str, seed: int) -> Iterator[Row]:
    """The rows of a group that a scale has."""
    for given in _combinations(group["given"]):
        for one in group["each"]:
            count = (one.get("games") or one.get("calls") or group.get("games") or group["calls"]).get(scale)
            if count:
                merged = {**group, **one}
                words = (
                    given | _of_scale(group, scale) | {key: value for key, value in one.items() if key not in _ROW_KEYS}
                )
                yield (_calls if "trial" in group else _row)(merged, words, columns, count, seed)


def _of_scale(group: Mapping[str, Any], scale: str) -> dict[str, Any]:
    return {word: values[scale] for word, values in group.get("by_scale", {}).items()}


def _combinations(given: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    lists = [value if isinstance(value, list) else [value] for value in given.values()]
    return (dict(zip(given, chosen, strict=True)) for chosen in product(*lists))


def _row(group: Mapping[str, Any], words: Mapping[str, Any], columns: Sequence[str], games: int, seed: int) -> Row:
    """A match."""
    conditions = group["conditions"]
    a, b = (parse_player(group[side].format(**words), conditions["game"]) for side in ("a", "b"))
    schedule = match_schedule(a, b, games, group.get("openings", "none"), seed, conditions)
    simulations = sum(_simulations(spec) for _, spec in (a, b))
    seconds = games * simulations * group["moves"] / 2 * group["microseconds"] / 1e6
    return Row(_labels(words, columns), schedule, _published(group), seconds)


def _calls(group: Mapping[str, Any], words: Mapping[str, Any], columns: Sequence[str], calls: int, seed: int) -> Row:
    """Calls of a function."""
    source = Calls(group["trial"], words, seed, calls)
    reference = group.get("reference", False)
    return Row(_labels(words, columns), source, _published(group), calls * group["seconds"], reference)


def _labels(words: Mapping[str, Any], columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(words[column]) for column in columns)


def _published(group: Mapping[str, Any]) -> Estimate | None:
    return Estimate(*group["published"]) if "published" in group else None


def _simulations(spec: Any) -> int:
    """Simulations a move on all machines; those of another program are not known."""
    if not isinstance(spec, PlayerSpec):
        return 0
    machines = int(spec.cluster.get("machines", 1))
    return (spec.sims or 0) * machines
