"""The study of capturing races: its positions are what they claim to be, and its table says what was counted."""

import random

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go.position import Position
from ponnuki.knowledge.semeai import semeais
from ponnuki.lab.studies.semeai import small_game
from ponnuki.lab.studies.semeai.play import USES, Row, cases, chosen_positions
from ponnuki.lab.studies.semeai.positions import KOMI, MUST, SHAPES, STONES, WON, Shape, all_positions, make, rows_of
from ponnuki.lab.studies.semeai.small_game import (
    BLACK,
    WHITE,
    best_scores,
    corridor_area,
    corridors,
    first_state,
    moves,
)
from ponnuki.lab.studies.semeai.table import joined, markdown, read_csv, write_csv
from ponnuki.players.spec import PlayerSpec

QUICK = [shape for shape in SHAPES if shape.black == 5 and max(shape.top, shape.side) < 3]


def test_there_are_enough_positions_of_both_kinds_and_no_two_are_alike():
    positions = all_positions()
    assert len(positions) >= 100
    assert len({position.rows for position in positions}) == len({position.name for position in positions})
    assert len({position.rows for position in positions}) == len(positions)
    assert [position.kind for position in positions[:2]] == [MUST, WON]
    assert min(sum(position.kind == kind for position in positions) for kind in (MUST, WON)) >= 50


# ---- the wrong moves are wrong --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def known() -> small_game.SmallGame:
    """What states are worth, whichever shape they come from: many come from several."""
    return small_game.SmallGame()


@pytest.fixture
def together(known: small_game.SmallGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """Search every shape in the same small game."""
    monkeypatch.setattr(small_game, "SmallGame", lambda: known)


def check_komi(shape: Shape) -> None:
    scores = best_scores(shape)
    mouth = "top 0" if shape.top > shape.side else "side 0"
    right = scores.pop("race" if shape.kind == MUST else mouth)
    assert right > KOMI[shape.kind] > max(scores.values())
    assert {"race", "own liberty", "pass"} - {"race" if shape.kind == MUST else ""} <= scores.keys()


@pytest.mark.usefixtures("together")
@pytest.mark.parametrize("shape", QUICK)
def test_komi_lies_between_the_right_move_and_all_others(shape):
    check_komi(shape)


@pytest.mark.slow
@pytest.mark.usefixtures("together")
@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape not in QUICK])
def test_komi_lies_between_the_right_move_and_all_others_in_all_positions(shape):
    check_komi(shape)


def test_who_is_first_wins_an_even_race_and_two_liberties_are_enough_to_play_elsewhere():
    even = best_scores(Shape(3, 3, 0, 2))
    assert even["race"] - even["side 0"] > 2 * STONES
    ahead = best_scores(Shape(4, 2, 0, 2))
    assert ahead["side 0"] - ahead["race"] == 2
    behind = best_scores(Shape(3, 4, 0, 2))
    assert max(behind.values()) < 0


def test_a_corridor_counts_for_black_behind_his_stones_and_for_nobody_where_white_can_come_in():
    assert [corridor_area(cells) for cells in ("", ".", "X.", "OX.", "O..", ".X.", "X.O", "..X")] == [
        0,
        0,
        2,
        1,
        -1,
        2,
        0,
        1,
    ]
    after = {name: state.side for name, state, _ in moves(first_state(Shape(3, 3, 0, 3)), WHITE) if "side" in name}
    assert after == {"side 0": "O..", "side 1": ".O.", "side 2": "..O"}


def played(rng: random.Random, shape: Shape) -> bool:
    """Play at random on the board and in the small game; whether a chain was captured on the way."""
    board, state, mover = Position.from_rows(rows_of(shape)), first_state(shape), BLACK
    counted = board.score() - corridors(state)
    for _ in range(60):
        open_to = {name: points_of(name, state, mover, board) for name, _, _ in moves(state, mover)}
        legal = set(board.legal_moves()) - {"pass"} - settled(state.captured)
        assert legal == set().union(*open_to.values())
        choices = [one for one in moves(state, mover) if one[0] in open_to]
        if choices and rng.random() < 0.95:
            name, state, gain = rng.choice(choices)
            board, counted = board.play(rng.choice(sorted(open_to[name]))), counted + gain
        else:
            board = board.play("pass")
        if board.is_over:
            break
        mover = -mover
        assert board.score() == counted + corridors(state)
    return state.captured != 0


