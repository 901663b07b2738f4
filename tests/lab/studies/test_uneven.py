"""Games in which one player gives the other points."""

import pytest

from ponnuki.farm.local import LocalFarm
from ponnuki.lab.journal.store import Store
from ponnuki.lab.studies.plan import make_plan
from ponnuki.lab.studies.play import play
from ponnuki.lab.studies.uneven import given

WORDS = {
    "a": "program=bare,sims={simulations}",
    "b": "program=bare,sims=4",
    "simulations": 4,
    "game": "go",
    "size": 5,
    "komi": 0.5,
}


@pytest.mark.parametrize(("points", "won"), [(30, [0.0, 0.0]), (-30, [1.0, 1.0])])
def test_whoever_gives_more_points_than_the_board_has_loses_with_both_colours(points, won):
    result = given(WORDS | {"points": points}, seed=1)
    assert result.details["won"] == won
    assert result.reward == won[0]


def test_points_are_given_with_either_colour_so_a_player_who_gives_none_wins_as_in_a_match():
    rewards = [given(WORDS | {"points": 0, "simulations": 64}, seed).reward for seed in range(6)]
    assert sum(rewards) / len(rewards) > 0.5


def test_a_table_counts_both_games_of_a_call(tmp_path):
    table = {
        "title": "Uneven",
        "source": "nobody",
        "question": "Who wins?",
        "columns": ["program", "simulations"],
        "across": "simulations",
        "rows": [
            {
                "given": {"program": "bare"} | {key: WORDS[key] for key in WORDS if key != "simulations"},
                "trial": "uneven:given",
                "calls": {"quick": 3},
                "seconds": 0.1,
                "each": [{"simulations": 4, "points": 30}],
            }
        ],
    }
    with Store(tmp_path / "s.sqlite", write=True) as store:
        [row] = play(store, make_plan("uneven", table, "quick"), lambda: LocalFarm(1))
    assert (row.games, row.rate) == (6, 0.0)
