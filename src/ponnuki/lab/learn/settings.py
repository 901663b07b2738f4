"""A campaign as data: the first baseline, what is drawn for it, at what risk it is accepted."""

import json
from collections.abc import Mapping
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ponnuki.errors import BadInput
from ponnuki.lab.learn.individuals import KINDS, Kind
from ponnuki.match.conditions import Conditions
from ponnuki.players.spec import PlayerSpec, unknown
from ponnuki.race import Race
from ponnuki.race.campaign import SPENDINGS, Campaign, Spending
from ponnuki.race.thresholds import PAIR_VARIANCE


class CampaignSettings(BaseModel):
    """What makes it this campaign and no other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    baseline: dict[str, Any] = Field(default_factory=dict)
    """The program to begin with, as a spec has it: settings that are not the default."""
    kind: Kind = "both"
    candidates: int = Field(10, ge=1)
    """|S0|: candidates drawn for each iteration."""
    openings: str = "none"
    risk: float = 0.05
    """Of any false acceptance in the whole campaign (or what `spending` says)."""
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
            baseline = PlayerSpec.make(values.get("baseline", {}), "baseline")
            settings = cls(**{"programs": baseline.version, **values})
        except ValidationError as error:
            first = error.errors()[0]
            raise BadInput(f"{source}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None
        settings.spec(), settings.next_race(settings.campaign(), ["a", "b"][: settings.candidates])
        return settings

    def identity(self) -> dict[str, Any]:
        """As JSON has it."""
        kept: dict[str, Any] = json.loads(self.model_dump_json())
        return kept

    def spec(self) -> PlayerSpec:
        """The first baseline."""
        return PlayerSpec.make(self.baseline, "baseline")

    def conditions(self) -> Conditions:
        """What the games are played under."""
        spec = self.spec()
        return Conditions(spec.game, spec.size, spec.komi, spec.rules)

    def campaign(self) -> Campaign:
        """Who spends the risk."""
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
            "prior_variance": PAIR_VARIANCE,
            "seed": self.seed,
        }
        Race(**settings)
        return settings
