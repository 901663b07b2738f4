"""`ponnuki semeai`: the races of a file, as text and as JSON."""

import json

import pytest
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.players.kit import find_kit

SGF = (
    "(;GM[1]FF[4]SZ[9]"
    "AB[ad][bd][cd][dd][ed][fd][gd][hd][he][hf][ag][bg][cg][dg][eg][fg][gg]"
    "AW[af][bf][cf][df][ef][ff][gf][hg][ig][hh][ai][bi][ci][di][ei][fi][gi][ii]"
    ";B[ae];W[ah];B[be];W[bh])"
)

HANGING = [
    "OOOO.OO.O",
    "XXXXXO.OO",
    "....XOOOO",
    "XXXXXXXXX",
    "XX....XX.",
    "OOOOOOOXX",
    "XXXXXXXOO",
    "......OO.",
    "OOOOOOO.O",
]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "race.sgf"
    path.write_text(SGF)
    return path


def test_json_names_the_chains_the_results_and_the_moves(file):
    printed = CliRunner().invoke(app, ["semeai", str(file), "--json"])
    (race,) = json.loads(printed.stdout)["races"]
    assert race["black"] == [f"{letter}3" for letter in "ABCDEFG"]
    assert race["white"] == [f"{letter}4" for letter in "ABCDEFG"]
    assert (race["black_first"], race["white_first"]) == ("black", "white")
    assert race["necessary"] == {
        "black": [f"{letter}5" for letter in "CDEFG"],
        "white": [f"{letter}2" for letter in "CDEFG"],
    }


def test_json_lists_every_two_chains_that_touch_if_there_is_an_answer(tmp_path):
    """White's stones at A9 to D9 touch a chain with two eyes: that is no race, but it hangs on E9 whether they live."""
    rows = HANGING
    stones = {
        color: "".join(f"[{'abcdefghi'[x]}{'abcdefghi'[y]}]" for y in range(9) for x in range(9) if rows[y][x] == sign)
        for color, sign in (("AB", "X"), ("AW", "O"))
    }
    path = tmp_path / "hanging.sgf"
    path.write_text(f"(;GM[1]FF[4]SZ[9]AB{stones['AB']}AW{stones['AW']})")
    races = json.loads(CliRunner().invoke(app, ["semeai", str(path), "--json"]).stdout)["races"]
    (hanging,) = [race for race in races if race["white"] == ["A9", "B9", "C9", "D9"]]
    assert "A8" in hanging["black"]
    assert (hanging["black_first"], hanging["white_first"]) == ("black", "seki")
    assert hanging["necessary"] == {"black": ["E9"], "white": ["E9"]}
    assert len(races) == 3
    assert all({race["black_first"], race["white_first"]} != {"unknown"} for race in races)
    assert "A9 (4 stones" not in CliRunner().invoke(app, ["semeai", str(path)]).stdout


def test_the_position_after_some_moves_is_drawn(file):
    printed = CliRunner().invoke(app, ["semeai", str(file), "--move", "1"]).stdout
    assert "  5 X . . . . . . X ." in printed
    assert "  4 @ @ @ @ @ @ @ X ." in printed
    assert "if Black is first: Black wins; if White is first: Black wins" in printed
    assert "must play" not in printed


def test_a_move_that_the_game_does_not_have_is_refused(file):
    result = CliRunner().invoke(app, ["semeai", str(file), "--move", "5"])
    assert isinstance(result.exception, BadInput)
    assert "the game has 4 moves" in str(result.exception)


def test_a_game_without_races_says_so():
    with pytest.raises(BadInput, match="no capturing races in Havannah"):
        find_kit("havannah").semeais(None)
