"""A game at a visitor's table: moves, records with what was thought of them, mistakes, and what is drawn."""

import pytest

from ponnuki.errors import BadInput, PonnukiError
from ponnuki.games.board_picture import Marks
from ponnuki.players.kit import find_kit
from ponnuki.search.report import MoveReport, SearchReport
from ponnuki.web.board import picture_of
from ponnuki.web.questions import MOST_SECONDS, MOST_SIMULATIONS, FoundRace, bounded, has_races
from ponnuki.web.records import LARGEST_RECORD, read_any_game, read_game
from ponnuki.web.table import Table, heat_of

EVIL = "<script>window.hacked = 1</script>"
HANDICAP = "(;GM[1]FF[4]SZ[9]KM[0.5]HA[2]AB[cc][gg]PL[W];W[ee]C[" + EVIL + "];B[ec])"


def table(game: str, *moves: str, size: int = 5) -> Table:
    found = Table.new(find_kit(game), size, 7.5)
    for move in moves:
        found.play(found.typed(move))
    return found


def report(value: float, *moves: tuple[str, int]) -> SearchReport:
    found = tuple(MoveReport(move, visits, value, 0.5, (move, "pass")) for move, visits in moves)
    return SearchReport(sum(visits for _, visits in moves), 0.1, value, found, 10)


def test_moves_are_taken_back_and_forgotten() -> None:
    game = table("go", "c3", "B2", "pass")
    game.note(3, report(0.5, ("D4", 5)))
    game.undo()
    assert (game.at, len(game.positions), game.reports) == (2, 3, {})
    assert game.status() == "Black to move, move 3"
    game.go(0)
    game.play("A1")
    assert [move for _, move in game.position.history] == ["A1"]
    game.undo()
    with pytest.raises(BadInput, match="nothing to take back"):
        game.undo()


@pytest.mark.parametrize("word", ["", "Z9", "c3", "<b>", "c3 c4", "swap", "9" * 50])
def test_what_is_no_move_is_a_line_and_changes_nothing(word: str) -> None:
    game = table("go", "c3")
    with pytest.raises(PonnukiError):
        game.play(game.typed(word))
    assert len(game.positions) == 2


def test_a_game_ends_by_resignation_and_by_the_rules() -> None:
    game = table("go", "c3", "resign")
    assert (game.result, game.is_over, game.marks(True, True).playable) == ("B+R", True, ())
    with pytest.raises(BadInput, match="the game is over"):
        game.play("B2")
    assert table("go", "c3", "pass", "pass").result == "B+17.5"


def test_a_record_keeps_what_was_thought_and_comes_back_as_it_was() -> None:
    game = table("havannah", "a1", "b2", "c3", size=4)
    game.note(1, report(0.25, ("c3", 7)))
    again = read_game(game.to_sgf({"b": "person", "w": "program"}), game.kit)
    assert again.positions[-1].rows() == game.position.rows()
    assert again.comments[1] == "25.0% after 7 simulations: c3 pass (Black to move)"
    assert again.names == ("person", "program")


def test_a_handicap_game_is_read_and_saved_with_its_stones_and_comments_as_text() -> None:
    game = Table.of_record(read_any_game(HANDICAP, find_kit("havannah"), "x.sgf"), 7.5)
    assert (game.kit.name, game.komi, game.comments[1]) == ("go", 0.5, EVIL)
    again = read_game(game.to_sgf({}), game.kit)
    assert [one.rows() for one in again.positions] == [one.rows() for one in game.positions]


@pytest.mark.parametrize("text", ["", "no sgf", "(;GM[1]SZ[9];B[zz])", "(;GM[1]SZ[99])", "x" * (LARGEST_RECORD + 1),
                                  "(;GM[1]SZ[9]" + ";B[];W[]" * 1500 + ")", "(;GM[1]SZ[9];B[ee];W[ee])"])  # fmt: skip
