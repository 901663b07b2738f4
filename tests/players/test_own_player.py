"""Our Go player at the end of a game: passing, resigning, cleaning up, counting."""

import pickle
import subprocess
import sys

import pytest

from ponnuki.games.go import Position
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit

pytestmark = pytest.mark.kernel

SETTLED = [  # Black has the left, White the right; B4 and F4 are dead stones
    ".X.XO.O",
    "XXXXOOO",
    "..XXO.O",
    ".OXXOXO",
    "..XXO.O",
    "XXXXOOO",
    ".X.XO.O",
]
SEKI = [  # the chains of B1 and D1 share the liberties C1 and C2: who plays there first loses his stones
    ".OOXX.X",
    "O.OXXXX",
    "OOOXXXX",
    "OXXOXXX",
    "OXXOXXX",
    "OX.OXX.",
    "OX.OXXX",
]


def player(rows, to_move="b", komi=0.5, passed=False, **options):
    position = Position.from_rows(rows, to_move)
    if passed:
        position = Position.from_rows(rows, "w" if to_move == "b" else "b").play("pass")
    mine = GoPlayer(PlayerSpec.make({"size": len(rows), "sims": 300, **options}))
    mine.set_position(position, komi)
    return mine


def first_stones(chains):
    return sorted(stones[0] for stones in chains)


def test_dead_stones_are_told_from_living_ones_and_do_not_count():
    mine = player(SETTLED)
    assert mine.final_status()["dead"] == [["B4"], ["F4"]]
    assert mine.final_status()["seki"] == []
    assert mine.final_score() == 28 - 21 - 0.5


def test_chains_in_seki_are_neither_dead_nor_alive():
    mine = player(SEKI)
    status = mine.final_status()
    assert first_stones(status["seki"]) == ["B1", "D1"]
    assert status["dead"] == []
    assert mine.final_score() == Position.from_rows(SEKI).score() - 0.5


@pytest.mark.parametrize("rows", [["......."] * 3 + ["...X..."] + ["......."] * 3,
                                  ["......."] * 2 + ["..OX..."] + ["......."] * 4])  # fmt: skip
def test_no_stone_of_an_unsettled_position_is_in_seki(rows):
    status = player(rows).final_status()
    assert status["seki"] == []
    assert len(status["alive"]) == sum(row.count("X") + row.count("O") for row in rows)


def test_ownership_follows_a_line_as_far_as_it_is_legal():
    mine = player(["......."] * 7, "b")
    line = mine.ownership([(1, ("D4", "pass", "D5", "pass", "D3", "pass"))])
    assert line[3, 3] > mine.ownership()[3, 3] + 0.2
    assert (mine.ownership([(1, ("D4", "D4", "A1"))]) == mine.ownership([(1, ("D4",))])).all()


def test_lines_of_ownership_count_by_their_weight():
    mine = player(["......."] * 7, "b")
    one, other = (("D4", "pass"),), (("pass", "D4"),)
    black, white = mine.ownership([(1, *one)])[3, 3], mine.ownership([(1, *other)])[3, 3]
    assert black > 0 > white
    assert white < mine.ownership([(1, *one), (1, *other)])[3, 3] < black
    assert mine.ownership([(9, *one), (1, *other)])[3, 3] > mine.ownership([(1, *one), (9, *other)])[3, 3]


def test_each_game_is_searched_from_its_own_seed():
    def visits(mine, seed):
        mine.begin_game(seed)
        mine.set_position(Position.empty(7), 0.5)
        return [(move.move, move.visits) for move in mine.search(Limit(simulations=100)).moves]

    mine, other = player(["......."] * 7), player(["......."] * 7)
    first = visits(mine, 5)
    assert visits(mine, 123) != first
    assert visits(mine, 5) == first
    assert visits(other, 5) == first


