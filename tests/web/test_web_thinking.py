"""Thinkers: processes that answer one question at a time, stop when they are told to, and are replaced if they die."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest

from ponnuki.errors import BadInput
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.report import SearchReport
from ponnuki.web import thinking
from ponnuki.web.cluster_page import favourites
from ponnuki.web.machines import ClusterQuestion, simulate
from ponnuki.web.questions import MOST_REPORTED, Question, Round, Task
from ponnuki.web.thinking import Thinkers

SPEC = PlayerSpec(size=5, program="bare")
LONG = Limit(simulations=10**9, seconds=300.0, early_stop=False)


def question(task: Task = "choose", limit: Limit = Limit(simulations=50), *moves: str) -> Question:  # noqa: B008
    position = SPEC.kit.first_position(SPEC)
    start = position
    for move in moves:
        position = position.play(move)
    return Question(task, SPEC.settings(), start, position.history, 7.5, limit)


Work = Callable[[Thinkers], Coroutine[Any, Any, None]]


@pytest.fixture(scope="module")
def with_thinkers() -> Iterator[Callable[[Work], None]]:
    """One thinker for all tests, as each takes seconds to start."""
    thinkers = Thinkers(most=1)
    with asyncio.Runner() as runner:
        yield lambda work: runner.run(work(thinkers))
    thinkers.close()


def test_a_thinker_chooses_analyses_counts_and_refuses(with_thinkers: Callable[[Work], None]) -> None:
    async def work(thinkers: Thinkers) -> None:
        heard: list[SearchReport] = []
        chosen = await thinkers.ask("a", question(), heard.append)
        assert chosen.move in question().start.legal_moves()
        seen = await thinkers.ask("b", question("analyse", Limit(simulations=100), "C3", "B2"), heard.append)
        assert seen.report is not None
        assert 1 <= len(seen.report.moves) <= MOST_REPORTED
        assert (await thinkers.ask("a", question("score", Limit(simulations=1), "C3"), heard.append)).score == 17.5
        assert (await thinkers.ask("a", question("races", Limit(simulations=1), "C3"), heard.append)).races == ()
        with pytest.raises(BadInput, match="the game is over"):
            await thinkers.ask("a", question("analyse", Limit(simulations=1), "pass", "pass"), heard.append)

    with_thinkers(work)


def test_a_search_reports_on_its_way_and_stops_when_it_is_told_or_its_visitor_leaves(
    with_thinkers: Callable[[Work], None],
) -> None:
    async def work(thinkers: Thinkers) -> None:
        reported = asyncio.Event()
        asked = asyncio.create_task(thinkers.ask("a", question("analyse", LONG), lambda _: reported.set()))
        await asyncio.wait_for(reported.wait(), 120)
        thinkers.stop("b")  # nobody's
        assert not asked.done()
        thinkers.stop("a")
        assert (await asyncio.wait_for(asked, 60)).report is not None
        reported.clear()
        left = asyncio.create_task(thinkers.ask("a", question("analyse", LONG), lambda _: reported.set()))
        await asyncio.wait_for(reported.wait(), 60)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(left, 60)
        assert (await asyncio.wait_for(thinkers.ask("c", question(), lambda _: None), 60)).move

    with_thinkers(work)


def test_a_search_whose_visitor_leaves_before_its_process_has_started_ends_too() -> None:
    async def work() -> None:
        thinkers = Thinkers(most=1)
        left = asyncio.create_task(thinkers.ask("a", question("analyse", LONG), lambda _: None))
        await asyncio.sleep(0)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(left, 200)
        thinkers.close()

    asyncio.run(work())


def test_a_search_by_seconds_uses_them_and_tells_on_its_way_how_many_it_has_used(
    with_thinkers: Callable[[Work], None],
) -> None:
    async def work(thinkers: Thinkers) -> None:
        heard: list[SearchReport] = []
        limit = Limit(seconds=1.0, early_stop=False)
        found = (await thinkers.ask("a", question("analyse", limit), heard.append)).report
        assert found is not None
        assert found.seconds >= 1.0
        seconds, simulations = ([getattr(one, key) for one in (*heard, found)] for key in ("seconds", "simulations"))
        assert len(heard) > 0
        assert seconds[0] > 0
        assert seconds == sorted(seconds)
        assert simulations == sorted(simulations), "more seconds are more simulations"

    with_thinkers(work)


def test_a_thinker_that_dies_is_told_and_replaced(with_thinkers: Callable[[Work], None]) -> None:
    async def work(thinkers: Thinkers) -> None:
        reported = asyncio.Event()
        asked = asyncio.create_task(thinkers.ask("a", question("analyse", LONG), lambda _: reported.set()))
        await asyncio.wait_for(reported.wait(), 120)
        child = thinkers._all[0].child
        assert child is not None
        child.process.kill()
        with pytest.raises(BadInput, match="ended unexpectedly"):
            await asyncio.wait_for(asked, 60)
        assert (await asyncio.wait_for(thinkers.ask("a", question(), lambda _: None), 120)).move

    with_thinkers(work)


def test_the_queue_is_not_endless(monkeypatch: pytest.MonkeyPatch, with_thinkers: Callable[[Work], None]) -> None:
    monkeypatch.setattr(thinking, "MOST_WAITING", 1)

    async def work(thinkers: Thinkers) -> None:
        reported = asyncio.Event()
        first = asyncio.create_task(thinkers.ask("a", question("analyse", LONG), lambda _: reported.set()))
        await asyncio.wait_for(reported.wait(), 120)
        second = asyncio.create_task(thinkers.ask("b", question(), lambda _: None))
        await asyncio.sleep(0)
        with pytest.raises(BadInput, match="too many people"):
            await thinkers.ask("c", question(), lambda _: None)
        thinkers.stop("a")
        await asyncio.wait_for(asyncio.gather(first, second), 60)

    with_thinkers(work)


def cluster(**values: Any) -> ClusterQuestion:
    return ClusterQuestion({"size": 5, "program": "bare", "sims": 120, "cluster": {"machines": 3, **values}})


@pytest.mark.parametrize("scheme", ["slow-tree", "voting"])
def test_what_is_shown_of_machines_is_what_a_player_with_them_does(scheme: str) -> None:
    asked = cluster(scheme=scheme)
    rounds: list[Round] = []
    shown = simulate(asked, rounds.append)
    spec = asked.spec()
    expected = spec.kit.player(spec).search(Limit(simulations=120, early_stop=False))
    assert [(one.move, one.visits) for one in shown.moves] == [(one.move, one.visits) for one in expected.moves]
    assert [one.simulations for one in rounds] == list(range(5, 121, 5))
    assert all(len(one.before) == len(one.after) == 3 for one in rounds)
    if scheme == "voting":
        assert all(one.before == one.after for one in rounds[:-1])


@pytest.mark.parametrize("values", [{"machines": 1000}, {"machines": 64, "sharings": 0}, {"scheme": "no"}])
def test_a_cluster_beyond_the_limits_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        cluster(**values).spec()
    with pytest.raises(BadInput, match="in all"):
        ClusterQuestion({"sims": 10**6, "cluster": {"machines": 2}}).spec()


def test_a_ring_is_around_the_move_that_more_machines_like_than_any_other() -> None:
    assert {move for move, heat in favourites(["a1", "b2", "a1"]).items() if heat.best} == {"a1"}
    assert not any(heat.best for heat in favourites(["a1", "b2", "b2", "a1", "c3"]).values())
