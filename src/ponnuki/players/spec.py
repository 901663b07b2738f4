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

or UCI:

    uci = "stockfish"
    nodes = 20000
    [options]
    Hash = 16

`player_spec` picks which. The digest of a spec identifies a player wherever games are stored. What a game allows, its
kit says.
"""

import hashlib
import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    InstanceOf,
    ValidationError,
    field_serializer,
    field_validator,
    model_validator,
)

from ponnuki.errors import BadInput, unknown
from ponnuki.knowledge.shape_text import write_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.players.aliases import stored_names
from ponnuki.players.clusters import later_defaults, read_cluster
from ponnuki.players.kit import DEFAULT_GAME, DEFAULT_RULES, Kit, find_kit
from ponnuki.players.program import Number, Program, changed
from ponnuki.players.removed import removed
from ponnuki.players.shape_spec import read_shapes, shape_toml
from ponnuki.players.time_control import DEFAULT_MARGIN, GameClock, TimeControl
from ponnuki.players.toml import read_toml, toml_key, toml_value
from ponnuki.search.limits import Limit
from ponnuki.search.settings import SearchSettings

DEFAULT_SIMS = 1000
LIMITS = ("sims", "time", "cpu")
"""How long a player may think about a move."""
UCI_LIMITS = ("nodes", "depth", "time", "tc")
DEFAULT_NODES = 10_000
"""For a UCI program whose spec says nothing: reproducible, and some hundredths of a second a move."""
UCI_GAME = "chess"
"""What UCI programs play unless their spec says otherwise."""


class Spec(BaseModel):
    """What all specs have: the game, a seed, and forms that can be stored."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)

    game: str = DEFAULT_GAME
    size: int = 9
    """Where none is given, the game's own default."""
    komi: float = Field(7.5, allow_inf_nan=False)
    rules: str = DEFAULT_RULES
    seed: int = Field(0, ge=0)

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            message = str(first["msg"]).removeprefix("Value error, ")
            raise BadInput(f"{where}: {message}" if where else message) from None

    @model_validator(mode="after")
    def _check_game(self) -> Self:
        """See that there is such a game, and that the rules and the size are of it."""
        if "size" not in self.model_fields_set:
            self.__dict__["size"] = self.kit.default_size  # it still counts as not given
        self.kit.check_size(self.size)
        self.kit.rules(self.rules)
        return self

    @property
    def kit(self) -> Kit[Any]:
        """All about the game."""
        return find_kit(self.game)

    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same game."""
        raise NotImplementedError

    @property
    def digest(self) -> str:
        """A name for exactly this player: a key that is added some day, and left alone, does not change it."""
        text = json.dumps(self.settings() | self._version(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _version(self) -> dict[str, Any]:
        """What the digest knows beyond the settings."""
        return {}

    def settings(self) -> dict[str, Any]:
        """What is not as by default, as JSON values."""
        fields = type(self).model_fields
        defaults = {key: field.get_default(call_default_factory=True) for key, field in fields.items()}
        defaults |= {"size": self.kit.default_size, "shapes": [], "setup": []}
        values = self.model_dump(mode="json")
        return {key: value for key, value in values.items() if value != defaults[key]}

    def to_toml(self) -> str:
        """The spec as a file has it, defaults left out."""
        values = self.settings()
        tables = {key: table for key, table in values.items() if isinstance(table, dict)}
        lines = [f"{key} = {toml_value(value)}" for key, value in values.items() if key not in (*tables, "shapes")]
        for name, table in tables.items():
            lines += [f"[{name}]", *(f"{toml_key(key)} = {toml_value(value)}" for key, value in table.items())]
        for shape in values.get("shapes", ()):
            lines += shape_toml(shape, self.kit.surroundings)
        return "".join(f"{line}\n" for line in lines)

    @classmethod
    def make(cls, values: Mapping[str, Any], source: str = "spec") -> Self:
        """A spec from keys and values; an error is one line that names the source and the key."""
        for key in values:
            if key not in cls.model_fields:
                known = dict.fromkeys([*cls.model_fields, *PROGRAMS])
                raise BadInput(f"{source}: {removed(key) or unknown('setting', key, known)}")
        try:
            return cls(**values)
        except BadInput as error:
            raise BadInput(f"{source}: {error}") from None

    @classmethod
    def from_options(cls, path: Path | str | None, options: Mapping[str, Any]) -> Self:
        """A spec from a file, if one is given, and options; an option that is not None takes precedence."""
        given = {key: value for key, value in options.items() if value is not None}
        return cls.make(with_changes(read_toml(path) if path else {}, given), str(path or "options"))


class PlayerSpec(Spec):
    """A frozen description of one of our players."""

    program: str = "default"
    sims: int | None = Field(None, ge=1)
    time: float | None = Field(None, gt=0, allow_inf_nan=False)
    cpu: float | None = Field(None, gt=0, allow_inf_nan=False)
    """Seconds of CPU time a move, instead of `time`: for matches on a machine that others use too."""
    carry_over: bool = True
    """Whether CPU time that a move does not need is kept, during a match, for later ones that are in doubt."""
    threads: int = Field(1, ge=1, le=256)
    resign: float = Field(0.1, ge=0, lt=0.5)
    """Expected result below which the player resigns; 0 never does."""
    ponder: bool = False
    remarks: int = Field(0, ge=0, le=100)
    """So many of the moves that it considered are in the records of its matches, as comments."""
    search: dict[str, Number] = Field(default_factory=dict)
    playout: dict[str, Number] = Field(default_factory=dict)
    priors: dict[str, Number] = Field(default_factory=dict)
    cluster: dict[str, Number] = Field(default_factory=dict)
    """Simulated machines that search together, see `players/clusters.py`; `sims` are those of each."""
    shapes: tuple[InstanceOf[Shape], ...] = ()
    """Canonical, so that the same shapes make the same player however they were written."""

    @model_validator(mode="before")
    @classmethod
    def _read_shapes(cls, values: Any) -> Any:
        if not isinstance(values, dict) or values.get("shapes", ()) in ((), []):
            return values
        kit = find_kit(str(values.get("game", DEFAULT_GAME)))
        return values | {"shapes": read_shapes(values["shapes"], kit.surroundings)}

    @field_validator("search")
    @classmethod
    def _name_as_stored(cls, values: dict[str, Number]) -> dict[str, Number]:
        return stored_names("search", values)

    @field_serializer("shapes")
    def _write_shapes(self, shapes: tuple[Shape, ...]) -> list[dict[str, Any]]:
        return [write_shape(shape, self.kit.surroundings) for shape in shapes]

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.time is not None and self.cpu is not None:
            raise BadInput("a player has either time or cpu, not both")
        if self.cpu is None and not self.carry_over:
            raise BadInput("carry_over is about cpu, which the player does not have")
        if not self.kit.programs:
            raise BadInput(self.kit.no_program)
        if self.program not in self.kit.programs:
            raise BadInput(unknown("program", self.program, self.kit.programs))
        if self.cluster:
            read_cluster(self.cluster)
            if self.time is not None or self.cpu is not None:
                raise BadInput("cluster: simulated machines have no clock: give sims, not time")
        search = self.search_settings()
        if self.shapes and search.formula == "uct" and search.widening == 0:
            raise BadInput("shapes: the search asks for no priors with formula uct, unless it has widening")
        self.playout_rules()
        self.prior_weights()
        return self

    @property
    def _named(self) -> Program:
        return self.kit.programs[self.program].at(self.size)

    def search_settings(self) -> SearchSettings:
        """The settings of the search."""
        return changed(self._named.search, self.search, "search")

    def playout_rules(self) -> Any:
        """The settings of the playouts, as the game's player knows them; None for plain ones."""
        rules = self._named.playout
        if rules is None and self.playout:
            plain = self.kit.plain_playouts
            raise BadInput(f"program {self.program!r} has {plain} playouts, which have no settings")
        return None if rules is None else changed(rules, self.playout, "playout")

    def prior_weights(self) -> Any:
        """The settings of the priors, as the game's player knows them; None where the game has none."""
        weights = self._named.priors
        if weights is None and self.priors:
            raise BadInput(f"priors: {self.kit.title} has none")
        return None if weights is None else changed(weights, self.priors, "priors")

    def all_shapes(self) -> tuple[Shape, ...]:
        """Those of the spec, and those that its program has learned, unless the spec gives them another bias."""
        return self.kit.all_shapes(self)

    def limit(self) -> Limit:
        """How long it may think about a move."""
        seconds = self.time if self.cpu is None else self.cpu
        sims = DEFAULT_SIMS if self.sims is None and seconds is None else self.sims
        return Limit(simulations=sims, seconds=seconds, cpu=self.cpu is not None)

    def _version(self) -> dict[str, Any]:
        return {"programs": self.version, **later_defaults(self.cluster), **self.kit.contents(self)}

    @property
    def version(self) -> int:
        """That of the named program: with another one, the same spec is another player."""
        return self._named.version

    @property
    def reproducible(self) -> bool:
        """Whether the same seed gives the same game: no clock and no second thread decides anything."""
        return self.time is None and self.cpu is None and self.threads == 1


