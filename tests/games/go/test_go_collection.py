"""Many games at once: what is read, and what is skipped by name and with a reason."""

import gzip

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go.collection import LONGEST, read_games
from ponnuki.games.go.layout import PASS, vertex_of

pytestmark = pytest.mark.kernel

GOOD = "(;GM[1]SZ[5]PB[One];B[cc];W[cb];B[])"
WITH_VARIATION = "(;GM[1]SZ[5]PB[One \\] of many]C[a comment];B[cc](;W[cb]C[good];B[])(;W[bb]))"
MOVES = [vertex_of(5, 2, 2), vertex_of(5, 3, 2), PASS]
BAD = {
    "(;SZ[5]HA[2]AB[aa][ee];W[cc])": "a handicap of 2 stones",
    "(;SZ[5]HA[3];W[cc])": "a handicap of 3 stones",
    "(;SZ[5]AB[aa]AW[bb];B[cc])": "stones are set up",
    "(;SZ[13];B[cc])": "the board is 13x13",
    "(;GM[1];B[cc])": "the board is 19x19",
    "(;SZ[5];B[cc];W[cc])": "move 2 is illegal",
    "(;SZ[5];B[ab];W[ee];B[ba];W[aa])": "move 4 is illegal",
    "(;SZ[5];B[cc];B[dd])": "Black and White do not take turns",
    "(;SZ[5];W[cc])": "Black and White do not take turns",
    "(;SZ[5];B[zz])": "a move is not on the board",
    "(;SZ[5]PB[nobody])": "there are no moves",
    "(;GM[2]SZ[5];B[cc])": "it is not a game of Go (GM[2])",
    "no game at all": "not a usable SGF file: no SGF data found",
    f"(;SZ[5]C[{'x' * 10_000_000}];B[cc])": f"it has more than {LONGEST} bytes",
}


def moves_of(games):
    return [games.moves[begin:end].tolist() for begin, end in zip(games.starts, games.starts[1:], strict=False)]


def test_plain_games_and_games_with_variations_and_comments_give_the_main_line(tmp_path):
    for name, text in (("plain.sgf", GOOD), ("any.sgf", WITH_VARIATION)):
        (tmp_path / name).write_text(text)
        games = read_games([tmp_path / name], 5)
        assert moves_of(games) == [MOVES]
        assert games.skipped == []
    assert games.positions == 2


def test_bad_games_are_named_counted_and_skipped_and_the_others_are_read(tmp_path):
    path = tmp_path / "many.sgfs"
    path.write_text("".join(f"{text}\n\n{GOOD}\n" for text in BAD))
    games = read_games([path], 5)
    assert moves_of(games) == [MOVES] * len(BAD)
    expected = {(f"{path}:{1 + 3 * number}", reason) for number, reason in enumerate(BAD.values())}
    assert set(games.skipped) == expected
    assert sum(games.reasons().values()) == len(BAD)
    assert games.reasons()["the board is"] == 2


def test_folders_and_compressed_files_are_read_in_the_order_of_names(tmp_path):
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    (tmp_path / "folder" / "inner" / "a.sgf").write_text(GOOD)
    (tmp_path / "folder" / "readme.txt").write_text("no game")
    other = GOOD.replace("[cc]", "[dd]")
    (tmp_path / "folder" / "b.sgfs.gz").write_bytes(gzip.compress(f"{other}\n{GOOD}\n".encode()))
    games = read_games([tmp_path / "folder", tmp_path / "folder" / "inner" / "a.sgf"], 5)
    assert [moves[0] for moves in moves_of(games)] == [vertex_of(5, 1, 3), MOVES[0], MOVES[0], MOVES[0]]
    assert games.skipped == []


def test_a_compressed_file_that_breaks_off_is_read_as_far_as_it_goes(tmp_path):
    path = tmp_path / "cut.sgfs.gz"
    lines = "".join(GOOD.replace("One", f"player {number * 7919 % 1000}") + "\n" for number in range(2000))
    data = gzip.compress(lines.encode())
    path.write_bytes(data[: len(data) // 2])
    games = read_games([path], 5)
    assert 0 < games.count < 2000
    assert games.skipped == [(f"{path}:{games.count + 1}", "the file is damaged from here on")]


def test_some_of_many_games_are_evenly_spread(tmp_path):
    path = tmp_path / "many.sgfs"
    path.write_text("".join(f"(;SZ[5];B[{letter}a])\n" for letter in "abcde"))
    games = read_games([path], 5, 2)
    assert moves_of(games) == [[vertex_of(5, 4, 0)], [vertex_of(5, 4, 2)]]
    assert games.spread(1).count == 1


def test_a_missing_file_and_a_folder_without_games_are_bad_input(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        read_games([tmp_path / "nowhere.sgf"], 5)
    with pytest.raises(BadInput, match="no games in this folder"):
        read_games([tmp_path], 5)
