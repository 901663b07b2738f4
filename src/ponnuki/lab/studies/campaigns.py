"""Studies that are campaigns: `[[campaigns]]` in a study's file instead of rows.

    label                          what the table calls it
    baseline, iterations, accepts  by scale: a player as `ponnuki learn` takes it, and when to stop
    confirm                        games of each check, by scale; absent: as `ponnuki confirm` plans them
    versus                         by scale: another player that the program meets before and after; `versus_name`,
                                   `versus_games`
    settings                       what else a campaign takes: kind, candidates, thresholds
    games                          by scale: the most games of the campaign, fixed beforehand
    moves, microseconds            of a game, and of a simulation: what the cost is estimated by

Each campaign, each confirmation and each match is a run of its own in the store, and goes on when it is begun again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ponnuki.farm.base import Farm
from ponnuki.lab.journal.store import Store
from ponnuki.lab.learn import confirm
from ponnuki.lab.learn.session import CampaignProgress, GameProposer, LearnSession, Limits
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import State
from ponnuki.lab.learn.subject import Judged
from ponnuki.lab.matches import elo
from ponnuki.lab.matches.schedule import match_schedule
from ponnuki.lab.matches.session import Watcher
from ponnuki.lab.matches.session import play as play_match
from ponnuki.lab.studies.progress import StudyProgress, StudyWatcher
from ponnuki.lab.studies.results import Result, rate_error
from ponnuki.match.trial import Trial
from ponnuki.players.kit import DEFAULT_GAME
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import AnySpec, PlayerSpec

COLUMNS = ("campaign", "tested", "against")
_UNIT = "games at most, and then fresh ones"


@dataclass(frozen=True, slots=True)
class Campaign:
    """One campaign of a study at one scale."""

    label: str
    run_name: str
    settings: CampaignSettings
    limits: Limits
    check_games: int | None
    versus: tuple[str, AnySpec] | None
    versus_games: int
    games: int
    """The most that the campaign itself may play."""
    seconds: float

    def cost(self, trials: int) -> float:
        """CPU time of so many of its trials, about."""
        return self.seconds * 2 * trials / self.games

    def samples(self) -> list[Trial]:
        """To compile for."""
        return GameProposer(self.settings).samples()


def read_campaigns(values: Mapping[str, Any], run_name: str, scale: str, seed: int) -> Iterator[Campaign]:
    """The campaigns that a scale has."""
    for number, one in enumerate(values.get("campaigns", ())):
        if scale in one["baseline"]:
            yield _campaign(one, f"{run_name}-{number + 1}", scale, seed + number)


def _campaign(one: Mapping[str, Any], run_name: str, scale: str, seed: int) -> Campaign:
    game = one.get("game", DEFAULT_GAME)
    _, baseline = parse_player(one["baseline"][scale], game)
    assert isinstance(baseline, PlayerSpec)
    chosen = {"baseline": baseline.settings(), "seed": seed, **one["settings"]}
    versus = one.get("versus", {}).get(scale)
    games = one["games"][scale]
    return Campaign(
        label=one["label"],
        run_name=run_name,
        settings=CampaignSettings.make(chosen, run_name),
        limits=Limits(games // 2, one["iterations"][scale], one.get("accepts", {}).get(scale)),
        check_games=one.get("confirm", {}).get(scale),
        versus=None if versus is None else (one["versus_name"], parse_player(versus, game)[1]),
        versus_games=one.get("versus_games", {}).get(scale, 0),
        games=games,
        seconds=games * 2 * (baseline.sims or 0) * one["moves"] / 2 * one["microseconds"] / 1e6,
    )


def play_campaigns(
    store: Store, campaigns: Sequence[Campaign], make_farm: Callable[[], Farm], watch: StudyWatcher
) -> tuple[list[Result], list[str]]:
    """Learn, confirm, and meet the other player, as far as it has not been done; a sentence about each campaign."""
    results, notes = [], []
    all_seconds, before = sum(one.seconds for one in campaigns), 0.0
    for one in campaigns:
        proposer = GameProposer(one.settings)
        session = LearnSession(one.run_name, one.settings, one.limits, proposer)
        state, why = session.run(store, make_farm, _watcher(one, before, all_seconds, watch))
        played = one.cost(state.trials)
        before, all_seconds = before + played, all_seconds + played - one.seconds  # what was not needed is not left
        notes.append(_note(one.label, state, why))
        results += _confirmed(store, one, state, make_farm, watch)
        results += _met(store, one, state, make_farm, watch)
    return results, notes


def _watcher(
    one: Campaign, before: float, all_seconds: float, watch: StudyWatcher
) -> Callable[[CampaignProgress], None]:
    """Tells how many of its games a campaign has played, and what that is of the cost of all campaigns."""

    def told(now: CampaignProgress) -> None:
        state, trials = now.state, now.state.trials
        if now.race is not None and state.current is not None:
            trials += now.race.verdict.trials - state.current.verdict.trials
        label = f"{one.label}: iteration {len(state.iterations)}, {len(state.accepted)} accepted"
        watch(StudyProgress(label, 2 * trials, one.games, _UNIT, before + one.cost(trials), all_seconds))

    return told


def _match_watcher(name: str, watch: StudyWatcher) -> Watcher:
    return lambda now: watch(f"{name}: {2 * now.done} of {2 * now.total} games")


def _note(label: str, state: State, why: str) -> str:
    over = sum(one.over for one in state.iterations)
    return (
        f"{label}: {counted(over, 'iteration')} came to an end, {len(state.accepted)} accepted, "
        f"{2 * state.trials} games; the campaign ended because {why}.{_left_open(state)}"
    )


def counted(count: int, unit: str) -> str:
    """A number of something."""
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _left_open(state: State) -> str:
    """How the candidates of an iteration stood when it was broken off."""
    if state.current is None:
        return ""
    verdict = state.current.verdict
    still = [standing for name, standing in verdict.bounds.items() if name not in verdict.dropped and standing.trials]
    if not still:
        return ""
    most = max(still, key=lambda standing: standing.trials)
    won = f"had won {100 * most.mean:.1f} % of {2 * most.trials}"
    if len(verdict.bounds) == 1:
        return f" The candidate of the iteration that was broken off {won}."
    return (
        f" Of the {len(verdict.bounds)} candidates of the iteration that was broken off, {len(verdict.dropped)} were "
        f"dropped; of the others, the one with the most games {won}."
    )


def _confirmed(
    store: Store, one: Campaign, state: State, make_farm: Callable[[], Farm], watch: StudyWatcher
) -> list[Result]:
    """Fresh games for each acceptance."""
    if not state.accepted:
        return []
    wanted = confirm.planned(state, games=one.check_games)
    names = [f"{one.label}: fresh games {place} of {len(wanted)}" for place in range(1, len(wanted) + 1)]
    run = store.find_run(one.run_name)
    done = confirm.play(store, run, state, wanted, make_farm, lambda place: _match_watcher(names[place], watch))
    return [
        Result(
            (one.label, check.label, check.opponent),
            check.games,
            check.rate,
            rate_error(check.result.tallies[0].pairs),
            None,
            outcome=check.verdict,
        )
        for check in done
    ]


def _met(store: Store, one: Campaign, state: State, make_farm: Callable[[], Farm], watch: StudyWatcher) -> list[Result]:
    """The first program and the last one against the other player."""
    if one.versus is None:
        return []
    programs = [("first baseline", state.settings.spec())]
    programs += [("with all accepted", state.baseline)] if state.accepted else []
    found = []
    for number, (name, spec) in enumerate(programs):
        told = _match_watcher(f"{one.label}: {name} against {one.versus[0]}", watch)
        assert not isinstance(spec, Judged), "a study's campaign is one of players"
        options = {"game": spec.game, "size": spec.size}
        seed = state.settings.seed
        match = match_schedule((name, spec), one.versus, one.versus_games, state.settings.openings, seed, options)
        result = play_match(store, f"{one.run_name}-versus-{number}", match, make_farm, told)
        [tally] = result.tallies
        error = rate_error(tally.pairs)
        found.append(Result((one.label, name, one.versus[0]), tally.games, elo.rate(tally.pairs), error, None))
    return found
