"""Simulated machines in a spec: a player like any other."""

import tomllib

import pytest

from ponnuki.errors import BadInput
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

CLUSTER = {"machines": 3, "scheme": "slow-tree", "depth": 2, "share": 0.1, "sharings": 5}


def test_a_spec_without_a_cluster_has_the_digest_that_it_had():
    assert PlayerSpec(sims=100).digest == PlayerSpec(sims=100, cluster={}).digest
    assert PlayerSpec(sims=100).digest != PlayerSpec(sims=100, cluster=CLUSTER).digest
    assert "cluster" not in PlayerSpec(sims=100).settings()


def test_a_spec_that_leaves_the_exchanges_to_a_default_is_another_player_than_before_the_default_changed():
    assert PlayerSpec(sims=100, cluster={"machines": 3}).digest not in ("82b9562846406f6b", PlayerSpec(sims=100).digest)
    assert PlayerSpec(sims=100, cluster=CLUSTER).digest == "b1c0d93fbbdc42fd"  # as before
    assert PlayerSpec(sims=100, cluster={"machines": 3, "scheme": "voting"}).digest == "ddb8122d421375d7"
    assert PlayerSpec(sims=100, cluster={"machines": 3, "scheme": "fast-tree"}).digest == "fd6cd5611423c107"


def test_a_cluster_survives_a_file():
    spec = PlayerSpec(sims=100, cluster=CLUSTER)
    assert PlayerSpec.make(tomllib.loads(spec.to_toml())) == spec


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"cluster": {"scheme": "slow-root"}}, "cluster: say how many machines"),
        ({"cluster": {"machines": 0}}, "cluster.machines must be from 1"),
        ({"cluster": {"machines": 2.5}}, "cluster.machines must be a int"),
        ({"cluster": {"machines": 2, "scheme": "fast"}}, "cluster: unknown scheme 'fast'; known: slow-tree"),
        ({"cluster": {"machines": 2, "shares": 3}}, "cluster: unknown setting 'shares'; did you mean"),
        ({"cluster": {"machines": 2, "scheme": "voting", "depth": 1}}, "its depth is 0"),
        ({"cluster": {"machines": 2, "late": 1.0}}, "a chance of being late below 1"),
        ({"cluster": {"machines": 2}, "time": 1.0}, "simulated machines have no clock: give sims, not time"),
    ],
)
def test_bad_input_is_one_clear_line(values, message):
    with pytest.raises(BadInput, match=message):
        PlayerSpec.make(values)


@pytest.mark.kernel
@pytest.mark.parametrize("cluster", [CLUSTER, {"machines": 3, "scheme": "fast-tree", "sharings": 5}])
def test_the_simulations_of_a_spec_are_those_of_each_machine(cluster):
    spec = PlayerSpec(size=5, sims=40, cluster=cluster)
    player = spec.kit.player(spec)
    report = player.search(Limit(simulations=40, early_stop=False))
    assert report.simulations == 120
    player.set_position(player._known_position().play(report.best.move), spec.komi)
    again = player.search(Limit(simulations=40, early_stop=False))
    assert again.simulations == 120
    assert sum(move.visits for move in again.moves) > 120  # what was known of the position before counts too


@pytest.mark.kernel
def test_only_allowed_moves_are_considered_on_all_machines():
    spec = PlayerSpec(size=5, cluster=CLUSTER)
    report = spec.kit.player(spec).search(Limit(simulations=40, early_stop=False), allowed=["C3", "B2"])
    assert {move.move for move in report.moves} == {"C3", "B2"}
