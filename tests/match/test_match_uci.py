"""UCI programs as players: whatever one does, its game ends with the right loser, and nothing stays; good ones play."""

import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from programs import FOLDER, all_gone, new_token, running

from ponnuki.errors import BadInput
from ponnuki.games.chess.record import read_games
from ponnuki.games.chess.rules import Rules
from ponnuki.lab.matches.tally import Tally
from ponnuki.match.conditions import Conditions
from ponnuki.match.openings import find_openings
from ponnuki.match.pair import PairTrial
from ponnuki.players.check import check_player
from ponnuki.players.game_player import PlayerFault
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import AnySpec, UciSpec, player_spec
from ponnuki.processes.programs import find_program

CHESS = Conditions(game="chess", size=8)
STOCKFISH = pytest.mark.skipif(find_program("stockfish") is None, reason="needs Stockfish: apt install stockfish")
MATE_NEXT = ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",)


def engine(way: str, token: str = "", **settings: object) -> AnySpec:
    words = [sys.executable, str(FOLDER / "uci.py"), way, *([token] if token else [])]
    return player_spec({"uci": shlex.join(words), **settings})


OWNER = """
import sys, time
sys.path.insert(0, {folder!r})
from test_match_uci import CHESS, MATE_NEXT, engine
from ponnuki.match.pair import PairTrial
spec = engine("plays", {token!r}, fresh=False)
for seed in range(2):
    assert not PairTrial(spec, engine("plays"), CHESS, seed, MATE_NEXT)._play("candidate", "baseline")["faults"]
print("played", flush=True)
time.sleep(600)
"""


CASES = [
    ("crashes", "crash", {}, "ended with code 17; its last words: segmentation fault, nearly"),
    ("exits", "crash", {}, "ended with code 1; its last words: cannot find my network"),
    ("hangs", "stall", {"move_limit": 0.5}, "no answer to 'go' within"),
    ("deaf", "stall", {"move_limit": 0.5}, "no answer to 'go' within"),
    ("deaf", "time", {"tc": "0.3+0.01"}, "more than 0.3+0.01 for the game, with a margin of 0.1 s"),
    ("cheats", "illegal", {}, "e2e5: no legal move here"),
    ("babbles", "garbage", {}, "'I' is no move"),
    ("floods", "stall", {"move_limit": 0.5}, "no answer to 'go' within"),
    ("endless", "garbage", {}, "a line without an end"),
    ("dawdles", "time", {"time": 0.05}, "more than 0.05 s for a move, with a margin of 0.1 s"),
    ("dawdles", "time", {"tc": "0.3+0.01"}, "more than 0.3+0.01 for the game, with a margin of 0.1 s"),
    ("mute", "stall", {"start_limit": 1}, "no answer to 'uci' within 1 s"),
    ("foreign", "stall", {"start_limit": 1}, "no answer to 'uci' within 1 s"),
    ("plays", "refusal", {"options": {"Level": 10}}, "to be at most 9"),
]


@pytest.mark.parametrize(("way", "kind", "limits", "message"), CASES, ids=[f"{c[0]}-{c[1]}" for c in CASES])
def test_a_fault_is_a_loss_that_is_named_and_leaves_no_process(
    way: str, kind: str, limits: dict[str, object], message: str
) -> None:
    token, began = new_token(), time.monotonic()
    trial = PairTrial(engine(way, token, **limits), engine("plays"), CHESS, 1, ("e2e4", "e7e5"), ("bad", "good"))
    game = trial._play("candidate", "baseline")
    assert time.monotonic() - began < 60
    assert (game["reason"], game["winner"]) == (kind, "baseline")
    assert message in game["faults"]["candidate"]["message"]
    assert f"bad: {kind}: " in " ".join(game["pgn"].split())
    assert all_gone(token)


def test_a_program_that_is_not_there_or_has_no_such_option_is_told_before_the_first_game() -> None:
    assert check_player(engine("plays")) == "uci-plays"
    with pytest.raises(BadInput, match="no program 'no-such-engine'"):
        check_player(player_spec({"uci": "no-such-engine"}))
    with pytest.raises(BadInput, match="does not support option Level2"):
        check_player(engine("plays", options={"Level2": 1}))
    with pytest.raises(PlayerFault, match=r"stall: .*no answer to 'uci' within 1 s"):
        check_player(engine("mute", start_limit=1))


def test_a_program_that_is_kept_plays_many_games_in_one_process_and_ends_with_ours() -> None:
    token = new_token()
    text = OWNER.format(folder=str(Path(__file__).parent), token=token)
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == "played\n"
        assert len(running(token)) == 1
        owner.kill()
        owner.wait()
    assert all_gone(token)


def test_without_python_chess_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(BadInput, match=r"pip install 'ponnuki\[chess\]'"):
        CHESS.start()
    with pytest.raises(BadInput, match="chess needs python-chess"):
        check_player(engine("plays"))