def test_a_group_with_one_eye_is_dead_and_one_with_two_is_not():
    one_eye = ["XXXXXXX", "X.X.X.X", "XXXXXXX", "OOOOOXX", "O.OOO.X", "OOOOOXX", "XXXXXXX"]
    two_eyes = ["XXXXXXX", "X.X.X.X", "XXXXXXX", "OOOOOXX", "O.O.O.X", "OOOOOXX", "XXXXXXX"]
    assert first_stones(player(one_eye, "w").final_status()["dead"]) == ["A2"]
    assert player(one_eye, "w").final_score() == 49 - 0.5
    assert player(two_eyes, "b").final_status()["dead"] == []
    assert player(two_eyes, "b").final_score() == (49 - 15 - 1) - 15 - 0.5


def test_it_passes_after_a_pass_when_all_is_settled_and_nobody_can_disagree():
    rows = [row.replace("OX", "O.") if "OXO" in row else row for row in SETTLED]
    rows[3] = "..XXO.O"
    decision = player(rows, "b", 0.5, passed=True).choose(Limit(simulations=300))
    assert decision.move == "pass"
    assert decision.value == 1.0


def test_it_plays_on_after_a_pass_when_the_game_is_not_decided():
    decision = player(["......."] * 7, "b", 0.5, passed=True).choose(Limit(simulations=300))
    assert decision.move not in ("pass", "resign")


def test_it_resigns_a_hopeless_game_but_not_if_told_never_to():
    hopeless = {"rows": SETTLED, "to_move": "b", "komi": 40.5}
    for options, wanted in (({}, True), ({"resign": 0.0}, False)):
        mine = player(**hopeless, **options)
        # the history is empty, so the game counts as young: play the moves of a long one
        position = Position.empty(7)
        for move in long_game():
            position = position.play(move)
        mine.set_position(position, 60.5)
        assert (mine.choose(Limit(simulations=200)).move == "resign") == wanted


def long_game():
    return ["D4", "D3", "C3", "E4", "C4", "E5", "D5", "C5", "B5", "D6", "C6", "E3", "D2", "E2"]


def test_cleaning_up_captures_dead_stones_before_it_passes():
    position = Position.from_rows(SETTLED, "b")
    mine = GoPlayer(PlayerSpec(size=7, sims=400))
    for _ in range(40):
        mine.set_position(position, 0.5)
        decision = mine.choose(Limit(simulations=400), cleanup=True)
        assert decision.move != "resign"
        position = position.play(decision.move).play("pass")
        if position.rows()[3][1] != "O" or position.is_over:
            break
    assert position.rows()[3][1] != "O"


def test_ownership_is_signed_and_within_bounds():
    owners = player(SETTLED).ownership()
    assert owners.shape == (7, 7)
    assert owners[0, 0] == 1.0
    assert owners[0, 6] == -1.0
    assert abs(owners).max() <= 1.0


def test_a_new_game_starts_from_the_seed_again():
    mine = GoPlayer(PlayerSpec(size=7, sims=200, seed=5))
    first = mine.search(Limit(simulations=200)).moves
    mine.set_position(Position.empty(7).play("D4"), 7.5)
    mine.search(Limit(simulations=200))
    mine.set_position(Position.empty(7), 7.5)
    assert mine.search(Limit(simulations=200)).moves == first


READ_THERE = """
import pickle, sys
from ponnuki.players.go import GoPlayer
from ponnuki.players.spec import PlayerSpec

problem = pickle.load(sys.stdin.buffer)
own = GoPlayer(PlayerSpec.make({"size": 5, "priors": {"atlas": "go19"}})).knowledge(5)
sys.exit(0 if problem.knowledge.tobytes() == own.tobytes() else 1)
"""


def test_an_atlas_is_found_at_its_own_address_in_another_process():
    mine = player(["....."] * 5, priors={"atlas": "go19"})
    sent = pickle.dumps(mine._problem())
    assert subprocess.run([sys.executable, "-c", READ_THERE], input=sent, timeout=300).returncode == 0
