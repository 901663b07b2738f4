"""`ponnuki atlas`: build, score and show, and one line for what cannot be done."""

import json

import pytest
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.players.kit import find_kit

GAMES = ["(;SZ[5];B[cc];W[cb];B[bb])", "(;SZ[5];B[cc];W[dc];B[dd])", "(;SZ[13];B[cc])", "(;SZ[5];B[cc];W[cc])"]
IGNORED = "sims=100,priors.atlas_weight=0,priors.atlas_reading=0"
"""The program that does not listen to its atlas; it needs no other kernels."""


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.sgfs"
    path.write_text("\n".join(GAMES))
    return path


def run(*words):
    return CliRunner().invoke(app, ["atlas", *map(str, words)])


def refused(*words):
    result = run(*words)
    assert isinstance(result.exception, BadInput)
    return str(result.exception)


def test_an_atlas_is_built_scored_and_shown(games, tmp_path):
    out, page = tmp_path / "own.atlas", tmp_path / "page.html"
    built = run("build", games, "--out", out, "--size", 5, "--support", 1, "--json")
    about = json.loads(built.stdout)
    assert (about["games"], about["positions"]) == (2, 6)
    assert about["skipped"] == {"move is illegal": 1, "the board is": 1}
    assert f"skipped {games}:3: the board is 13x13" in built.stderr
    assert f"skipped {games}:4: move 2 is illegal" in built.stderr
    assert about["bytes"] == out.stat().st_size
    scored = json.loads(run("score", out, games, "--size", 5, "--json").stdout)
    assert scored["positions"] == 6
    assert 0 <= scored["top1"] <= scored["top5"] <= scored["top10"] <= scored["top20"] == 1
    assert set(scored["phases"]) == {"opening", "middle game", "endgame"}
    of_program = json.loads(run("score", "mogo", games, "--size", 5, "--json").stdout)
    assert of_program["top1"] < scored["top1"]
    assert "all" in run("score", f"program=mogo,priors.atlas={out}", games, "--size", 5).stdout
    assert run("show", out, "--out", page).stdout.strip() == str(page)
    assert page.read_text().count("<figure>") > 3
    assert "2 games on 5x5" in page.read_text()


def test_a_program_is_scored_as_it_is_on_boards_of_the_size_of_the_games(tmp_path):
    path = tmp_path / "large.sgfs"
    path.write_text("(;SZ[19];B[pd];W[dp];B[pp];W[dd];B[qf];W[nc])")
    scores = {}
    for player in ("default", "sims=100", IGNORED):
        scores[player] = json.loads(run("score", player, path, "--json").stdout)
    assert scores["default"]["log_likelihood"] == scores["sims=100"]["log_likelihood"]
    assert scores["default"]["log_likelihood"] > scores[IGNORED]["log_likelihood"]


def test_a_sample_is_weighed_in_full_after_games_in_haste(games, tmp_path):
    words = ("build", games, "--size", 5, "--support", 1, "--sample", 1, "--json")
    some = json.loads(run(*words, "--haste", 1, "--out", tmp_path / "some.atlas").stdout)
    every = json.loads(run(*words, "--out", tmp_path / "all.atlas").stdout)
    assert (some["hasty_games"], every["hasty_games"]) == (1, 2)


def test_files_are_not_overwritten_without_being_asked_to(games, tmp_path):
    out = tmp_path / "own.atlas"
    out.write_text("something else")
    assert "add --force" in refused("build", games, "--out", out, "--size", 5)
    assert out.read_text() == "something else"
    assert "folder that exists" in refused("build", games, "--out", tmp_path / "no" / "own.atlas", "--size", 5)


def test_what_is_no_atlas_and_no_program_is_one_line(games, tmp_path):
    assert "no atlas and no program" in refused("score", "nonsense", games, "--size", 5)
    assert "not an atlas" in refused("show", games)
    assert "does not tell its priors" in refused("score", "gtp:gnugo=1", games, "--size", 5)
    assert "there are no games" in refused("score", "mogo", games, "--size", 7)
    assert "there are no games" in refused("build", games, "--out", tmp_path / "x.atlas", "--size", 7)


def test_a_game_without_atlases_says_so():
    with pytest.raises(BadInput, match="no atlas of Havannah"):
        find_kit("havannah").atlas()
