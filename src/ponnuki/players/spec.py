"""A player as data: which game, which program, what it was changed to, how long it may think.

    program = "default"
    sims = 1000
    [search]
    rave_equivalence = 2000
    [[shapes]]
    text = "XO?|O+.|?.?"
    bias = 20

or any program that speaks GTP:

    gtp = "gnugo --mode gtp --level 10 --seed {seed}"

`player_spec` picks which. The digest of a spec identifies a player wherever games are stored.
"""

import dataclasses
import difflib
import hashlib
import json
import shlex
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    InstanceOf,
    ValidationError,
    field_serializer,
    model_validator,
)

from ponnuki.errors import BadInput
from ponnuki.games.go.record import RULE_NAMES
from ponnuki.games.go.rules import MAX_SIZE, MIN_SIZE, Rules
from ponnuki.games.havannah import rules as havannah_rules
from ponnuki.knowledge.go_priors import NO_PRIORS, GoPriors
from ponnuki.knowledge.shape_text import write_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.players.havannah_programs import FIRST_VERSION, HAVANNAH_PROGRAMS
from ponnuki.players.learned import LEARNED
from ponnuki.players.shape_spec import NEIGHBOURHOODS, read_shapes, shape_toml
from ponnuki.policies.go_mogo import BARE, CLASSIC, MogoRules
from ponnuki.policies.havannah_slow import SlowRules
from ponnuki.search.limits import Limit
from ponnuki.search.settings import UCT, SearchSettings

DEFAULT_SIMS = 1000
GAMES = ("go", "havannah")
Number = bool | int | float | str


@dataclasses.dataclass(frozen=True, slots=True)
class Program:
    """A named set of settings; a spec names one and says what is different."""

    search: SearchSettings
    playout: MogoRules | None
    """None: light playouts."""
    priors: GoPriors
    version: int = FIRST_VERSION
    """Raised when the program comes to play differently: its games are then those of another player."""


PROGRAMS = {
    "default": Program(
        SearchSettings(rave_fade=0.5, expand_after=1, careful_after=4, merge=True), MogoRules(), GoPriors(), version=8
    ),
    "mogo": Program(SearchSettings(), CLASSIC, NO_PRIORS),
    "light": Program(SearchSettings(), None, NO_PRIORS),
    "bare": Program(SearchSettings(), BARE, NO_PRIORS),
    "uct": Program(UCT, None, NO_PRIORS),
}
"""`default` has everything; `mogo` atari replies, 3x3 shapes and RAVE; `light` uniform playouts and RAVE; `bare` every
named rule and prior off, the papers' starting point; `uct` Algorithm 1 of the papers."""


