"""What a search does: one behaviour each."""

import threading
import time

import numpy as np
import pytest
from trees import SIZE, assert_tree_is_sound, code, player

from ponnuki.errors import BadInput
from ponnuki.games.go import Position, Rules
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

pytestmark = pytest.mark.kernel
LATE = 10.0
"""Seconds after which a search of well under a second has not kept its limit, even on a machine with other work."""


def best_moves(rows, to_move, komi, sims, seeds=range(5), **options):
    """The moves that searches with several seeds would play."""
    return [
        player(rows, to_move, komi, seed=seed, **options).search(Limit(simulations=sims)).best.move for seed in seeds
    ]


def snapshot(mine):
    return mine._search._nodes[: mine._search.nodes].tobytes()


# ---- reading ------------------------------------------------------------------------------------------------------


def test_it_takes_a_win_in_one():
    """White has passed and is behind: Black's pass wins at once, and the search knows it for sure."""
    position = Position.from_rows([".X.X.", "XXXXX", "OOOOO", ".O.O.", "....."], "w").play("pass")
    mine = GoPlayer(PlayerSpec(size=5))
    mine.set_position(position, -10.5)
    report = mine.search(Limit(simulations=500))
    assert (report.best.move, report.best.proven, report.value) == ("pass", "win", 1.0)
    assert report.simulations < 500


def test_it_avoids_a_loss_in_one():
    """White has passed and is ahead: passing loses at once, so Black plays on."""
    position = Position.from_rows([".X.X.", "XXXXX", "OOOOO", ".O.O.", "....."], "w").play("pass")
    mine = GoPlayer(PlayerSpec(size=5))
    mine.set_position(position, 5.5)
    report = mine.search(Limit(simulations=300))
    assert report.best.move != "pass"
    passing = next(move for move in report.moves if move.move == "pass")
    assert passing.prior < 0.2
    assert passing.proven in ("", "loss")  # not tried, or tried once and never again
    assert passing.visits <= 1


def test_it_prefers_a_proven_win_to_a_move_with_more_visits():
    mine = player(size=5, sims=200)
    mine.search(Limit(simulations=200, early_stop=False))
    children = mine._search.children()
    children["proof"][3] = 3  # won for the player to move
    children["visits"][3] = 1
    report = mine._search.report(str)
    assert report.best.proven == "win"
    assert report.best.visits == 1


def test_it_captures_what_decides_the_game():
    rows = [
        ".......",
        ".XXX...",
        "XOOOX..",
        "XOOO.O.",
        "XOOOX..",
        ".XXX...",
        ".......",
    ]
    assert best_moves(rows, "b", 0.5, 500) == ["E4"] * 5
    assert best_moves(rows, "w", 0.5, 500) == ["E4"] * 5  # and saves it


def test_it_reads_which_atari_drives_a_chain_to_the_edge():
    """F4 drives White to the edge, where G4 ends it; after G5 White slips through to its friends."""
    rows = [
        ".X.X.X.",
        "XXXXXXX",
        "XOOOOO.",
        "XXXXX..",
        "OOOOO.O",
        "OOOOOOO",
        "O.O.O.O",
    ]
    assert best_moves(rows, "b", 0.5, 1000) == ["F4"] * 5


def test_it_finds_a_snapback():
    """Black throws in at C1: White takes with D1, and five stones are gone. D1 first lets White connect."""
    rows = [
        ".O.OX.X",
        "OOOOXXX",
        "OXXXX.X",
        "OX.XXXX",
        "OXXXXXX",
        "OXOOOOX",
        "OO..XXX",
    ]
    assert best_moves(rows, "b", 15.5, 1000) == ["C1"] * 5
    assert best_moves(rows, "w", 15.5, 1000) == ["C1"] * 5


def test_it_plays_the_vital_point():
    """Three in a row: Black kills in the middle, White lives there."""
    rows = [
        "XXXXXXX",
        "XOOOOOX",
        "XO...OX",
        "XOOOOOX",
        "XXXXXXX",
        ".X.X.X.",
        "XX.X.XX",
    ]
    assert best_moves(rows, "b", 20.5, 2000) == ["D5"] * 5
    assert best_moves(rows, "w", 20.5, 2000) == ["D5"] * 5


# ---- determinism, limits, threads -----------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_tree_byte_for_byte():
    first, second, other = (player(seed=seed) for seed in (7, 7, 8))
    reports = [mine.search(Limit(simulations=3000)) for mine in (first, second, other)]
    assert snapshot(first) == snapshot(second) != snapshot(other)
    assert reports[0].moves == reports[1].moves