class GtpSpec(Spec):
    """A frozen description of any program that speaks GTP."""

    gtp: str
    """The command. `{seed}` stands for a number from 1 to 2^31 - 1, another in each game."""
    start_limit: float = Field(60.0, gt=0, allow_inf_nan=False)
    """Seconds for each answer before the first move is asked for: programs load networks and books."""
    move_limit: float = Field(120.0, gt=0, allow_inf_nan=False)
    """Seconds for a move; a program that takes longer has stalled, and loses."""
    game_limit: float | None = Field(None, gt=0, allow_inf_nan=False)
    """Seconds for all moves of a game; the program is told its time, and loses when it is over."""
    tc: str | None = None
    """The same with an increment: `10+0.1` are seconds for the game and more after each move; there is then no
    `move_limit`."""
    margin: float = Field(DEFAULT_MARGIN, ge=0)
    """With `tc`, seconds by which a move may be late."""
    fresh: bool = True
    """A new process for each game; False keeps one, for programs that take long to start."""
    setup: tuple[str, ...] = ()
    """GTP commands that are sent before the board is set up: how most programs take their parameters."""
    options: dict[str, Number] = Field(default_factory=dict)
    """What `{name}` in the command, or in those of `setup`, stands for."""

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_command("gtp", self.gtp, self.fresh, *self.setup)
        if bad := next((line for line in self.setup if len(line.splitlines()) != 1 or not line.strip()), None):
            raise BadInput(f"setup: {bad!r} is not a GTP command on one line")
        texts = (self.gtp, *self.setup)
        if missing := next((name for name in self.options if not any(f"{{{name}}}" in text for text in texts)), None):
            raise BadInput(f"options: the command has no {{{missing}}}, nor has setup")
        _check_protocol("gtp", self.kit)
        if self.tc is not None and self.game_limit is not None:
            raise BadInput("a player has either game_limit or tc, not both")
        self.clock()
        return self

    def clock(self) -> GameClock | None:
        """Its clock at the beginning of a game with `tc`."""
        return None if self.tc is None else GameClock(TimeControl.read(self.tc), self.margin)

    @property
    def reproducible(self) -> bool:
        """Whether the same seed should give the same game: we can only take the command's word for it."""
        seeded = any("{seed}" in text for text in (self.gtp, *self.setup))
        return seeded and self.fresh and self.game_limit is None and self.tc is None

    def command(self, seed: int) -> list[str]:
        """The command's words for a game; many programs read a seed as a C int, and 0 as "by the clock"."""
        return [_with_seed(self._with_options(word), seed) for word in shlex.split(self.gtp)]

    def setup_for(self, seed: int) -> list[str]:
        """The commands of `setup` for a game."""
        return [_with_seed(self._with_options(line), seed) for line in self.setup]

    def _with_options(self, word: str) -> str:
        for name, value in self.options.items():
            word = word.replace(f"{{{name}}}", str(value))
        return word


