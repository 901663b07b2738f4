"""Parameters of any player that a campaign may change, as a file names them.

[[parameter]]
name = "options.Contempt"     # a UCI option; `{c}` in a GTP program's command line, or in the GTP commands of its
                              # `setup`, as options.c; a setting of ours: search.c
                              # beside `evaluate`, an argument of the function: arguments.c
range = [0, 100]
step = 5                      # only multiples of it above the lower end
log = false                   # true: 1 to 2 is as far as 50 to 100
start = 24                    # its value in the baseline, where the baseline's spec does not say

With `evaluate = "module:function"` at the top, and the other arguments in `[arguments]`, the file is about a function.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.learn.modification import placed
from ponnuki.lab.learn.subject import ARGUMENTS, EVALUATE, Judged
from ponnuki.players.toml import read_toml

DIGITS = 6
"""Of a value that has no step."""


class Parameter(BaseModel):
    """A number of a player, and what it may be."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    range: tuple[float, float]
    step: float | None = Field(None, gt=0)
    log: bool = False
    start: float | None = None

    @model_validator(mode="after")
    def _check(self) -> Self:
        placed(self.name)
        low, high = self.range
        if not (math.isfinite(low) and math.isfinite(high) and low < high):
            raise BadInput(f"{self.name}: range must be two numbers, the smaller first")
        if self.log and low <= 0:
            raise BadInput(f"{self.name}: with log = true the range must be above 0")
        if self.step is not None and self.step > high - low:
            raise BadInput(f"{self.name}: the step is larger than the range")
        if self.start is not None and not low <= self.start <= high:
            raise BadInput(f"{self.name}: start is {self.start:g}, which is outside of the range")
        return self

    @property
    def is_whole(self) -> bool:
        """Whether its values are whole numbers."""
        return self.step is not None and float(self.step).is_integer() and float(self.range[0]).is_integer()

    def fitted(self, value: float) -> float:
        """The nearest value that it may have."""
        low, high = self.range
        value = min(max(value, low), high)
        if self.step is None:
            return 0.0 if value == 0 else round(value, DIGITS - 1 - math.floor(math.log10(abs(value))))
        steps = min(round((value - low) / self.step), math.floor((high - low) / self.step + 1e-9))
        found = low + steps * self.step
        return int(found) if self.is_whole else round(found, 12)


JUDGE_KEYS = (EVALUATE, ARGUMENTS, "reproducible")


@dataclass(frozen=True, slots=True)
class Tuning:
    """What a file says: what may change, and the function that judges it, if there is one."""

    parameters: tuple[Parameter, ...]
    judged: Judged | None


def read_tuning(path: Path) -> Tuning:
    """The parameters in a file, and the function whose arguments they are; one that says no value gets its start."""
    values = read_toml(path)
    about = {key: value for key, value in values.items() if key in JUDGE_KEYS}
    parameters = _parameters({key: value for key, value in values.items() if key not in about}, path)
    if not about:
        return Tuning(parameters, None)
    judged = Judged.make(about, str(path))
    for one in parameters:
        if placed(one.name)[0] != ARGUMENTS:
            raise BadInput(f"{path}: {one.name}: beside {EVALUATE} parameters are arguments.NAME")
    started = {placed(one.name)[1]: one.start for one in parameters if one.start is not None}
    return Tuning(parameters, replace(judged, arguments={**started, **judged.arguments}))


def read_parameters(path: Path) -> tuple[Parameter, ...]:
    """The parameters in a file."""
    return read_tuning(path).parameters


def _parameters(values: Mapping[str, Any], path: Path) -> tuple[Parameter, ...]:
    for key in values:
        if key != "parameter":
            raise BadInput(f"{path}: {unknown('key', key, ['parameter', *JUDGE_KEYS])}")
    tables = values.get("parameter", [])
    if not isinstance(tables, list) or not tables:
        raise BadInput(f"{path}: no parameters in it: add [[parameter]] with a name and a range")
    found = tuple(_parameter(table, f"{path}: parameter {place}") for place, table in enumerate(tables, 1))
    names = [one.name for one in found]
    if len(set(names)) < len(names):
        raise BadInput(f"{path}: a parameter is named twice")
    return found


def _parameter(table: Any, source: str) -> Parameter:
    if not isinstance(table, Mapping):
        raise BadInput(f"{source}: write it as [[parameter]]")
    try:
        return Parameter(**table)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        message = str(first["msg"]).removeprefix("Value error, ")
        raise BadInput(f"{source}: {f'{where}: ' if where else ''}{message}") from None
