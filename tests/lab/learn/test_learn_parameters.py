"""Parameters of any player and who proposes their values: the same again for the same journal, and never believed."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from scipy.stats import binom
from test_learn_campaigns import ACCEPT, DROP, RISK, Coins, HereFarm

from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Store
from ponnuki.lab.learn.modification import Point, apply, describe, from_json, to_json
from ponnuki.lab.learn.parameters import Parameter, read_parameters
from ponnuki.lab.learn.proposals import propose
from ponnuki.lab.learn.proposed import seen_by
from ponnuki.lab.learn.proposers import PROPOSERS, Seen, find_proposer
from ponnuki.lab.learn.session import LearnSession, Limits
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import Drawn, Iteration, State, read_state
from ponnuki.players.spec import player_spec

SPACE = (
    Parameter(name="search.rave_equivalence", range=(50, 50_000), log=True),
    Parameter(name="search.expand_after", range=(1, 21), step=2),
)
BEST = {"search.rave_equivalence": 400.0, "search.expand_after": 15}


@dataclass
class Simulated:
    """Candidates come from the proposer itself; what they are worth is known."""

    seed: int
    gain: float

    def propose(self, state: State) -> Drawn:
        return propose(state, None)

    def source(self, one: Iteration) -> Coins:
        return Coins([self.chance(change) for change in one.drawn.changes], self.seed, one.stored.number)

    def chance(self, change: object) -> float:
        assert isinstance(change, Point)
        near = all(abs(value / BEST[name] - 1) < 0.75 for name, value in change.values)
        return ACCEPT + (self.gain if near else 0.0)


def settings_of(proposer: str, seed: int = 0) -> CampaignSettings:
    values = {"kind": "settings", "candidates": 3, "risk": RISK, "accept_above": ACCEPT, "drop_below": DROP}
    return CampaignSettings.make({**values, "parameters": SPACE, "proposer": proposer, "seed": seed}, "test")


def campaign(store: Store, proposer: str, seed: int, gain: float, iterations: int = 2) -> State:
    session = LearnSession(
        f"{proposer} {seed}", settings_of(proposer, seed), Limits(iterations=iterations), Simulated(seed, gain)
    )
    return session.run(store, HereFarm)[0]


@pytest.mark.parametrize("name", PROPOSERS)
def test_a_proposer_keeps_nothing_and_stays_inside(name: str) -> None:
    now = {"search.rave_equivalence": 3000.0, "search.expand_after": 2}
    seen = [Seen({**now, "search.expand_after": after}, 0.4 + 0.01 * after, 9) for after in range(1, 13)]
    first, again = (find_proposer(name).propose(SPACE, seen, now, 4, 11) for _ in range(2))
    assert first == again
    assert len(first) == 4
    assert find_proposer(name).propose(SPACE, seen, now, 4, 12) != first
    for values in first:
        for one in SPACE:
            assert one.range[0] <= values[one.name] <= one.range[1]
    moved = [values["search.expand_after"] for values in first if values["search.expand_after"] != 2]
    assert all(value % 2 == 1 for value in moved)


@pytest.mark.parametrize("name", PROPOSERS)
def test_campaigns_without_anything_to_find_keep_their_risk(name: str, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        false = sum(bool(campaign(store, name, seed, 0.0).accepted) for seed in range(40))
    assert false <= binom.ppf(0.999, 40, RISK)


def test_what_was_accepted_is_told_to_the_proposer_and_proposed_alike_after_a_kill(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        states = [campaign(store, "tpe", seed, 0.45, iterations=4) for seed in range(6)]
        state = next(one for one in states if one.accepted)
        read = read_state(store, store.find_run(f"tpe {state.settings.seed}"), None)
        assert propose(read, None) == propose(state, None)
    seen = seen_by(state)
    assert len(seen) == 1 + sum(
        bool(standing.trials) for one in state.iterations for standing in one.verdict.bounds.values()
    )
    accepted = state.accepted[0].accepted
    assert isinstance(accepted, Point)
    assert state.accepted[0].after_settings["search"] == {
        name.partition(".")[2]: value for name, value in accepted.values
    }


def test_a_point_changes_options_of_any_player_and_is_kept_as_json() -> None:
    point = Point((("options.Hash", 16), ("options.Skill Level", 3)))
    spec = apply(point, player_spec({"uci": "x", "options": {"Hash": 1, "Ponder": False}}))
    assert spec.settings()["options"] == {"Hash": 16, "Ponder": False, "Skill Level": 3}
    assert describe(point, "chess") == "options.Hash = 16, options.Skill Level = 3"
    assert from_json(to_json(point, "chess"), "chess") == point
    gtp = apply(Point((("options.c", 0.5),)), player_spec({"gtp": "engine --c {c}", "options": {"c": 1}}))
    assert gtp.command(0) == ["engine", "--c", "0.5"]  # type: ignore[union-attr]
    with pytest.raises(BadInput, match=r"the command has no \{d\}"):
        player_spec({"gtp": "engine --c {c}", "options": {"d": 1}})
    told = player_spec({"gtp": "engine", "setup": ["param {c}", "seed {seed}"], "options": {"c": 1}})
    assert apply(Point((("options.c", 7),)), told).setup_for(4) == ["param 7", "seed 5"]  # type: ignore[union-attr]


def test_values_are_fitted_to_their_steps() -> None:
    steps = Parameter(name="options.a", range=(1, 10), step=2)
    assert [steps.fitted(value) for value in (-5, 2.2, 9.4, 10)] == [1, 3, 9, 9]
    assert isinstance(steps.fitted(3.1), int)
    free = Parameter(name="options.a", range=(0.001, 1))
    assert free.fitted(0.0123456789) == 0.0123457


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no parameters in it"),
        ('[[parameter]]\nname = "Hash"\nrange = [1, 2]', "'Hash' is no setting"),
        ('[[parameter]]\nname = "options.a"\nrange = [2, 1]', "the smaller first"),
        ('[[parameter]]\nname = "options.a"\nrange = [0, 1]\nlog = true', "above 0"),
        ('[[parameter]]\nname = "options.a"\nrange = [0, 1]\nstart = 3', "outside of the range"),
        ('[[parameter]]\nname = "options.a"\nrange = [0, 1]\nstop = 3', "stop"),
        ('[[parameter]]\nname = "options.a"\nrange = [0, 1]\n' * 2, "named twice"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        read_parameters(tmp_path / "p.toml")


def test_campaigns_of_other_programs_need_parameters_with_values() -> None:
    base = {"kind": "settings", "baseline": {"uci": "x"}}
    with pytest.raises(BadInput, match="name the parameters"):
        CampaignSettings.make(base, "learn")
    with pytest.raises(BadInput, match="give start"):
        CampaignSettings.make({**base, "parameters": [{"name": "options.a", "range": [0, 1]}]}, "learn")
    with pytest.raises(BadInput, match="unknown proposer 'oracle'"):
        CampaignSettings.make({"kind": "settings", "parameters": SPACE, "proposer": "oracle"}, "learn")
    assert "parameters" not in CampaignSettings.make({}, "learn").identity()
