"""A race as a file: what is raced, at what risk.

    size = 9
    risk = 0.05
    [baseline]
    sims = 50
    [[candidate]]
    name = "twice"
    sims = 100

Every key but the candidates has a default. One of our players as a candidate is the baseline with the changes that it
names, and so is a UCI program where the baseline is one; `gtp = "COMMAND"` makes it another program.
`evaluate = "module:function"` or `evaluate = "COMMAND"` takes the place of the games.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.journal.schema import LARGEST_NUMBER
from ponnuki.lab.races.contests import CommandContest, Contest, FunctionContest, PairContest
from ponnuki.match.conditions import ADJUDICATION, Conditions
from ponnuki.match.openings import find_openings
from ponnuki.players.kit import DEFAULT_GAME, DEFAULT_RULES, find_kit, kit_names
from ponnuki.players.names import checked_name
from ponnuki.players.spec import PROGRAMS, AnySpec, player_spec, usual_game, with_changes
from ponnuki.players.toml import read_toml
from ponnuki.race import Race
from ponnuki.race.thresholds import PAIR_VARIANCE, preset

GAME_KEYS = ("game", "size", "komi", "rules", "longest", "referee", "openings", "baseline", *ADJUDICATION)
RACE_KEYS = ("risk", "accept_above", "drop_below", "bound", "selection", "accept", "first", "prior_variance", "seed")
OLD_LIMITS = ("sims", "time")
"""The limits that replaced each other in the candidates of earlier versions, where `cpu` was added to them."""
CONDITIONS = ("game", "size", "komi", "rules", "longest", "referee", *ADJUDICATION)
LATER = ("whole", *ADJUDICATION)
"""Keys that the first stores do not have; they are part of a race where they are on."""
THRESHOLDS = ("preset", "accept_above", "drop_below")
LARGEST_BATCH = 1_000_000


class RaceFile(BaseModel):
    """The keys of a race file. Paths and modules are found relative to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str | None = None
    """The name of the run; by default the file's."""
    game: str = DEFAULT_GAME
    size: int = 9
    komi: float = 7.5
    rules: str = DEFAULT_RULES
    longest: int = 0
    referee: str = "own"
    resign_at: str = ""
    draw_at: str = ""
    openings: str = "none"
    evaluate: str | None = None
    reproducible: bool = True
    """Whether `evaluate` gives the same reward for the same seed."""
    limit: float | None = Field(None, gt=0)
    """Seconds for a command given as `evaluate`."""
    seed: int = Field(0, ge=0)
    risk: float = 0.05
    preset: str | None = None
    accept_above: float | str = 0.501
    drop_below: float | str = 0.504
    bound: str = "betting"
    selection: str = "best-bet"
    accept: Literal["first", "all"] = "first"
    first: int = Field(16, le=LARGEST_BATCH)
    prior_variance: float = PAIR_VARIANCE
    budget: int | None = Field(None, ge=1, le=LARGEST_NUMBER)
    whole: bool = False
    """Whether candidates are players of their own, and not the baseline with changes: those of a command line are."""
    baseline: dict[str, Any] = Field(default_factory=dict)
    candidate: list[dict[str, Any]] = Field(min_length=1)

    @classmethod
    def read(cls, path: Path, preset: str | None = None) -> "Self":
        """A race from a file, checked as a whole; a preset takes the place of its thresholds."""
        values = read_toml(path)
        if preset is not None:
            values = {key: value for key, value in values.items() if key not in THRESHOLDS} | {"preset": preset}
        return cls.make(values, str(path))

    @classmethod
    def make(cls, values: Mapping[str, Any], source: str) -> "Self":
        """A race from keys and values; an error is one line that names the source and the key."""
        for key in values:
            if key not in cls.model_fields:
                raise BadInput(f"{source}: {unknown('setting', key, cls.model_fields)}")
        if "candidate" not in values:
            raise BadInput(f"{source}: a race needs candidates: add [[candidate]] with a name and its settings")
        if "evaluate" in values and (given := next((key for key in GAME_KEYS if key in values), None)):
            raise BadInput(f"{source}: {given} has no meaning beside evaluate: remove one of them")
        try:
            file = cls(**_with_preset(_with_game(values), source))
        except ValidationError as error:
            first = error.errors()[0]
            raise BadInput(f"{source}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        for name in file.names:
            checked_name(name, f"a candidate in {source}")
        return file

    def identity(self) -> dict[str, Any]:
        """What makes it this race and no other, as JSON values: all but its name and how far it goes."""
        apart = {"name", "budget", "preset"} | {key for key in LATER if not getattr(self, key)}
        kept: dict[str, Any] = json.loads(self.model_dump_json(exclude=apart))
        if self.evaluate is None and any(_limits_changed(self.baseline, keys) for keys in self.candidate):
            kept["limits"] = "replaced"
        return kept

    def race_settings(self) -> dict[str, Any]:
        """What `Race` takes, but for the budget."""
        settings = {"candidates": list(self.names), **{key: getattr(self, key) for key in RACE_KEYS}}
        Race(**settings)
        return settings

    @property
    def names(self) -> tuple[str, ...]:
        """The candidates' names; one without is called by its place."""
        return tuple(str(keys.get("name", f"candidate {i}")) for i, keys in enumerate(self.candidate, 1))

    def contest(self, folder: Path, source: str = "race") -> Contest:
        """How trials are made; `folder` is that of the file."""
        if self.evaluate is not None:
            return self._evaluation(self.evaluate, str(folder.absolute()))
        baseline = self._spec(self.baseline, f"{source}: baseline")
        specs = [self._candidate(keys, f"{source}: candidate {name!r}") for name, keys in self._named()]
        try:
            conditions = Conditions(**{key: getattr(self, key) for key in CONDITIONS})
            openings = find_openings(self.openings, conditions, folder)
        except BadInput as error:
            raise BadInput(f"{source}: {error}") from None
        return PairContest(self.names, self.seed, 0, baseline, specs, conditions, openings)

    def _evaluation(self, evaluate: str, folder: str) -> Contest:
        if ":" in evaluate and "{" not in evaluate and len(evaluate.split()) == 1:
            keys = [{**keys, "name": name} for name, keys in self._named()]
            return FunctionContest(self.names, self.seed, 0, evaluate, keys, folder, self.reproducible)
        return CommandContest(self.names, self.seed, 0, evaluate, folder, self.limit, self.reproducible)

    def _named(self) -> "list[tuple[str, dict[str, Any]]]":
        return list(zip(self.names, self.candidate, strict=True))

    def _candidate(self, keys: Mapping[str, Any], source: str) -> AnySpec:
        """The baseline with changes; a GTP program inherits nothing, nor does anybody from one."""
        changes = {key: value for key, value in keys.items() if key != "name"}
        if self.whole:
            return self._spec(changes, source)
        if "gtp" in changes or "gtp" in self.baseline or ("uci" in changes and "uci" not in self.baseline):
            return self._spec(changes, source)
        base = self.baseline
        tables = {key: {**base[key], **value} for key, value in changes.items() if _are_tables(base.get(key), value)}
        return self._spec(with_changes(base, changes) | tables, source)

    def _spec(self, keys: Mapping[str, Any], source: str) -> AnySpec:
        for key in ("game", "size", "komi", "rules", "seed"):
            if key in keys:
                raise BadInput(f"{source}: {key} belongs to the whole race: write it at the top of the file")
        return player_spec({"game": self.game, **keys}, source)


def _limits_changed(baseline: Mapping[str, Any], changes: Mapping[str, Any]) -> bool:
    """Whether earlier versions gave the candidate another limit of thinking: the race is then another one."""
    if any(key in values for values in (baseline, changes) for key in PROGRAMS):
        return False
    if any(key in changes for key in OLD_LIMITS):
        return "cpu" in baseline and "cpu" not in changes
    return "cpu" in changes and any(key in baseline for key in OLD_LIMITS)


def _are_tables(*values: Any) -> bool:
    return all(isinstance(value, dict) for value in values)


def _with_game(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fill in the game that the baseline plays, and the size and variance of that game, where they are not given. An
    unknown game is left as it is: the players report it."""
    if "evaluate" in values:
        return values
    baseline = values.get("baseline")
    game = values.get("game", usual_game(baseline) if isinstance(baseline, dict) else DEFAULT_GAME)
    if game not in kit_names() or ("game" not in values and game == DEFAULT_GAME):
        return values
    kit = find_kit(game)
    return {"game": game, "size": kit.default_size, "prior_variance": kit.pair_variance, **values}


def _with_preset(values: Mapping[str, Any], source: str) -> dict[str, Any]:
    """Thresholds from a preset, unless they are given."""
    if "preset" not in values:
        return dict(values)
    try:
        chosen = preset(str(values["preset"]))
    except BadInput as error:
        raise BadInput(f"{source}: {error}") from None
    return {"accept_above": chosen.accept_above, "drop_below": chosen.drop_below, **values}
