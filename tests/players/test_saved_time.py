"""Saved CPU time goes to moves in doubt, and no further than it was saved."""

import time

import pytest

from ponnuki.games.go import Position
from ponnuki.players.game_player import join_game
from ponnuki.players.saved_time import SavedTime, in_doubt
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.report import MoveReport, SearchReport

pytestmark = pytest.mark.kernel


def report(*moves):
    """A search that gave each move so many visits and such a value, proved or not."""
    names = "ABCD"
    found = tuple(
        MoveReport(names[i], visits, value, 0.5, (names[i],), proven) for i, (visits, value, proven) in enumerate(moves)
    )
    return SearchReport(1000, 1.0, 0.5, found, 1000)


CLOSE_CALL = report((500, 0.5, ""), (400, 0.5, ""))
CLEAR = report((900, 0.6, ""), (50, 0.5, ""))


@pytest.mark.parametrize(
    ("seen", "doubtful"),
    [
        (CLOSE_CALL, True),
        (CLEAR, False),
        (report((900, 0.5, ""), (50, 0.6, "")), True),
        (report((900, 0.5, ""), (1, 1.0, "loss")), False),
        (report((10, 1.0, "win"), (900, 0.6, "")), False),
        (report((900, 0.5, "")), False),
    ],
)
def test_a_move_is_in_doubt_if_another_is_close_or_promises_more(seen, doubtful):
    assert in_doubt(seen) == doubtful


def test_only_what_was_saved_is_spent_and_only_in_doubt():
    saved = SavedTime(1.0)
    saved.receive()
    saved.pay(1.0)
    assert saved.more(CLOSE_CALL) is None  # nothing was saved
    saved.receive()
    saved.pay(0.3)
    assert saved.more(CLEAR) is None
    limit = saved.more(CLOSE_CALL)
    assert limit is not None
    assert limit.cpu
    assert limit.seconds == pytest.approx(0.7)
    for _ in range(20):
        saved.receive()
    assert saved.more(CLOSE_CALL).seconds == 3.0  # not all of it for one move


def test_a_large_debt_is_forgiven():
    saved = SavedTime(1.0)
    saved.receive()
    saved.pay(40.0)  # it was compiled
    for _ in range(2):
        saved.receive()
    assert saved.more(CLOSE_CALL).seconds == pytest.approx(1.0)


def test_a_player_takes_no_more_cpu_time_than_it_is_given_on_average():
    share, position, spec = 0.05, Position.empty(7), PlayerSpec(size=7)
    spec.kit.warm(spec)
    player = join_game(spec.model_copy(update={"cpu": share}), 1)
    other = join_game(spec.model_copy(update={"sims": 200}), 2)
    spent = []
    while not position.is_over and len(spent) < 15:
        mine = position.to_move == "b"
        start = time.thread_time()
        move = (player if mine else other).choose(position)
        if mine:
            spent.append(time.thread_time() - start)
        if move == "resign":
            break
        position = position.play(move)
    assert min(spent) < 0.8 * share  # something is saved
    assert sum(spent) < len(spent) * share * 1.25  # each search ends with the chunk that it is in


def test_a_player_goes_on_with_a_move_in_doubt_for_what_it_has_saved(monkeypatch):
    share, spec = 0.05, PlayerSpec(size=7)
    spec.kit.warm(spec)
    monkeypatch.setattr(
        "ponnuki.players.saved_time.in_doubt", lambda report: True
    )  # when that is so depends on the machine
    with join_game(spec.model_copy(update={"cpu": share}), 1) as player:
        player._saved_time.saved = 2 * share
        start = time.thread_time()
        player.choose(Position.empty(7))
        assert time.thread_time() - start > 1.2 * share
        assert player._saved_time.saved < 1.8 * share


@pytest.mark.parametrize(
    "options", [{"sims": 50, "cpu": 5.0}, {"program": "uct", "cpu": 0.1}, {"cpu": 0.05, "carry_over": False}]
)
def test_no_search_is_taken_up_again_that_has_an_end_forgets_its_tree_or_should_not(options):
    with join_game(PlayerSpec.make({"size": 5, **options}), 1) as player:
        player.choose(Position.empty(5))
        assert player._saved_time is None