class Spec(BaseModel):
    """What all specs have: the game, a seed, and forms that can be stored."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    game: str = "go"
    size: int = Field(9, ge=MIN_SIZE, le=MAX_SIZE)
    komi: float = Field(7.5, allow_inf_nan=False)
    rules: str = "Chinese"
    seed: int = Field(0, ge=0)

    def go_rules(self) -> Rules:
        """The rules of the game."""
        by_name = {name.lower(): rules for name, rules in RULE_NAMES.items()}
        if self.rules.lower() not in by_name:
            raise BadInput(unknown("rules", self.rules, RULE_NAMES))
        return by_name[self.rules.lower()]

    def havannah_rules(self) -> havannah_rules.Rules:
        """The rules of the game, if it is Havannah; where none were named, the default of Go stands for "plain"."""
        name = self.rules.lower()
        if name == Spec.model_fields["rules"].default.lower():
            name = "plain"
        if name not in havannah_rules.RULE_NAMES:
            raise BadInput(unknown("rules", self.rules, havannah_rules.RULE_NAMES))
        havannah_rules.check_size(self.size)
        return havannah_rules.RULE_NAMES[name]

    def check_rules(self) -> None:
        """See that there is such a game, and that the rules and the size are of it."""
        if self.game not in GAMES:
            raise BadInput(unknown("game", self.game, GAMES))
        if self.game == "havannah":
            self.havannah_rules()
        else:
            self.go_rules()

    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same game."""
        raise NotImplementedError

    @property
    def digest(self) -> str:
        """A name for exactly this player: a key that is added some day, and left alone, does not change it."""
        text = json.dumps(self.settings() | self._version(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _version(self) -> dict[str, int]:
        """What the digest knows beyond the settings."""
        return {}

    def settings(self) -> dict[str, Any]:
        """What is not as by default, as JSON values."""
        values = self.model_dump(mode="json", exclude_defaults=True)
        return {key: value for key, value in values.items() if value != []}  # what has a serializer is never left out

    def to_toml(self) -> str:
        """The spec as a file has it, defaults left out."""
        values = self.settings()
        tables = {key: table for key, table in values.items() if isinstance(table, dict)}
        lines = [f"{key} = {_toml(value)}" for key, value in values.items() if key not in (*tables, "shapes")]
        for name, table in tables.items():
            lines += [f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in table.items())]
        for shape in values.get("shapes", ()):
            lines += shape_toml(shape, self.game)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def make(cls, values: Mapping[str, Any], source: str = "spec") -> Self:
        """A spec from keys and values; an error is one line that names the source and the key."""
        for key in values:
            if key not in cls.model_fields:
                raise BadInput(f"{source}: {unknown('setting', key, dict.fromkeys([*cls.model_fields, 'gtp']))}")
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            message = str(first["msg"]).removeprefix("Value error, ")
            raise BadInput(f"{source}: {where + ': ' if where else ''}{message}") from None

    @classmethod
    def from_options(cls, path: Path | str | None, options: Mapping[str, Any]) -> Self:
        """A spec from a file, if one is given, and options; an option that is not None takes precedence."""
        given = {key: value for key, value in options.items() if value is not None}
        return cls.make((read_toml(path) if path else {}) | given, str(path or "options"))


class PlayerSpec(Spec):
    """A frozen description of one of our players."""

    program: str = "default"
    sims: int | None = Field(None, ge=1)
    time: float | None = Field(None, gt=0)
    cpu: float | None = Field(None, gt=0)
    """Seconds of CPU time a move, instead of `time`: for matches on a machine that others use too."""
    carry_over: bool = True
    """Whether CPU time that a move does not need is kept, during a match, for later ones that are in doubt."""
    threads: int = Field(1, ge=1, le=256)
    resign: float = Field(0.1, ge=0, lt=0.5)
    """Expected result below which the player resigns; 0 never does."""
    dynamic_komi: float = Field(0.0, ge=0, le=100)
    """Points for each handicap stone that a search adds to komi at first, fewer as the board fills (Pachi: 7)."""
    ponder: bool = False
    remarks: int = Field(0, ge=0, le=100)
    """So many of the moves that it considered are in the records of its matches, as comments."""
    search: dict[str, Number] = Field(default_factory=dict)
    playout: dict[str, Number] = Field(default_factory=dict)
    priors: dict[str, Number] = Field(default_factory=dict)
    shapes: tuple[InstanceOf[Shape], ...] = ()
    """Canonical, so that the same shapes make the same player however they were written."""

    @model_validator(mode="before")
    @classmethod
    def _read_shapes(cls, values: Any) -> Any:
        if not isinstance(values, dict) or "shapes" not in values:
            return values
        game = values.get("game", cls.model_fields["game"].default)
        if game not in NEIGHBOURHOODS:
            raise BadInput(unknown("game", str(game), GAMES))
        return values | {"shapes": read_shapes(values["shapes"], game)}

    @field_serializer("shapes")
    def _write_shapes(self, shapes: tuple[Shape, ...]) -> list[dict[str, Any]]:
        return [write_shape(shape, NEIGHBOURHOODS[self.game]) for shape in shapes]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.time is not None and self.cpu is not None:
            raise BadInput("a player has either time or cpu, not both")
        if self.cpu is None and not self.carry_over:
            raise BadInput("carry_over is about cpu, which the player does not have")
        self.check_rules()
        programs = HAVANNAH_PROGRAMS if self.game == "havannah" else PROGRAMS
        if self.program not in programs:
            raise BadInput(unknown("program", self.program, programs))
        search = self.search_settings()
        if self.shapes and search.formula == "uct" and search.widening == 0:
            raise BadInput("shapes: the search asks for no priors with formula uct, unless it has widening")
        if self.game == "havannah":
            self.havannah_playouts()
        else:
            playouts, weights = self.playout_rules(), self.prior_weights()
            if playouts is None and weights.criticality > 0:
                raise BadInput(f"priors.criticality: the light playouts of program {self.program!r} count no owners")
            if weights.criticality > 0 and search.formula == "uct" and search.widening == 0:
                raise BadInput("priors.criticality: the search asks for no priors with formula uct, without widening")
        return self

    def search_settings(self) -> SearchSettings:
        """The settings of the search."""
        programs = HAVANNAH_PROGRAMS if self.game == "havannah" else PROGRAMS
        return _changed(programs[self.program].search, self.search, "search")

    def havannah_playouts(self) -> SlowRules | None:
        """The rules of Havannah playouts; None for fast ones."""
        if self.priors or self.dynamic_komi:
            raise BadInput(f"{'priors' if self.priors else 'dynamic_komi'}: Havannah has none")
        rules = HAVANNAH_PROGRAMS[self.program].playout
        if rules is None:
            if self.playout:
                raise BadInput(f"program {self.program!r} has fast playouts, which have no settings")
            return None
        return _changed(rules, self.playout, "playout")

    def playout_rules(self) -> MogoRules | None:
        """The rules of the playouts; None for light ones."""
        rules = PROGRAMS[self.program].playout
        if rules is None:
            if self.playout:
                raise BadInput(f"program {self.program!r} has light playouts, which have no settings")
            return None
        return _changed(rules, self.playout, "playout")

    def prior_weights(self) -> GoPriors:
        """The weights of the priors."""
        return _changed(PROGRAMS[self.program].priors, self.priors, "priors")

    def all_shapes(self) -> tuple[Shape, ...]:
        """Those of the spec, and those that its program has learned, unless the spec gives them another bias."""
        if self.game != "go" or not self.prior_weights().learned:
            return self.shapes
        own = {shape.mask for shape in self.shapes}
        return (*(shape for shape in LEARNED if shape.mask not in own), *self.shapes)

    def limit(self) -> Limit:
        """How long it may think about a move."""
        seconds = self.time if self.cpu is None else self.cpu
        sims = DEFAULT_SIMS if self.sims is None and seconds is None else self.sims
        return Limit(simulations=sims, seconds=seconds, cpu=self.cpu is not None)

    def _version(self) -> dict[str, int]:
        return {"programs": self.version}

    @property
    def version(self) -> int:
        """That of the named program: with another one, the same spec is another player."""
        return (HAVANNAH_PROGRAMS if self.game == "havannah" else PROGRAMS)[self.program].version

    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same game: no clock and no second thread decides anything."""
        return self.time is None and self.cpu is None and self.threads == 1


class GtpSpec(Spec):
    """A frozen description of any program that speaks GTP."""

    gtp: str
    """The command. `{seed}` stands for a number from 1 to 2^31 - 1, another in each game."""
    start_limit: float = Field(60.0, gt=0)
    """Seconds for each answer before the first move is asked for: programs load networks and books."""
    move_limit: float = Field(120.0, gt=0)
    """Seconds for a move; a program that takes longer has stalled, and loses."""
    game_limit: float | None = Field(None, gt=0)
    """Seconds for all moves of a game; the program is told its time, and loses when it is over."""
    fresh: bool = True
    """A new process for each game; False keeps one, for programs that take long to start."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        self.check_rules()
        try:
            words = shlex.split(self.gtp)
        except ValueError as error:
            raise BadInput(f"gtp: {error}: {self.gtp!r}") from None
        if not words:
            raise BadInput("gtp: the command is empty")
        if "{seed}" in self.gtp and not self.fresh:
            raise BadInput("gtp: a command with {seed} needs a new process for each game: remove fresh = false")
        return self

    @property
    def reproducible(self) -> bool:
        """Whether the same seed should give the same game: we can only take the command's word for it."""
        return "{seed}" in self.gtp and self.fresh and self.game_limit is None

    def command(self, seed: int) -> list[str]:
        """The command's words for a game; many programs read a seed as a C int, and 0 as "by the clock"."""
        return [word.replace("{seed}", str(seed % (2**31 - 1) + 1)) for word in shlex.split(self.gtp)]


AnySpec = PlayerSpec | GtpSpec


def player_spec(values: Mapping[str, Any], source: str = "spec") -> AnySpec:
    """A player of either kind: one with a `gtp` command is a program, any other is ours."""
    kind: type[PlayerSpec] | type[GtpSpec] = GtpSpec if "gtp" in values else PlayerSpec
    return kind.make(values, source)


def read_toml(path: Path | str) -> dict[str, Any]:
    """The keys and values of a TOML file."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: not TOML: {error}") from None


def _toml(value: Any) -> str:
    """A number, truth value or string as TOML: JSON's form, but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


Settings = TypeVar("Settings", SearchSettings, MogoRules, GoPriors, SlowRules)


def _changed(base: Settings, changes: Mapping[str, Number], table: str) -> Settings:
    """A copy of some settings with changes, each of a known name and of the type of what it replaces."""
    names = {field.name: getattr(base, field.name) for field in dataclasses.fields(base)}
    for key, value in changes.items():
        if key not in names:
            raise BadInput(f"{table}: {unknown('setting', key, names)}")
        wanted = type(names[key])
        fits = isinstance(value, wanted) and not (wanted is not bool and isinstance(value, bool))
        if not fits and not (wanted is float and isinstance(value, int) and not isinstance(value, bool)):
            raise BadInput(f"{table}.{key} must be a {wanted.__name__}, not {value!r}")
    return dataclasses.replace(base, **changes)  # type: ignore[arg-type]


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """A line for a name that does not exist, with the nearest that does."""
    names = list(known)
    near = difflib.get_close_matches(name, names, n=len(names) or 1)
    best = max(near, key=lambda one: _likeness(name, one), default=None)
    hint = f"did you mean {best!r}?" if best is not None else f"known: {', '.join(names)}"
    return f"unknown {kind} {name!r}; {hint}"


def _likeness(one: str, other: str) -> tuple[float, int]:
    """How much two words have in common, and, for equals, how many letters at the beginning."""
    beginning = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    return difflib.SequenceMatcher(None, one, other).ratio(), beginning