def points_of(name: str, state, mover: int, board: Position) -> set[str]:
    """The points of the board that a move of the small game may be."""
    if name.startswith(("top", "side")):
        row = "9" if name.startswith("top") else "7"
        return {"GFEDC"[int(name.split()[1])] + row}
    row = {"second row": 2, "fifth row": 5}.get(name) or (5 if (name == "race") == (mover == BLACK) else 2)
    return {f"{letter}{row}" for letter, cell in zip("ABCDEFG", board.rows()[9 - row], strict=False) if cell == "."}


def settled(captured: int) -> set[str]:
    """Eyes of living chains, and what the winner of the race has."""
    rows = {0: (), BLACK: (4, 5), WHITE: (2, 3)}[captured]
    return {"A8", "B7", "J8", "J3", "J1"} | {f"{letter}{row}" for row in rows for letter in "ABCDEFG"}


def test_the_small_game_has_the_moves_and_the_score_of_the_board():
    rng = random.Random(5)
    ended = [played(rng, shape) for shape in (*QUICK, Shape(7, 5, 0, 3), Shape(6, 6, 3, 1), Shape(2, 2, 1, 3)) * 4]
    assert sum(ended) > len(ended) // 2


@pytest.mark.parametrize(("white_reaches", "black_reaches"), [(3, 0), (0, 3)])
def test_every_chain_but_those_at_stake_has_two_eyes_whatever_is_played(white_reaches, black_reaches):
    """The enemy has filled every other point next to a wall: he may not play into any of its eyes."""
    rows = rows_of(Shape(7, 7, 3, 3))
    top, side = (row.replace("...", "O" * white_reaches + "X" * black_reaches) for row in (rows[0], rows[2]))
    black_has_won = [top, rows[1], side, rows[3], "XXXXXXXXO", ".......XO", rows[6], "XXXXXXXOO", rows[8]]
    white_has_won = [top, rows[1], side, rows[3], "OOOOOOOXO", rows[5], ".......O.", "OOOOOOOOO", rows[8]]
    blacks = {"J8", "J3", "J1"} & set(Position.from_rows(black_has_won, "b").legal_moves())
    whites = {"A8", "B7"} & set(Position.from_rows(white_has_won, "w").legal_moves())
    assert (blacks, whites) == (set(), set())


@pytest.mark.parametrize("view", range(8))
def test_the_right_move_elsewhere_is_quiet_from_every_side(view):
    """It captures nothing and puts nothing in atari: a second move next to the same stones captures nothing either."""
    position = make(Shape(6, 4, 0, 2), view)
    (move,) = position.right
    after = Position.from_rows(list(position.rows)).play(move)
    again = Position.from_rows(after.rows())
    whites = ["".join(board.rows()).count("O") for board in (after, *map(again.play, again.legal_moves()))]
    assert set(whites) == {"".join(position.rows).count("O")}


@pytest.mark.parametrize("number", [0, 1, 5, 60, 100, 150])
def test_the_solver_agrees_with_the_small_game(number):
    position = all_positions()[number]
    races = semeais(Position.from_rows(list(position.rows)))
    (race,) = [race for race in races if len(race.black) == len(race.white) == STONES]
    assert race.black_first == "black"
    assert set(race.necessary["black"]) == (position.right if position.kind == MUST else set())


# ---- the runs and the table -----------------------------------------------------------------------------------------


def test_every_case_is_a_player_that_can_be_made():
    planned = cases(["mogo", "default"], [True, False], list(USES), [1000])
    assert len(planned) == 2 * 2 * len(USES) * 2
    digests = {PlayerSpec.make(case.settings()).digest for case in planned}
    assert len(digests) == len(planned) // 2


def test_positions_are_spread_over_the_family_and_its_own_comes_first():
    chosen = chosen_positions(WON, 8)
    assert chosen[0].name == "7-5-0-2a"
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