def test_a_whole_game_with_reuse_is_reproducible():
    def game():
        mine, position, moves = player(size=5, sims=60, seed=1), Position.empty(5), []
        while not position.is_over and len(moves) < 30:
            mine.set_position(position, 7.5)
            moves.append(mine.choose(Limit(simulations=60)).move)
            if moves[-1] == "resign":
                break
            position = position.play(moves[-1])
        return moves

    assert game() == game()


def test_simulations_are_counted_exactly():
    for sims in (1, 2, 17, 1000):
        report = player(size=5).search(Limit(simulations=sims, early_stop=False))
        assert report.simulations == sims
        assert sum(move.visits for move in report.moves) == sims


def test_it_stops_early_only_when_the_best_move_can_no_longer_change():
    mine = player(["XXX.O", "XX.OO", "XXXOO", ".XXOO", "XX.OO"], "b", size=5)
    whole = mine.search(Limit(simulations=5000, early_stop=False))
    again = player(["XXX.O", "XX.OO", "XXXOO", ".XXOO", "XX.OO"], "b", size=5)
    early = again.search(Limit(simulations=5000))
    assert early.simulations <= whole.simulations
    assert early.best.move == whole.best.move
    if early.simulations < 5000 and not early.best.proven:
        visits = sorted((move.visits for move in early.moves), reverse=True)
        assert visits[0] - visits[1] > 5000 - early.simulations


def test_a_time_limit_is_kept():
    mine = player()
    mine.search(Limit(simulations=10))  # compiled
    start = time.monotonic()
    report = mine.search(Limit(seconds=0.3, early_stop=False))
    assert report.simulations > 1
    assert time.monotonic() - start < LATE


def test_a_search_can_be_interrupted_and_reports_while_it_runs():
    mine, stop, reports = player(), threading.Event(), []
    mine.search(Limit(simulations=10))

    def listen(report):
        reports.append(report)
        if len(reports) == 3:
            stop.set()

    start = time.monotonic()
    final = mine.search(Limit(seconds=60), on_report=listen, every=0.02, stop=stop)
    assert time.monotonic() - start < LATE
    assert len(reports) == 3
    assert 0 < reports[0].simulations < reports[2].simulations <= final.simulations
    assert len(final.best.variation) > 1


def test_a_search_that_is_stopped_before_it_begins_still_has_a_move():
    stop = threading.Event()
    stop.set()
    assert player(size=5).choose(Limit(seconds=60), stop=stop).move != "resign"


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_share_one_tree_and_make_every_simulation(threads):
    mine = player(threads=threads)
    report = mine.search(Limit(simulations=20_000, early_stop=False))
    assert report.simulations == 20_000
    visits = sum(move.visits for move in report.moves)
    assert 0.97 * 20_000 < visits <= 20_000  # an update lost between two threads is harmless
    assert_tree_is_sound(mine._search)


# ---- memory and reuse ---------------------------------------------------------------------------------------------


def test_a_full_tree_stops_growing_and_the_search_goes_on():
    mine = player(search={"memory_mb": 1, "expand_after": 0})
    report = mine.search(Limit(simulations=5000, early_stop=False))
    assert report.tree_is_full
    assert report.simulations == 5000
    assert report.nodes <= 2**20 // 32
    assert_tree_is_sound(mine._search)


def test_the_subtree_of_a_played_line_is_kept():
    mine = player()
    position = mine._known_position()
    report = mine.search(Limit(simulations=5000, early_stop=False))
    line = report.best.variation[:2]
    before = {int(child.move): int(child.visits) for child in mine._search.children([code(move) for move in line])}
    mine.set_position(position.play(line[0]).play(line[1]), 7.5)
    after = {int(child.move): int(child.visits) for child in mine._search.children()}
    assert before
    assert after == before
    assert_tree_is_sound(mine._search, whole=False)
    assert mine.search(Limit(simulations=100, early_stop=False)).simulations == 100


def test_a_position_of_another_game_starts_a_new_tree():
    mine = player()
    mine.search(Limit(simulations=1000, early_stop=False))
    mine.set_position(Position.empty(SIZE).play("C3"), 7.5)
    assert sum(move.visits for move in mine.search(Limit(simulations=50, early_stop=False)).moves) == 50


def test_the_upper_tree_can_be_read_and_written_as_arrays():
    mine = player()
    mine.search(Limit(simulations=2000, early_stop=False))
    children = mine._search.children()
    best = int(np.argmax(children["visits"]))
    grandchildren = mine._search.children([int(children[best].move)])
    assert int(grandchildren["visits"].sum()) <= int(children[best].visits)
    children["visits"] += 500
    children["points"] += 1000  # all of them won
    assert mine._search.report(str).best.visits >= 500
    other = 0 if best != 0 else 1
    children["visits"][other] = 10**6
    children["points"][other] = 2 * 10**6
    mine.search(Limit(simulations=100, early_stop=False))
    assert mine._search.report(str).best.visits >= 10**6
    assert len(mine._search.children([9999])) == 0


