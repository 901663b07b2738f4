"""Matches, tournaments, races and campaigns of Hex and Havannah."""

import json
import sys
from importlib import import_module

import pytest
from pair_points import recorded_reward
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.lab.matches.schedule import read_tournament
from ponnuki.lab.races.file import RaceFile
from ponnuki.match.conditions import Conditions, agree
from ponnuki.match.openings import find_openings
from ponnuki.match.pair import PairTrial
from ponnuki.players.kit import find_kit
from ponnuki.players.parse import parse_player
from ponnuki.players.spec import PlayerSpec, player_spec
from ponnuki.players.toml import read_toml

SIZES = {"hex": 3, "havannah": 4}
"""Boards whose kernels other tests compile too."""
NAME = pytest.mark.parametrize("name", SIZES)


def fast(name, sims=30):
    return player_spec({"game": name, "program": "fast", "sims": sims})


def slow(name):
    return player_spec({"game": name, "program": "slow", "sims": 30})


def game_of(name):
    return import_module(f"ponnuki.games.{name}")


def run(tmp_path, *words):
    answer = CliRunner().invoke(app, [*words, "--store", str(tmp_path / "s.sqlite"), "--out", str(tmp_path / "out")])
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def ended_so(name, last):
    """What a match says of a game whose last position is this."""
    if last.winner is None:
        return "full board", "0"
    how, told = ("connection", "") if name == "hex" else ("/".join(last.won_by),) * 2
    return how, f"{last.winner.upper()}+{told}"


@NAME
def test_a_pair_of_games_is_played_to_its_end_and_recorded(name):
    result = PairTrial(slow(name), fast(name), Conditions(name, SIZES[name]), 7, 2).run()
    assert result.reward == recorded_reward(result, game_of(name).read_sgf)
    for game in result.details["games"]:
        record = game_of(name).read_sgf(game["sgf"])
        last = list(record.positions())[-1]
        assert (game["opening"], game["faults"]) == (2, {})
        assert record.result == game["result"]
        if game["reason"] == "resign":
            assert game["result"] == ("W+R" if last.to_move == "b" else "B+R")
        else:
            assert (game["reason"], game["how"], game["result"]) == ("score", *ended_so(name, last))


@NAME
def test_the_same_seed_gives_the_same_games(name):
    first, second = (PairTrial(slow(name), fast(name), Conditions(name, SIZES[name]), 3, 1).run() for _ in range(2))
    assert [game["sgf"] for game in first.details["games"]] == [game["sgf"] for game in second.details["games"]]


@NAME
def test_a_player_against_itself_scores_one_half(name):
    conditions, player = Conditions(name, SIZES[name]), fast(name)
    assert all(PairTrial(player, player, conditions, seed, 1).run().reward == 0.5 for seed in range(3))


@NAME
def test_games_with_a_swap_are_played_and_random_openings_have_none(name):
    conditions, player = Conditions(name, SIZES[name], rules="swap"), fast(name)
    records = [
        game_of(name).read_sgf(game["sgf"])
        for seed in range(6)
        for game in PairTrial(player, player, conditions, seed, seed % 3).run().details["games"]
    ]
    assert all(record.rules.swap for record in records)
    assert "swap" in [record.moves[1][1] for record in records if len(record.moves) > 1]
    assert all(list(record.positions()) for record in records)


@NAME
def test_a_gtp_program_takes_part(name, tmp_path):
    """The program is our own, in a process of its own; in Hex it says swap-pieces, and is told swap."""
    size = str(SIZES[name])
    program = (
        f"gtp:{sys.executable} -m ponnuki gtp --game {name} --program fast --size {size} --sims 20 --seed {{seed}}"
    )
    words = ["match", f"{program} --rules swap", "program=fast,sims=20", "--game", name, "--size", size, "--games", "2"]
    summary = json.loads(run(tmp_path, *words, "--rules", "swap", "--workers", "1", "--json"))
    assert summary["games"] == 2
    assert not any(any(faults.values()) for faults in summary["faults"].values() if isinstance(faults, dict))
    games = sorted((tmp_path / "out" / "games").glob("*.sgf"))
    records = [game_of(name).read_sgf(path.read_text(encoding="utf-8")) for path in games]
    assert [record.moves[0][0] for record in records] == [{"hex": "b", "havannah": "w"}[name]] * 2
    assert any("swap" in (move for _, move in record.moves) for record in records)


@pytest.mark.parametrize(
    ("name", "rows", "how"),
    [("hex", ["X..", "X..", "X.."], "connection"), ("havannah", ["XXX", "....", ".....", "....", "..."], "bridge")],
)
def test_the_board_says_who_has_won(name, rows, how):
    kit, game = find_kit(name), game_of(name)
    won = kit.as_it_stands(game.Position.from_rows(rows, "w"), 0.0)
    assert (won.score, won.result, won.how) == (1.0, {"hex": "B+", "havannah": "B+bridge"}[name], how)
    assert kit.as_it_stands(game.Position.empty(3), 0.0).score == 0.0


