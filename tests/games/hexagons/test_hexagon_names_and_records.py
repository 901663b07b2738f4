"""Names of cells and records as SGF in all games on hexagons."""

import pytest
from hexagon_games import GAMES, HAVANNAH, HEX

from ponnuki.errors import BadInput

pytestmark = pytest.mark.kernel
GAME = pytest.mark.parametrize("game", GAMES, ids=str)
CODEC = pytest.mark.parametrize("name", ["classic", "littlegolem", "openspiel", "gogui"])


@CODEC
@GAME
def test_every_cell_has_a_name_of_its_own_that_leads_back_to_it(game, name):
    codec, cells = game.module("coords").CODECS[name], game.module("layout").cells
    assert set(game.module("coords").CODECS) == {"classic", "littlegolem", "openspiel", "gogui"}
    for size in range(game.sizes[0], game.sizes[1] + 1):
        names = [codec.write(at, size) for at in cells(size)]
        assert len(set(names)) == len(names)
        assert [codec.read(word, size) for word in names] == list(cells(size))


@pytest.mark.parametrize("word", ["", "a", "4d", "d", "d0x", "ä1", "d1234", "²1", "pass", "dd4", "-1"])
@CODEC
@GAME
def test_what_is_no_cell_is_said_to_be_none(game, name, word):
    with pytest.raises(BadInput, match="is not a cell"):
        game.module("coords").CODECS[name].read(word, 4)


@pytest.mark.parametrize(
    ("game", "name", "words"),
    [
        (HEX, "classic", "a5 e1 d0"),
        (HEX, "littlegolem", "ae ea"),
        (HEX, "openspiel", "16"),
        (HAVANNAH, "classic", "a5 g3 d0"),
        (HAVANNAH, "littlegolem", "G5 G0"),
        (HAVANNAH, "openspiel", "4"),
    ],
    ids=str,
)
def test_what_is_off_the_board_is_said_to_be_off(game, name, words):
    for word in words.split():
        with pytest.raises(BadInput, match="is off the board of size 4"):
            game.module("coords").CODECS[name].read(word, 4)


@pytest.mark.parametrize("size", [2, 3, 6])
@GAME
def test_symmetries_are_all_different_and_keep_neighbours(game, size):
    coords, cells, around = game.module("coords"), game.module("layout").cells(size), game.module("naive").NaivePosition
    images = {tuple(coords.transform(at, size, number) for at in cells) for number in range(coords.SYMMETRIES)}
    assert len(images) == coords.SYMMETRIES == {HEX: 4, HAVANNAH: 12}[game]
    for number in range(coords.SYMMETRIES):
        for at in cells:
            image = coords.transform(at, size, number)
            near = {coords.transform(other, size, number) for other in around.around(at)}
            assert near == set(around.around(image))


@GAME
def test_our_own_records_are_read_as_they_were_written(game, tmp_path):
    moves = ((game.first, "c3"), (game.second, "swap"), (game.first, "a1"), (game.second, "e5"))
    comments = {0: "both\nlines", 2: "swapped"}
    record = game.GameRecord(5, game.Rules(swap=True), "W+R", "left [x]", "right", moves, comments)
    path = tmp_path / "game.sgf"
    record.write(path)
    assert game.read_sgf_file(path) == record
    text = path.read_text(encoding="utf-8")
    assert f"GM[{game.word}]" in text
    assert {HEX: "W[swap-pieces]", HAVANNAH: "B[swap]"}[game] in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "x: not a usable SGF file"),
        ("(;FF[4]GM[1]SZ[9];B[aa])", "x: it is not a game of TITLE"),
        ("(;FF[4]GM[WORD]SZ[20];B[a1])", "x: board size 20: it must be from 2 to MOST"),
        ("(;FF[4]SZ[4];B[a1];W[zz])", "x: the move of node 2: 'zz' is not a cell"),
        ("(;FF[4]SZ[4];B[a1];W[a9])", "x: the move of node 2: a9 is off the board"),
        ("(;FF[4]SZ[4];W[a1]B[a2])", "x: node 1 has a move of both colours"),
    ],
)
@GAME
def test_a_bad_file_is_an_error_of_one_line_that_names_it(game, text, message):
    with pytest.raises(BadInput) as caught:
        game.read_sgf(text.replace("WORD", game.word), "x")
    wanted = message.replace("TITLE", game.title).replace("MOST", str(game.sizes[1]))
    assert str(caught.value).startswith(wanted)
    assert "\n" not in str(caught.value)


@GAME
def test_an_illegal_move_is_an_error_that_names_the_move(game):
    first, second = game.first.upper(), game.second.upper()
    record = game.read_sgf(f"(;FF[4]SZ[4];{first}[a1];{second}[a1])", "x")
    with pytest.raises(BadInput, match=f"x: move 2: illegal move {second} a1: the cell is occupied"):
        list(record.positions())


@GAME
def test_a_missing_file_is_an_error_that_names_it(game, tmp_path):
    with pytest.raises(BadInput, match=r"none\.sgf.*cannot be read"):
        game.read_sgf_file(tmp_path / "none.sgf")