class UciSpec(Spec):
    """A frozen description of any program that speaks UCI."""

    uci: str
    """The command. `{seed}`, here or in an option, stands for a number from 1 to 2^31 - 1, another in each game."""
    nodes: int | None = Field(None, ge=1)
    depth: int | None = Field(None, ge=1)
    time: float | None = Field(None, gt=0)
    """Seconds for a move."""
    tc: str | None = None
    """Seconds for the game and more after each move: `10+0.1`."""
    margin: float = Field(DEFAULT_MARGIN, ge=0)
    """With `time` or `tc`, seconds by which a move may be late before it loses the game."""
    options: dict[str, Number] = Field(default_factory=dict)
    start_limit: float = Field(60.0, gt=0)
    """Seconds for each answer before the first move is asked for."""
    move_limit: float = Field(120.0, gt=0)
    """Seconds for a move where there is no clock; a program that takes longer has stalled, and loses."""
    fresh: bool = True
    """A new process for each game; False keeps one and tells it that a new game begins."""
    random: bool = False
    """Whether it may play differently although its limits and its seed are the same: its trials are then recorded."""

    @model_validator(mode="before")
    @classmethod
    def _say_the_game(cls, values: Any) -> Any:
        return {"game": UCI_GAME} | values if isinstance(values, dict) else values

    @model_validator(mode="after")
    def _check(self) -> Self:
        _check_command("uci", self.uci, self.fresh, *map(str, self.options.values()))
        _check_protocol("uci", self.kit)
        if self.time is not None and self.tc is not None:
            raise BadInput("a player has either time or tc, not both")
        self.clock()
        return self

    @property
    def reproducible(self) -> bool:
        """Whether the same seed should give the same game: no clock and no second thread decides anything."""
        threads = {str(value) for name, value in self.options.items() if name.lower() == "threads"}
        timed = self.time is not None or self.tc is not None
        return self.fresh and not timed and not self.random and threads <= {"1"}

    @property
    def node_limit(self) -> int | None:
        """Nodes for a move, also where the spec gives no limit at all."""
        limits = (self.nodes, self.depth, self.time, self.tc)
        return DEFAULT_NODES if all(limit is None for limit in limits) else self.nodes

    def clock(self) -> GameClock | None:
        """Its clock at the beginning of a game with `tc`."""
        return None if self.tc is None else GameClock(TimeControl.read(self.tc), self.margin)

    def command(self, seed: int) -> list[str]:
        """The command's words for a game."""
        return [_with_seed(word, seed) for word in shlex.split(self.uci)]

    def options_for(self, seed: int) -> dict[str, Number]:
        """Its options for a game."""
        return {
            name: _with_seed(value, seed) if isinstance(value, str) else value for name, value in self.options.items()
        }