def test_a_file_that_cannot_be_played_through_is_a_line(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_any_game(text, find_kit("go"), "x.sgf")
    assert "\n" not in str(caught.value)
    assert "/tmp" not in str(caught.value)


def test_the_next_mistake_is_where_a_player_lost_much() -> None:
    game = table("go", "c3", "b2", "d4", "e5")
    for number, value in enumerate((0.5, 0.48, 0.55, 0.75, 0.2)):
        game.note(number, report(value, ("A1", 1)))
    game.go(0)
    assert game.black_values() == pytest.approx({0: 0.5, 1: 0.52, 2: 0.55, 3: 0.25, 4: 0.2})
    assert game.next_mistake() == 3
    game.go(3)
    assert game.next_mistake() is None


def test_heat_is_shared_out_by_visits_and_cold_moves_are_left_out() -> None:
    heat = heat_of(report(0.6, ("A1", 100), ("B1", 25), ("C1", 1), ("D1", 0)).moves)
    assert {move: (one.strength, one.words, one.best) for move, one in heat.items()} == {
        "A1": (1.0, "60", True), "B1": (0.5, "60", False)}  # fmt: skip
    assert heat_of(()) == {}


def test_a_variation_takes_the_place_of_heat() -> None:
    game = table("go", "c3")
    game.note(1, report(0.6, ("A1", 100)))
    assert game.marks(True, False).heat
    marks = game.marks(True, False, ("A1", "B1"))
    assert (marks.heat, list(marks.variation)) == (None, [("w", "A1"), ("b", "B1")])


def test_no_visitor_searches_longer_than_the_limits() -> None:
    for limit in (bounded(10**9, None), bounded(None, 1e9), bounded(10**9, 10**9), bounded(-5, -1.0)):
        assert limit.seconds is not None
        assert limit.seconds <= MOST_SECONDS
        assert (limit.simulations or 1) <= MOST_SIMULATIONS


def test_a_handicap_game_begins_with_its_stones_and_white() -> None:
    game = Table.new(find_kit("go"), 9, 0.5, handicap=3)
    assert "".join(game.position.rows()).count("X") == 3
    assert game.status() == "White to move, move 1"
    again = read_game(game.to_sgf({}), game.kit)
    assert (again.positions[0].rows(), again.positions[0].to_move) == (game.position.rows(), "w")
    for kit, size, stones in (("go", 9, 1), ("go", 9, 10), ("go", 5, 2), ("havannah", 5, 2)):
        with pytest.raises(BadInput, match="handicap"):
            Table.new(find_kit(kit), size, 0.5, handicap=stones)
    assert find_kit("havannah").most_handicap(5) == 0


def test_what_is_expected_after_each_move_is_on_the_board_hidden() -> None:
    game = table("go", "c3")
    game.note(1, report(0.5, ("B2", 8), ("D4", 4)))
    assert game.marks(False, True).lines is None
    lines = game.marks(True, True).lines
    assert lines == {"B2": [("w", "B2"), ("b", "pass")], "D4": [("w", "D4"), ("b", "pass")]}
    drawn = picture_of(game.kit, game.position, game.marks(True, True))
    assert '<g class="line" data-line="B2" display="none">' in drawn
    assert '<g class="heats">' in drawn


def test_capturing_races_are_letters_on_their_stones_and_squares_on_what_they_need() -> None:
    game = table("go", "c3", "C4", "A1")
    game.races[3] = (FoundRace(("C3", "C4"), ("B3",), "both in danger"), FoundRace(("C4",), (), "another"))
    marks = game.marks(True, True)
    assert (marks.letters, marks.squares) == ({"C3": "A", "C4": "A"}, ["B3"])
    assert game.told_races() == "A: both in danger\nB: another"
    drawn = picture_of(game.kit, game.position, marks)
    assert (drawn.count('class="letter"'), drawn.count('class="square"')) == (2, 1)
    assert not game.marks(False, True).letters
    assert not game.marks(True, True, ["B2"]).letters
    game.undo()
    assert game.told_races() == ""


def test_only_games_that_have_capturing_races_are_asked_for_them() -> None:
    assert [has_races(find_kit(game)) for game in ("go", "havannah", "hex", "chess")] == [True, False, False, False]


def test_a_game_of_chess_is_read_and_drawn_with_its_pieces() -> None:
    pytest.importorskip("chess")
    kit = find_kit("chess")
    game = read_game('[White "a<b"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 {so} Qh4# 0-1\n', kit)
    assert (len(game.positions), game.names, game.result, game.comments) == (5, ("?", "a<b"), "B+", {3: "so"})
    drawn = picture_of(kit, game.positions[-1], Marks())
    assert drawn.count("translate(") >= 32
    assert "<use" not in drawn
