"""A campaign as data: the first baseline, what is drawn for it, at what risk it is accepted."""

import json
from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.learn.individuals import KINDS, Kind
from ponnuki.lab.learn.modification import game_of
from ponnuki.lab.learn.parameters import Parameter
from ponnuki.lab.learn.proposed import first_values
from ponnuki.lab.learn.proposers import find_proposer
from ponnuki.lab.learn.subject import EVALUATE, Subject, player_of, subject_of
from ponnuki.match.conditions import Conditions
from ponnuki.players.kit import find_kit
from ponnuki.players.program import FIRST_VERSION
from ponnuki.players.spec import PlayerSpec
from ponnuki.race import Race
from ponnuki.race.campaign import SPENDINGS, Campaign, Spending
from ponnuki.race.thresholds import PAIR_VARIANCE


class CampaignSettings(BaseModel):
    """What makes it this campaign and no other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    baseline: dict[str, Any] = Field(default_factory=dict)
    """The program to begin with, as a spec has it: settings that are not the default."""
    kind: Kind = "both"
    candidates: int = Field(10, ge=1, le=10_000)
    """|S0|: candidates drawn for each iteration."""
    openings: str = "none"
    risk: float = 0.05
    """Probability of any false acceptance in the whole campaign; with another `spending`, what that limits."""
    spending: Spending = "any"
    horizon: int | None = Field(None, ge=1)
    """Iterations that are planned, each with an equal share of the risk; None gives the j-th a share of 1/j^2."""
    accept_above: float | str = 0.505
    drop_below: float | str = 0.53
    patience: int | None = Field(None, ge=1)
    """Trials of an iteration after which it ends undecided, accepting nothing."""
    bound: str = "betting"
    selection: str = "best-bet"
    seed: int = Field(0, ge=0)
    parameters: tuple[Parameter, ...] = ()
    """With `kind = "settings"`: the parameters that may change. None: the numbers of our program that its kit names."""
    proposer: str = "ours"
    programs: int
    """The version of the program that plays."""

    @classmethod
    def make(cls, values: Mapping[str, Any], source: str) -> Self:
        """Settings from keys and values; an error is one line that names the source and the key."""
        for key in values:
            if key not in cls.model_fields:
                raise BadInput(f"{source}: {unknown('setting', key, cls.model_fields)}")
        for key, known in (("kind", KINDS), ("spending", SPENDINGS)):
            if key in values and values[key] not in known:
                raise BadInput(f"{source}: {unknown(key, str(values[key]), known)}")
        try:
            baseline = subject_of(values.get("baseline", {}))
            version = baseline.version if isinstance(baseline, PlayerSpec) else FIRST_VERSION
            settings = cls(**{"programs": version, **values})
        except ValidationError as error:
            first = error.errors()[0]
            raise BadInput(f"{source}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        if settings.parameters and settings.kind != "settings":
            raise BadInput(f"{source}: parameters are for --settings")
        if not settings.parameters and (settings.proposer != "ours" or not isinstance(baseline, PlayerSpec)):
            raise BadInput(f"{source}: name the parameters that may change: --settings --parameters FILE.toml")
        find_proposer(settings.proposer), first_values(settings.parameters, baseline)
        settings.spec(), settings.next_race(settings.campaign(), ["a", "b"][: settings.candidates])
        return settings

    @classmethod
    def stored(cls, values: Mapping[str, Any], source: str) -> Self:
        """Settings that a journal has; whether this version can still play the baseline is not looked at."""
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors()[0]
            raise BadInput(f"{source}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None

    def identity(self) -> dict[str, Any]:
        """The settings as JSON values."""
        apart = set() if self.parameters else {"parameters", "proposer"}
        kept: dict[str, Any] = json.loads(self.model_dump_json(exclude=apart))
        return kept

    @property
    def game(self) -> str:
        """Which game the baseline plays."""
        return game_of(self.baseline)

    def spec(self) -> Subject:
        """The first baseline."""
        return subject_of(self.baseline)

    @property
    def counted_in(self) -> str:
        """What a trial has two of."""
        return "calls" if EVALUATE in self.baseline else "games"

    def conditions(self) -> Conditions:
        """What the games are played under."""
        spec = player_of(self.spec())
        return Conditions(spec.game, spec.size, spec.komi, spec.rules)

    def campaign(self) -> Campaign:
        """The rule that divides the risk among the races."""
        return Campaign(risk=self.risk, spending=self.spending, horizon=self.horizon)

    def next_race(self, campaign: Campaign, names: list[str]) -> dict[str, Any]:
        """What `Race` takes for the next iteration, but for its budget."""
        settings: dict[str, Any] = {
            "candidates": names,
            "risk": campaign.next_risk,
            "drop_risk": campaign.risk,
            "accept_above": self.accept_above,
            "drop_below": self.drop_below,
            "bound": self.bound,
            "selection": self.selection,
            "accept": "first",
            "prior_variance": self._variance(),
            "seed": self.seed,
        }
        Race(**settings)
        return settings

    def _variance(self) -> float:
        """The variance of a trial that a race expects before its first trial."""
        return PAIR_VARIANCE if EVALUATE in self.baseline else find_kit(self.game).pair_variance
