"""Fresh games for what a campaign accepted: each modification against the baseline it was accepted on, all of them
against the first baseline, and that again with ten times the simulations.

A check is an ordinary match with seeds of its own, so the games are fresh. How many there are is fixed beforehand
(`planned_pairs`), so the rate is not flattered by when one stopped; the verdict comes from the race's own bound:
*confirmed* if it shows the modification to be better than its baseline, *refuted* if it shows it to be below what it
was accepted for, *undecided* otherwise.
"""

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from ponnuki.errors import BadInput
from ponnuki.farm.base import Farm
from ponnuki.lab.journal.store import Run, Store
from ponnuki.lab.learn.modification import describe
from ponnuki.lab.learn.state import State
from ponnuki.lab.learn.subject import player_of
from ponnuki.lab.matches import elo
from ponnuki.lab.matches.result import MatchResult, match_result
from ponnuki.lab.matches.schedule import Schedule, pairs_in
from ponnuki.lab.matches.session import Watcher, play_with
from ponnuki.lab.runs.driver import Driver
from ponnuki.lab.runs.source import Key
from ponnuki.lab.simulation.reward_models import pairs
from ponnuki.match.openings import find_openings
from ponnuki.match.seeds import trial_seed
from ponnuki.players.spec import AnySpec, PlayerSpec
from ponnuki.race import Race
from ponnuki.race.thresholds import elo_from_rate, rate, rate_from_elo

KIND = "confirm"
EVEN = 0.5
VARIANCE = 0.12
"""Variance of a pair of 9x9 games, for planning (measured: .094 to .126)."""
RACES = 200
"""Simulated races from which the number of games is taken."""
LEAST_GAP = 0.001
LEAST_PAIRS, MOST_PAIRS = 100, 20_000
Outcome = Literal["confirmed", "refuted", "undecided"]


@dataclass(frozen=True, slots=True)
class Check:
    """One line of the table: who plays whom, and what is expected of it."""

    label: str
    number: int
    """The number of the check in its campaign; it decides the seeds."""
    candidate: AnySpec
    against: AnySpec
    opponent: str
    effect: float
    """A cautious guess at the rate: halfway from the accept threshold to what the race measured."""


