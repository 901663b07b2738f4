"""The study of capturing races: its positions are what they claim to be, and its table says what was counted."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai import semeais
from ponnuki.lab.studies.semeai.play import USES, Row, cases, chosen_positions
from ponnuki.lab.studies.semeai.positions import MUST, STONES, WON, all_positions, best_scores, make
from ponnuki.lab.studies.semeai.table import joined, markdown, read_csv, write_csv
from ponnuki.players.spec import PlayerSpec


def test_there_are_enough_positions_of_both_kinds_and_no_two_are_alike():
    positions = all_positions()
    assert len(positions) >= 100
    assert len({position.rows for position in positions}) == len(positions)
    assert [position.kind for position in positions[:2]] == [MUST, WON]
    assert min(sum(position.kind == kind for position in positions) for kind in (MUST, WON)) >= 40


def test_komi_lies_between_the_right_move_and_all_others():
    for black, white, hanging in [(6, 6, 2), (6, 4, 4), (4, 2, 1), (2, 2, 4)]:
        position, scores = make(black, white, hanging), best_scores(black, white, hanging)
        best, *others = sorted(scores.values(), reverse=True)
        assert best > position.komi > max(others)
        assert (scores["race"] == best) == (position.kind == MUST)


def test_who_is_first_wins_an_even_race_and_two_liberties_are_enough_to_play_elsewhere():
    even = best_scores(3, 3, 1)
    assert even["race"] - even["E9"] > 14
    ahead = best_scores(5, 3, 2)
    assert 0 < ahead["E9"] - ahead["race"] <= 2 * 3


def test_every_chain_but_those_at_stake_has_two_eyes_whatever_is_played():
    """The enemy has filled every other point next to a wall: he may not play into any of its eyes."""
    rows = list(make(6, 4, 4).rows)
    black_has_won = ["....XOO.O", *rows[1:4], "XXXXXXXX.", ".......XX", rows[6], "XXXXXXOO.", rows[8]]
    white_has_won = ["OOOOOOO.O", *rows[1:4], "XXOOOOXX.", rows[5], ".......OO", "OOOOOOOO.", rows[8]]
    blacks = {"G8", "H9", "H1", "J2"} & set(Position.from_rows(black_has_won, "b").legal_moves())
    whites = {"J5"} & set(Position.from_rows(white_has_won, "w").legal_moves())
    assert (blacks, whites) == (set(), set())


@pytest.mark.parametrize("turned", range(4))
def test_the_right_move_captures_the_hanging_stones_from_every_side(turned):
    position = make(6, 4, 4, turned)
    (move,) = position.right
    before = Position.from_rows(list(position.rows))
    stones = ["".join(board.rows()).count("O") for board in (before, before.play(move))]
    assert stones[0] - stones[1] == 4


@pytest.mark.parametrize("number", [0, 1, 5, 40, 90])
def test_the_solver_agrees_with_the_small_game(number):
    position = all_positions()[number]
    races = semeais(Position.from_rows(list(position.rows)))
    (race,) = [race for race in races if len(race.black) == len(race.white) == STONES]
    assert race.black_first == "black"
    assert set(race.necessary["black"]) == (position.right if position.kind == MUST else set())


def test_every_case_is_a_player_that_can_be_made():
    planned = cases(["mogo", "default"], [True, False], list(USES), [1000])
    assert len(planned) == 2 * 2 * len(USES) * 2
    digests = {PlayerSpec.make(case.settings()).digest for case in planned}
    assert len(digests) == len(planned) // 2


def test_positions_are_spread_over_the_family_and_its_own_comes_first():
    chosen = chosen_positions(WON, 8)
    assert chosen[0].name == "6-4-4a"
    assert len({position.name for position in chosen}) == 8
    with pytest.raises(BadInput, match="--positions"):
        chosen_positions(MUST, 1000)
    with pytest.raises(BadInput, match="unknown use"):
        cases(["mogo"], [True], ["magic"], [1000])


def test_the_table_shows_shares_beside_those_of_the_papers():
    rows = [Row("mogo", True, "none", 1000, MUST, 50, 10), Row("mogo", True, "none", 1000, WON, 50, 50)]
    assert rows[1].error > 0
    line = markdown(rows).splitlines()[2]
    assert line == "| mogo | 1000 | none | 20 % ± 6 % of 50 | 32 % | 100 % ± 2 % of 50 | 100 % |"


def test_a_case_that_is_run_again_takes_the_place_of_the_first_and_the_others_stay(tmp_path):
    old = [Row("default", True, "none", 1000, MUST, 50, 10), Row("mogo", True, "none", 1000, WON, 50, 50)]
    again = Row("default", True, "none", 1000, MUST, 60, 30)
    write_csv(joined(old, [again]), tmp_path / "rows.csv")
    assert read_csv(tmp_path / "rows.csv") == [old[1], again]
    assert read_csv(tmp_path / "no.csv") == []
    (tmp_path / "bad.csv").write_text("a,b\n1,2\n")
    with pytest.raises(BadInput, match="not a table"):
        read_csv(tmp_path / "bad.csv")