def _with_seed(word: str, seed: int) -> str:
    """Many programs read a seed as a C int, and 0 as "by the clock"."""
    return word.replace("{seed}", str(seed % (2**31 - 1) + 1))


def _check_command(key: str, command: str, fresh: bool, *more: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"{key}: {error}: {command!r}") from None
    if not words:
        raise BadInput(f"{key}: the command is empty")
    if not fresh and any("{seed}" in text for text in (command, *more)):
        raise BadInput(f"{key}: a command with {{seed}} needs a new process for each game: remove fresh = false")


def _check_protocol(key: str, kit: Kit[Any]) -> None:
    if key not in kit.protocols:
        raise BadInput(f"{key}: programs for {kit.title} speak {' or '.join(kit.protocols)}, not {key}")


AnySpec = PlayerSpec | GtpSpec | UciSpec
PROGRAMS: Mapping[str, type[GtpSpec] | type[UciSpec]] = {"gtp": GtpSpec, "uci": UciSpec}
"""Other programs, by the key that has their command."""


def spec_kind(values: Mapping[str, Any]) -> type[PlayerSpec] | type[GtpSpec] | type[UciSpec]:
    """Which kind of player has these keys: one with a command is a program, any other is ours."""
    return next((kind for key, kind in PROGRAMS.items() if key in values), PlayerSpec)


def usual_game(values: Mapping[str, Any]) -> str:
    """What a player with these keys plays where nobody says what."""
    return UCI_GAME if spec_kind(values) is UciSpec else DEFAULT_GAME


def player_spec(values: Mapping[str, Any], source: str = "spec") -> AnySpec:
    """A player of any kind."""
    return spec_kind(values).make(values, source)


def with_changes(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with changes. Whoever names one limit of thinking means it instead of all that there were: a player with
    CPU time in place of simulations would else have both, and stop at whichever comes first."""
    kept = dict(values)
    if "uci" in kept | dict(changes):
        if any(key in changes for key in UCI_LIMITS):
            kept = {key: value for key, value in kept.items() if key not in UCI_LIMITS}
    elif any(key in changes for key in LIMITS):
        gone = LIMITS if "cpu" in changes else (*LIMITS, "carry_over")
        kept = {key: value for key, value in kept.items() if key not in gone}
    return kept | dict(changes)