@dataclass(frozen=True)
class ConfirmSchedule(Schedule):
    """A match that belongs to a campaign."""

    campaign: str
    number: int

    def seed_of(self, key: Key) -> int:
        """Checks of a campaign play different games."""
        return trial_seed(KIND, self.seed, self.number, *key)

    def settings(self) -> dict[str, Any]:
        """The settings of a match, and which campaign it checks."""
        return {**super().settings(), "campaign": self.campaign, "check": self.number}


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A check that was played."""

    label: str
    opponent: str
    games: int
    rate: float
    standard_error: float | None
    verdict: Outcome
    result: MatchResult

    def as_json(self) -> dict[str, Any]:
        """The check as the command prints it with `--json`."""
        names = ("label", "opponent", "games", "rate", "standard_error", "verdict")
        return {name: getattr(self, name) for name in names}


def checks(state: State, times: int = 10) -> list[Check]:
    """What there is to confirm; `times` is for the last line, 0 leaves it out."""
    accepted = state.accepted
    if times < 0:
        raise BadInput(f"times is {times}: it must not be negative")
    if not accepted:
        raise BadInput("the campaign has accepted nothing yet: there is nothing to confirm")
    first, threshold = player_of(state.settings.spec()), _threshold(state)
    found, strength = [], 0.0
    for place, one in enumerate(accepted, 1):
        change = one.accepted
        assert change is not None
        effect = (threshold + one.verdict.bounds[one.verdict.accepted[0]].mean) / 2
        strength += elo_from_rate(min(effect, 0.99))
        label = f"{place}: {describe(change, first.game)}"
        opponent = "first baseline" if place == 1 else f"baseline with {_numbers(place - 1)}"
        found.append(Check(label, one.stored.number, player_of(one.after), player_of(one.before), opponent, effect))
    last, everything, learned = len(accepted), rate_from_elo(strength), player_of(state.baseline)
    base = accepted[-1].stored.number + 1
    if last > 1:
        found.append(Check(_numbers(last), base * SPACING, learned, first, "first baseline", everything))
    if times and isinstance(first, PlayerSpec):
        label = f"{_numbers(last)} at {times} times the simulations"
        longer = _longer(learned, times), _longer(first, times)
        found.append(Check(label, base * SPACING + times, *longer, "first baseline, likewise", everything))
    return found


SPACING = 100_000
"""Checks of single modifications have the number of their race; others come after all of them."""


def _numbers(last: int) -> str:
    return "1" if last == 1 else f"1 to {last}"


def _longer(spec: AnySpec, times: int) -> AnySpec:
    """The player with so many times the simulations, or the time."""
    assert isinstance(spec, PlayerSpec)
    limit = spec.limit()
    key, value = ("sims", limit.simulations) if limit.simulations else ("cpu" if limit.cpu else "time", limit.seconds)
    assert value is not None
    return spec.model_copy(update={key: value * times})


def planned(state: State, times: int = 10, games: int | None = None) -> list[tuple[Check, int]]:
    """The checks with their pairs of games: so many for each, or by default as planned."""
    given = None if games is None else pairs_in(games)
    threshold, risk = _threshold(state), state.settings.risk
    return [(check, given or planned_pairs(check.effect, threshold, risk)) for check in checks(state, times)]


def planned_pairs(effect: float, threshold: float, risk: float, seed: int = 0) -> int:
    """Pairs of games after which 90 of 100 modifications of that effect would be confirmed."""
    from ponnuki.lab.simulation.cases import named_cases
    from ponnuki.lab.simulation.fast_race import Rules
    from ponnuki.lab.simulation.prediction import run as simulate

    rules = Rules(risk=risk, accept_above=EVEN, drop_below=threshold)
    [row] = simulate(named_cases(rules, RACES, ["betting"], [min(effect, 0.9)], pairs(VARIANCE), 1), seed)
    return min(max(math.ceil(row.games_90 / 2), LEAST_PAIRS), MOST_PAIRS)


def schedule_of(state: State, run: Run, check: Check, count: int) -> ConfirmSchedule:
    """The match of a check."""
    conditions = state.settings.conditions()
    players = ((check.label, check.candidate), (check.opponent, check.against))
    openings = find_openings(state.settings.openings, conditions)
    return ConfirmSchedule(
        KIND, players, ((0, 1),), conditions, openings, state.settings.seed, count, run.name, check.number
    )


def play(
    store: Store,
    run: Run,
    state: State,
    wanted: Sequence[tuple[Check, int]],
    make_farm: Callable[[], Farm],
    watch: Callable[[int], Watcher] = lambda _: lambda _: None,
) -> list[Confirmed]:
    """Play checks as far as they have not been played, all on one farm, which is started if there is something to
    play; `watch` makes the watcher of a check from its place."""
    with ExitStack() as then:
        driver = cache(lambda: then.enter_context(Driver(store, make_farm())))
        done = []
        for place, (check, count) in enumerate(wanted):
            schedule = schedule_of(state, run, check, count)
            name = f"{run.name}-confirm-{check.number}"
            result = play_with(store, name, schedule, lambda: nullcontext(driver()), watch(place))
            done.append(judged(store, result, state))
        return done


def judged(store: Store, result: MatchResult, state: State) -> Confirmed:
    """What the games of a check say."""
    [tally] = result.tallies
    names = result.names_of(0)
    rewards = [reward for _, _, _, reward in store.rewards(result.series)]
    lost = [trial for trial, reward in enumerate(rewards) if reward is None]
    race = Race([KIND], risk=state.settings.risk, accept_above=EVEN, drop_below=_threshold(state))
    race.tell(KIND, 0, [reward or 0.0 for reward in rewards], lost)
    decision = race.verdict.bounds[KIND].decision
    outcome: Outcome = {"accepted": "confirmed", "dropped": "refuted"}.get(decision or "", "undecided")  # type: ignore[assignment]
    error = elo.standard_error(tally.pairs)
    return Confirmed(*names, tally.games, elo.rate(tally.pairs), error, outcome, result)


def confirmations(store: Store, run: Run, state: State) -> Sequence[Confirmed]:
    """All checks of a campaign that were begun, in the order of its modifications."""
    found = [one for one in store.runs() if one.kind == KIND and one.settings["campaign"] == run.name]
    begun = sorted((one for one in found if store.series(one)), key=lambda one: one.settings["check"])
    return [judged(store, match_result(store, one), state) for one in begun]


def _threshold(state: State) -> float:
    """What a modification was accepted for; at least a little above even, as there must be a gap."""
    return max(rate(state.settings.accept_above), EVEN + LEAST_GAP)
