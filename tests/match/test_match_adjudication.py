"""Games that both programs call decided: off by default, by both sides' word only, and told."""

import pytest

from ponnuki.errors import BadInput
from ponnuki.match.adjudication import Adjudication, Adjudicator
from ponnuki.match.conditions import Conditions
from ponnuki.match.pair import PairTrial
from ponnuki.players.spec import player_spec
from ponnuki.processes.programs import find_program

BOTH = Adjudication.read("moves=2,score=500", "after=3,moves=2,score=10")


def heard(*said: int | None) -> Adjudicator:
    """White begins."""
    found = Adjudicator(BOTH)
    for number, evaluation in enumerate(said):
        found.hear("wb"[number % 2], evaluation)  # type: ignore[arg-type]
    return found


def test_a_game_is_lost_when_both_sides_say_so_for_long_enough() -> None:
    assert heard(600, -600, 600, -600).loser() == "b"
    assert heard(-600, 600, -600, 600).loser() == "w"
    for said in ((600, -600, 600), (600, -600, 600, -400), (600, -600, 600, None), (600, 600, 600, 600)):
        assert heard(*said).loser() is None


def test_a_game_is_drawn_when_both_sides_say_so_late_enough() -> None:
    assert heard(5, -5, 5, -5, 10, -10).is_drawn()
    for said in ((5, -5, 5, -5), (5, -5, 5, -5, 5, 50), (5, -5, 5, -5, 5, None)):
        assert not heard(*said).is_drawn()


def test_it_is_off_by_default_and_leaves_stored_conditions_as_they_were() -> None:
    never = Adjudicator(Adjudication.read("", ""))
    for _ in range(100):
        never.hear("w", 9000)
        never.hear("b", -9000)
    assert never.loser() is None
    assert not never.is_drawn()
    assert set(Conditions().as_json()) == {"game", "size", "komi", "rules", "longest", "referee"}
    assert Conditions(draw_at="moves=1,score=1").as_json()["draw_at"] == "moves=1,score=1"


@pytest.mark.parametrize(
    ("resign_at", "message"),
    [("moves=3", "at which score"), ("move=3,score=1", "did you mean 'moves'"), ("moves=x,score=1", "whole number")],
)
def test_what_cannot_be_read_is_told(resign_at: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Conditions(resign_at=resign_at)


@pytest.mark.skipif(find_program("stockfish") is None, reason="Stockfish is not installed: apt install stockfish")
def test_a_game_of_stockfish_that_is_lost_ends_early() -> None:
    conditions = Conditions(game="chess", size=8, resign_at="moves=2,score=500")
    spec = player_spec({"uci": "stockfish", "nodes": 500})
    trial = PairTrial(spec, spec, conditions, 1, ("4k3/pppp4/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",))
    game = trial._play("candidate", "baseline")
    assert (game["reason"], game["result"], game["how"]) == ("adjudication", "W+A", "both say that it is lost")
    assert game["moves"] == 4
    assert '[Termination "adjudication"]' in game["pgn"]