def test_only_allowed_moves_are_considered():
    mine = player(["....."] * 5, size=5)
    report = mine.search(Limit(simulations=300), allowed=["A1", "E5"])
    assert {move.move for move in report.moves} == {"A1", "E5"}
    assert len(mine.search(Limit(simulations=100)).moves) == 26


def test_superko_forbids_moves_at_the_root():
    """Black takes a ko, both pass elsewhere in the tree's past; White may never retake while the board would repeat."""
    position = Position.from_rows([".XO..", "XO.O.", ".XO..", ".....", "....."], "b", Rules("positional")).play("C4")
    assert "B4" not in position.legal_moves()
    mine = GoPlayer(PlayerSpec(size=5))
    mine.set_position(position, 0.5)
    report = mine.search(Limit(simulations=300, early_stop=False))
    assert {move.move for move in report.moves} == set(position.legal_moves())


def test_a_move_that_fills_an_eye_can_be_asked_about():
    mine = player([".XXX.", "XXXXX", "XX.XX", "XXXXX", ".XXX."], "b", 0.5)
    report = mine.search(Limit(simulations=50), allowed=["A1"])
    assert [move.move for move in report.moves] == ["A1"]
    with pytest.raises(BadInput, match="none of the moves"):
        mine.search(Limit(simulations=50), allowed=["B1"])
    assert "A1" not in {move.move for move in mine.search(Limit(simulations=50)).moves}


def test_a_lost_leader_does_not_stop_a_search_early():
    from ponnuki.search.budget import Budget

    mine = player(size=5)
    mine.search(Limit(simulations=100, early_stop=False))
    children = mine._search.children()
    children["visits"], children["proof"] = 1, 0
    children["visits"][0] = 600
    budget = Budget(Limit(simulations=mine._search.simulations + 350), threading.Event())
    assert mine._search._is_decided(budget)
    children["proof"][0] = 1  # lost
    assert not mine._search._is_decided(budget)


def test_a_failing_listener_leaves_no_thread_behind():
    mine = player(size=5, threads=2)
    mine.search(Limit(simulations=10))

    def fail(report):
        raise BrokenPipeError

    before = threading.active_count()
    with pytest.raises(BrokenPipeError):
        mine.search(Limit(seconds=60), on_report=fail, every=0.01)
    assert threading.active_count() == before
    assert_tree_is_sound(mine._search)


def test_a_game_does_not_depend_on_the_one_before():
    def answer(mine):
        mine.set_position(Position.empty(5).play("C3"), 7.5)
        return mine.search(Limit(simulations=300)).moves

    fresh, used = player(size=5), player(size=5)
    used.search(Limit(simulations=500))
    assert answer(used) == answer(fresh)


def test_the_empty_board_may_not_come_back_either():
    """2x2 with suicide: filling the last point would remove all stones, and superko forbids the empty board."""
    position = Position.empty(2, Rules("positional", suicide=True))
    for move in ("A1", "pass", "B1", "pass", "A2", "pass"):
        position = position.play(move)
    assert position.legal_moves() == ["pass"]
    mine = GoPlayer(PlayerSpec(size=2, program="uct"))
    mine.set_position(position, 0.5)
    report = mine.search(Limit(simulations=200, early_stop=False))
    assert [move.move for move in report.moves] == ["pass"]


def test_light_playouts_and_priors_go_together():
    mine = player(size=5, program="light", priors={"moves": 5.0})
    assert mine.search(Limit(simulations=50)).simulations > 0


# ---- bad input ----------------------------------------------------------------------------------------------------


def test_a_limit_of_cpu_time_ends_a_search_after_that_much_work():
    mine = player(size=5)
    mine.search(Limit(simulations=10))
    start = time.process_time()
    report = mine.search(Limit(seconds=0.2, cpu=True, early_stop=False))
    assert report.simulations > 10
    assert time.process_time() - start < LATE


def test_limits_that_make_no_sense_are_refused():
    for bad in ({}, {"simulations": 0}, {"seconds": 0.0}, {"seconds": -1.0}, {"seconds": float("inf")}):
        with pytest.raises(BadInput):
            Limit(**bad)


def test_a_finished_game_is_not_searched():
    mine = GoPlayer(PlayerSpec(size=5))
    mine.set_position(Position.empty(5).play("pass").play("pass"), 0.5)
    with pytest.raises(BadInput, match="over"):
        mine.search(Limit(simulations=10))
