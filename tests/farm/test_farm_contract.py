"""What every farm does, local or Dask: trials in, outcomes out, nothing lost without a word."""

import time
from collections.abc import Callable
from pathlib import Path

from sample_trials import DiesOnce, Echo, Logs, Raises

from ponnuki.farm.base import Done, Failed, Farm, Lost, Outcome, Taken

MakeFarm = Callable[[], Farm]


def collect(farm: Farm, seconds: float = 60) -> list[Outcome]:
    """Everything that is under way; whatever asks may begin."""
    outcomes: list[Outcome] = []
    deadline = time.monotonic() + seconds
    while farm.in_flight and time.monotonic() < deadline:
        news = farm.wait(0.5)
        farm.answer([one.key for one in news if isinstance(one, Taken)])
        outcomes += [one for one in news if not isinstance(one, Taken)]
    return outcomes


def taken(farm: Farm, count: int) -> list[tuple[int, ...]]:
    """The keys of trials that wait for an answer."""
    keys: list[tuple[int, ...]] = []
    deadline = time.monotonic() + 60
    while len(keys) < count and time.monotonic() < deadline:
        keys += [one.key for one in farm.wait(0.5) if isinstance(one, Taken)]
    return keys


def test_every_trial_comes_back_once_with_its_reward_and_details(make_farm: MakeFarm) -> None:
    with make_farm() as farm:
        for number in range(20):
            farm.submit((number % 3, number), Echo(number / 20, details={"number": number}))
        outcomes = collect(farm)
        assert farm.in_flight == 0
    assert all(isinstance(outcome, Done) for outcome in outcomes)
    results = {outcome.key: outcome.result for outcome in outcomes if isinstance(outcome, Done)}
    assert len(outcomes) == 20
    for number in range(20):
        result = results[number % 3, number]
        assert (result.reward, result.details) == (number / 20, {"number": number})


def test_results_stream_back_as_they_finish(make_farm: MakeFarm) -> None:
    with make_farm() as farm:
        farm.submit((0, 0), Echo(seconds=2))
        farm.submit((0, 1), Echo(seconds=0.01))
        [first] = farm.wait(30)
        assert first.key == (0, 1)
        assert farm.in_flight == 1


def test_an_exception_is_one_line_and_the_farm_goes_on(make_farm: MakeFarm) -> None:
    with make_farm() as farm:
        farm.submit((0, 0), Raises())
        farm.submit((0, 1), Echo())
        outcomes = {outcome.key: outcome for outcome in collect(farm)}
    failed = outcomes[0, 0]
    assert isinstance(failed, Failed)
    assert failed.message == "RuntimeError: no luck"
    assert isinstance(outcomes[0, 1], Done)


def test_something_that_is_no_reward_is_bad_input(make_farm: MakeFarm) -> None:
    with make_farm() as farm:
        for number, reward in enumerate((1.5, float("nan"), "good", True)):
            farm.submit((0, number), Echo(reward))  # type: ignore[arg-type]
        outcomes = collect(farm)
    assert {outcome.exit_code for outcome in outcomes if isinstance(outcome, Failed)} == {2}
    assert len(outcomes) == 4


def test_room_is_bounded_and_closes_as_trials_are_submitted(make_farm: MakeFarm) -> None:
    with make_farm() as farm:
        room = farm.room
        assert 2 <= room <= 1000
        for number in range(room):
            farm.submit((0, number), Echo(seconds=0.5))
        assert farm.room == 0


def test_a_trial_whose_worker_died_is_lost_or_played_again_and_the_others_come_back(
    make_farm: MakeFarm, tmp_path: Path
) -> None:
    with make_farm() as farm:
        farm.submit((0, 0), DiesOnce(tmp_path / "mark"))
        for number in range(1, 8):
            farm.submit((0, number), Echo(seconds=0.02))
        outcomes = {outcome.key: outcome for outcome in collect(farm)}
        if isinstance(outcomes[0, 0], Lost):
            farm.submit((0, 0), DiesOnce(tmp_path / "mark"))
            outcomes |= {outcome.key: outcome for outcome in collect(farm)}
    assert len(outcomes) == 8
    assert all(isinstance(outcome, Done) for outcome in outcomes.values())


def test_a_trial_that_may_be_played_once_is_lost_with_its_worker_and_never_played_twice(
    make_farm: MakeFarm, tmp_path: Path
) -> None:
    with make_farm() as farm:
        farm.submit((0, 0), DiesOnce(tmp_path / "mark", reproducible=False))
        [outcome] = collect(farm)
    assert isinstance(outcome, Lost)
    assert (tmp_path / "mark").read_text() == "x"


def test_a_trial_that_may_be_played_once_begins_when_it_is_let(make_farm: MakeFarm, tmp_path: Path) -> None:
    with make_farm() as farm:
        for number in range(6):
            farm.submit((0, number), Logs(tmp_path, str(number)))
        first = taken(farm, 2)
        time.sleep(0.3)
        assert list(tmp_path.iterdir()) == []
        farm.answer(first[:1], first[1:])
        outcomes = collect(farm)
        assert farm.in_flight == 0
    assert sorted(one.key for one in outcomes) == sorted({(0, number) for number in range(6)} - {first[1]})
    assert sorted(file.name for file in tmp_path.glob("?")) == sorted(str(one.key[1]) for one in outcomes)


def test_at_the_end_what_has_ended_comes_back_and_what_was_not_let_begin_has_not_begun(
    make_farm: MakeFarm, tmp_path: Path
) -> None:
    farm = make_farm()
    for number in range(4):
        farm.submit((0, number), Logs(tmp_path, str(number), seconds=30.0 * (number == 0)))
    first, second = sorted(taken(farm, 2))
    farm.answer([first, second])
    while not {file.name for file in tmp_path.iterdir()} >= {"0", "1", "1-ended"}:
        time.sleep(0.01)
    [outcome] = farm.stop()
    assert outcome.key == (0, 1)
    assert isinstance(outcome, Done)
    time.sleep(0.5)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["0", "1", "1-ended"]