@pytest.mark.parametrize(
    ("word", "move"), [("A1", "a1"), ("SWAP", "swap"), ("resign", "resign"), ("pass", None), ("1a", None)]
)
@NAME
def test_what_other_programs_answer_is_a_move_or_none(name, word, move):
    assert find_kit(name).reply_move(word) == move
    assert find_kit(name).reply_move("swap-pieces") == ("swap" if name == "hex" else None)


@pytest.mark.parametrize(
    ("name", "sgf", "moves"),
    [
        ("hex", "(;FF[4]SZ[3]SO[www.littlegolem.com];W[ab];B[ca])", ("a2", "c1")),
        ("havannah", "(;FF[4]SZ[3]RU[LG];W[E1];B[A1])", ("e3", "a1")),
    ],
)
def test_openings_come_from_random_moves_text_and_games(name, sgf, moves, tmp_path):
    conditions, text = Conditions(name, 3), tmp_path / "openings.txt"
    assert find_openings("random:2", conditions).random_moves == 2
    text.write_text("a1 b2\nc3   # a comment\n", encoding="utf-8")
    assert find_openings("openings.txt", conditions, tmp_path).listed == (("a1", "b2"), ("c3",))
    (tmp_path / "game.sgf").write_text(sgf, encoding="utf-8")
    assert find_openings("game.sgf", conditions, tmp_path).listed == (moves,)
    for bad, message in (
        ("a1 a1\n", "opening 1: illegal move . a1"),
        (OVER[name], "the game is over before it begins"),
    ):
        text.write_text(bad, encoding="utf-8")
        with pytest.raises(BadInput, match=message):
            find_openings("openings.txt", conditions, tmp_path)


OVER = {"hex": "a1 b1 a2 b2 a3\n", "havannah": "a1 e5 b1 e4 c1\n"}


@NAME
def test_random_openings_never_end_the_game(name):
    conditions, moves = Conditions(name, SIZES[name]), {"hex": 8, "havannah": 33}[name]
    for seed in range(10):
        result = PairTrial(fast(name), fast(name), conditions, seed, moves).run()
        assert all(sum(game["thought"].values()) > 0 for game in result.details["games"])


@NAME
def test_conditions_that_make_no_sense_are_refused(name):
    least, most = find_kit(name).sizes
    for values, message in (
        ({"size": most + 1}, f"sides of {least} to {most} cells"),
        ({"size": 3, "rules": "AGA"}, "unknown rules 'AGA'"),
        ({"size": 3, "referee": "gtp:gnugo"}, f"in {name} the board says who has won"),
    ):
        with pytest.raises(BadInput, match=message):
            Conditions(name, **values)


@NAME
def test_players_agree_on_the_game(name):
    players = [parse_player("sims=8", name), parse_player("sims=9,size=4", name)]
    conditions = agree(players, {})
    assert (conditions.game, conditions.size) == (name, 4)
    with pytest.raises(BadInput, match="do not agree on game"):
        agree([players[0], parse_player("sims=8,game=go")], {})


@NAME
def test_a_tournament_and_a_race_name_the_game_once(name, tmp_path):
    path = tmp_path / "cup.toml"
    players = '[[player]]\nname = "a"\nprogram = "fast"\nsims = 8\n[[player]]\nname = "b"\nprogram = "slow"\nsims = 8\n'
    path.write_text(
        f'game = "{name}"\nsize = {SIZES[name]}\ngames = 2\nopenings = "random:1"\n{players}', encoding="utf-8"
    )
    plan = read_tournament(path, {})
    assert plan.conditions.game == name
    played = plan.trial((0, 0)).run()
    assert played.reward == recorded_reward(played, game_of(name).read_sgf)
    race = RaceFile.make(
        {
            "game": name,
            "size": SIZES[name],
            "openings": "random:1",
            "baseline": {"program": "fast", "sims": 8},
            "candidate": [{"name": "slow", "program": "slow"}],
        },
        "race",
    )
    raced = race.contest(tmp_path).seeded(0, 5).run()
    assert raced.reward == recorded_reward(raced, game_of(name).read_sgf)


@NAME
def test_shapes_are_learned(name, tmp_path):
    words = [
        "learn",
        f"program=fast,sims=8,size={SIZES[name]}",
        "--game",
        name,
        "--candidates",
        "2",
        "--accept-above",
        "0.5",
    ]
    words += ["--drop-below", "0.8", "--risk", "0.5", "--iterations", "1", "--workers", "1", "--json"]
    found = json.loads(run(tmp_path, *words, "--name", "shapes"))
    assert found["iterations"] == 1
    spec = PlayerSpec.make(read_toml(tmp_path / "out" / "learned.toml"))
    assert (spec.game, len(spec.shapes)) == (name, len(found["accepted"]))