def test_a_clock_is_told_and_written_into_the_record() -> None:
    trial = PairTrial(engine("plays", tc="60+1"), engine("plays", tc="30+0.5"), CHESS, 1, MATE_NEXT)
    game = trial._play("candidate", "baseline")
    assert not trial.reproducible
    assert "[%clk 0:00:3" in game["pgn"]
    assert "[%clk 0:01:0" in game["pgn"]
    assert not game["faults"]


@STOCKFISH
def test_stockfish_with_a_node_limit_plays_the_same_game_again() -> None:
    spec, other = (player_spec({"uci": "stockfish", "nodes": nodes}) for nodes in (150, 80))
    trial = PairTrial(spec, other, CHESS, 5, 4)
    assert trial.reproducible
    first, second = (trial.run() for _ in range(2))
    assert first.reward == second.reward
    assert [game["pgn"] for game in first.details["games"]] == [game["pgn"] for game in second.details["games"]]
    assert all(game["reason"] == "score" and not game["faults"] for game in first.details["games"])
    assert "[%eval " in first.details["games"][0]["pgn"]
    assert "[%clk" not in first.details["games"][0]["pgn"]


@STOCKFISH
def test_both_games_begin_at_the_position_of_an_epd_file(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id "mate";\n', encoding="utf-8")
    openings = find_openings("book.epd", CHESS, tmp_path)
    spec = player_spec({"uci": "stockfish", "nodes": 500})
    result = PairTrial(spec, spec, CHESS, 1, openings.in_turn(0, 0)).run()
    assert result.reward == 0.5
    for game in result.details["games"]:
        assert (game["result"], game["how"], game["moves"]) == ("W+checkmate", "checkmate", 1)
        assert '[FEN "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"]' in game["pgn"]


DRAWN_NEXT = {
    "stalemate": "5K2/5q2/8/8/8/6Q1/8/7k w - - 0 1",
    "insufficient material": "k7/8/8/8/8/8/1q6/K7 w - - 0 1",
    "fifty moves": "4k2r/8/8/8/8/8/8/R3K3 w - - 99 80",
}


@STOCKFISH
@pytest.mark.parametrize("how", DRAWN_NEXT)
def test_a_draw_is_named_in_the_record_and_in_the_table_of_ends(how: str) -> None:
    spec = player_spec({"uci": "stockfish", "nodes": 50})
    result = PairTrial(spec, spec, CHESS, 1, (DRAWN_NEXT[how],)).run()
    assert result.reward == 0.5
    assert all(f"ended by {how}" in game["pgn"] for game in result.details["games"])
    tally = Tally()
    tally.add(0, result.reward, result.details)
    assert dict(tally.ends) == {how: 2}


@STOCKFISH
def test_stockfish_castles_in_chess960_from_a_position_of_an_epd_file(tmp_path: Path) -> None:
    (tmp_path / "book.epd").write_text('4rkr1/4p1p1/8/8/8/8/8/5KR1 w G - id "castling is mate";\n', encoding="utf-8")
    conditions = Conditions(game="chess", size=8, rules="chess960")
    openings = find_openings("book.epd", conditions, tmp_path)
    spec = player_spec({"uci": "stockfish", "nodes": 500})
    result = PairTrial(spec, spec, conditions, 1, openings.in_turn(0, 0)).run()
    assert result.reward == 0.5
    for number, game in enumerate(result.details["games"]):
        assert (game["result"], game["how"], game["moves"], game["faults"]) == ("W+checkmate", "checkmate", 1, {})
        assert '[Variant "Chess960"]' in game["pgn"]
        (tmp_path / f"{number}.pgn").write_text(game["pgn"], encoding="utf-8")
        [again] = read_games(tmp_path / f"{number}.pgn", Rules(chess960=True))
        assert again.moves == (("w", "f1g1"),)
        assert again.first.fen() == "4rkr1/4p1p1/8/8/8/8/8/5KR1 w G - 0 1"
        assert "1. O-O# {" in again.to_text()


def test_specs_of_uci_programs_say_what_is_wrong() -> None:
    assert parse_player("uci:stockfish") == ("stockfish", UciSpec.make({"uci": "stockfish"}))
    assert player_spec({"uci": "x"}).game == "chess"
    assert player_spec({"uci": "x"}).reproducible
    for more in ({"time": 1.0}, {"tc": "1"}, {"fresh": False}, {"random": True}, {"options": {"threads": 2}}):
        assert not player_spec({"uci": "x"} | more).reproducible
    text = player_spec({"uci": "x", "options": {"Move Overhead": 5}}).to_toml()
    assert '"Move Overhead" = 5' in text
    for values, message in (
        ({"uci": ""}, "the command is empty"),
        ({"uci": "x", "tc": "fast"}, "'fast' is no time control"),
        ({"uci": "x", "tc": "1", "time": 1}, "either time or tc"),
        ({"uci": "x", "game": "go"}, "speak gtp, not uci"),
        ({"gtp": "x", "game": "chess"}, "speak uci, not gtp"),
        ({"sims": 5, "game": "chess"}, "no program of ours plays chess"),
    ):
        with pytest.raises(BadInput, match=message):
            player_spec(values)
