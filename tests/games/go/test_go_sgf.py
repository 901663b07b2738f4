"""Games as SGF: everything that is written is read again, and what cannot be read is said in one line."""

import random

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from oracle import ALL_RULES, rule_name

from ponnuki import __version__
from ponnuki.errors import BadInput
from ponnuki.games.go import GameRecord, Position, Rules, read_sgf, read_sgf_file

pytestmark = pytest.mark.uncompiled

FULL = GameRecord(
    size=9,
    komi=6.5,
    rules=Rules("positional", suicide=True),
    result="W+2.5",
    black="Honinbo Shusaku",
    white="吳清源 [9p] \\o/",
    moves=(("b", "C3"), ("w", "pass"), ("b", "G7"), ("w", "D4")),
    setup=("." * 9, "." * 9, "..X...O..", *["." * 9] * 5, "O.......X"),
    comments={0: "a game: with ] and \\ and [brackets]", 2: "two lines\n« 手 » 🙂", 4: "the end"},
)


def test_every_property_survives_being_written_and_read():
    assert read_sgf(FULL.to_sgf()) == FULL
    assert read_sgf(FULL.to_sgf().encode("utf-8")) == FULL


def test_the_text_says_what_the_standard_asks_for():
    text = FULL.to_sgf().replace("\n", "")
    for part in ("FF[4]", "GM[1]", "CA[UTF-8]", "SZ[9]", "KM[6.5]", "RU[Tromp-Taylor]", "RE[W+2.5]", "PB[Honinbo"):
        assert part in text
    assert "AB[cc][ii]" in text
    assert "AW[ai][gc]" in text
    assert ";B[cg]" in text
    assert "W[]" in text or "W[tt]" in text, "both mean a pass on a board of this size"


def test_a_file_is_written_and_read_and_names_the_record(tmp_path):
    path = tmp_path / "a game.sgf"
    FULL.write(path)
    again = read_sgf_file(path)
    assert again == FULL
    assert again.name == str(path)
    assert read_sgf_file(str(path)) == FULL


def test_a_record_without_anything_is_an_empty_19x19_game():
    record = read_sgf(b"(;)")
    assert record == GameRecord()
    assert (record.size, record.komi, record.rules, record.moves) == (19, None, Rules("simple"), ())


@pytest.mark.parametrize("rules", ALL_RULES, ids=rule_name)
def test_every_rule_set_has_a_name_that_is_read_again(rules):
    assert read_sgf(GameRecord(size=5, rules=rules).to_sgf()).rules == rules


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("chinese", Rules("positional")),
        ("Tromp/Taylor", Rules("positional", suicide=True)),
        ("AGA", Rules("situational")),
        ("New Zealand", Rules("situational", suicide=True)),
        ("Japanese", Rules("simple")),
        ("", Rules("simple")),
    ],
)
def test_names_of_rules_are_understood_in_any_case_and_unknown_ones_mean_simple_ko(name, rules):
    assert read_sgf(f"(;SZ[9]RU[{name}])").rules == rules


@pytest.mark.parametrize("komi", [0.0, 7.5, -3.5, 5.0, 0.25, 375.0, 6.123456789])
def test_komi_survives(komi):
    assert read_sgf(GameRecord(komi=komi).to_sgf()).komi == komi


def test_a_pass_may_be_empty_or_tt_up_to_19x19():
    assert read_sgf(b"(;SZ[9];B[];W[tt])").moves == (("b", "pass"), ("w", "pass"))
    assert read_sgf(b"(;SZ[19];B[tt])").moves == (("b", "pass"),)
    assert read_sgf(b"(;SZ[21];B[tt])").moves == (("b", "U2"),)


def test_set_up_stones_may_come_in_rectangles_and_in_the_first_nodes():
    record = read_sgf(b"(;SZ[3]AB[aa:bb];AW[cc];AE[bb]PL[W])")
    assert record.setup == ("XX.", "X..", "..O")
    assert record.start().rows() == ["XX.", "X..", "..O"]


def test_stones_set_up_in_mid_game_begin_it_anew_on_the_board_that_they_make():
    record = read_sgf(b"(;SZ[3]C[first];B[aa];W[ba];B[bb];AE[ba]AW[cc]C[edited];W[ca]C[then])")
    assert record.setup == ("X..", ".X.", "..O")
    assert (record.moves, record.to_move) == ((("w", "C3"),), "w")
    assert record.comments == {0: "edited", 1: "then"}


def test_captures_before_a_set_up_are_captures():
    assert read_sgf(b"(;SZ[3];B[aa];W[ba];B[cc];W[ab];AB[bc])").setup == (".O.", "O..", ".XX")


def test_whose_turn_it_is_after_a_set_up_in_mid_game():
    assert read_sgf(b"(;SZ[3];B[aa];AB[cc])").to_move == "w"
    assert read_sgf(b"(;SZ[3];B[aa];AB[cc]PL[B])").to_move == "b"
    assert read_sgf(b"(;SZ[3];B[aa];AB[cc];B[bb])").to_move == "b"


def test_a_game_can_be_read_up_to_a_move():
    data = b"(;SZ[3];B[aa];W[ba];AW[cc];B[bb])"
    assert read_sgf(data, before=2).moves == (("b", "A3"),)
    assert read_sgf(data, before=2).setup == ()
    assert read_sgf(data, before=3).setup == ("XO.", "...", "..O")
    assert read_sgf(data, before=3).moves == ()
    assert read_sgf(b"(;SZ[3];W[aa])", before=1).to_move == "w"


def test_a_handicap_is_written_and_gives_white_the_first_move():
    record = GameRecord(size=3, to_move="w", setup=("X..", "...", "..X"))
    assert "HA[2]" in record.to_sgf()
    assert "HA" not in GameRecord(size=3, to_move="w", setup=("X..", "...", "..O")).to_sgf()
    assert "HA" not in GameRecord(size=3, to_move="b", setup=("X..", "...", "..X")).to_sgf()
    assert read_sgf(b"(;SZ[9]HA[2]AB[aa][bb])").to_move == "w"
    assert read_sgf(b"(;SZ[9]HA[0]AB[aa][bb])").to_move == "b"


def test_a_record_names_the_version_that_wrote_it():
    assert f"AP[ponnuki:{__version__}]" in GameRecord(size=3).to_sgf()


def test_the_player_to_move_comes_from_the_first_move_or_from_pl():
    assert read_sgf(b"(;SZ[9]AB[aa];W[bb])").to_move == "w"
    assert read_sgf(b"(;SZ[9]AB[aa]PL[W])").to_move == "w"
    assert read_sgf(b"(;SZ[9]AB[aa])").to_move == "b"
    assert read_sgf(b"(;SZ[9]PL[B];W[bb])").to_move == "b"
    out_of_turn = GameRecord(size=5, to_move="b", moves=(("w", "A1"), ("b", "B1")))
    assert read_sgf(out_of_turn.to_sgf()) == out_of_turn
    record = GameRecord(size=5, to_move="w", setup=("X....", *["....."] * 4))
    assert read_sgf(record.to_sgf()) == record
    assert record.start().to_move == "w"


def test_only_the_main_line_of_the_first_game_is_read():
    record = read_sgf(b"(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]))(;SZ[13])")
    assert record.moves == (("b", "A9"), ("w", "B8"))


def test_a_declared_encoding_is_used_and_the_default_is_latin_1():
    assert read_sgf("(;CA[UTF-8]PB[Łukasz])".encode()).black == "Łukasz"
    assert read_sgf("(;CA[gbk]PB[古力])".encode("gbk")).black == "古力"
    assert read_sgf("(;PB[Müller])".encode("latin-1")).black == "Müller"


def test_text_that_is_decoded_already_keeps_its_letters_whatever_it_declares():
    assert read_sgf("(;PB[吳清源])").black == "吳清源"
    assert read_sgf("(;CA[ISO-8859-1]PB[吳清源])").black == "吳清源"


@pytest.mark.parametrize(
    ("result", "winner"),
    [("B+R", "b"), ("W+0.5", "w"), ("b+3", "b"), ("0", None), ("Void", None), ("?", None), ("", None)],
)
def test_the_winner_is_read_from_the_result(result, winner):
    assert GameRecord(result=result).winner == winner


def test_positions_are_all_positions_of_the_game():
    record = read_sgf(b"(;SZ[3]AB[ba][ab][cb]AW[bb];B[bc];W[];B[])")
    positions = list(record.positions())
    assert [position.move_number for position in positions] == [0, 1, 2, 3]
    assert positions[0].rows() == [".X.", "XOX", "..."]
    assert positions[1].rows() == [".X.", "X.X", ".X."]
    assert positions[-1].is_over


@given(
    size=st.integers(2, 25),
    komi=st.integers(-800, 800).map(lambda halves: halves / 2),
    rules=st.sampled_from(ALL_RULES),
    names=st.tuples(*[st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), max_size=20)] * 3),
    comments=st.dictionaries(
        st.integers(0, 20), st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1), max_size=4
    ),
    seed=st.integers(0, 2**32),
)
@settings(max_examples=60)
def test_any_record_survives_being_written_and_read(size, komi, rules, names, comments, seed):
    chance = random.Random(seed)
    vertices = ["pass", *(f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[c]}{r + 1}" for r in range(size) for c in range(size))]
    moves = tuple((chance.choice("bw"), chance.choice(vertices)) for _ in range(20))
    record = GameRecord(
        size=size,
        komi=komi,
        rules=rules,
        black=names[0],
        white=names[1],
        result=names[2],
        moves=moves,
        to_move=moves[0][0],
        comments=comments,
    )
    assert read_sgf(record.to_sgf()) == record
    assert read_sgf(record.to_sgf().encode("utf-8")) == record


BAD = {
    "empty": (b"", "no SGF data"),
    "garbage": (b"this is not SGF", "no SGF data"),
    "binary": (b"\x00\xff\x00", "no SGF data"),
    "cut off": (b"(;SZ[9];B[aa]", "unexpected end"),
    "move off the board": (b"(;SZ[9];B[aa];W[zz])", "node 2 is not a point"),
    "move of one letter": (b"(;SZ[9];B[a])", "node 1 is not a point"),
    "size too large": (b"(;SZ[30])", "size"),
    "size too small": (b"(;SZ[1])", "from 2 to 25"),
    "size no number": (b"(;SZ[big])", "SZ"),
    "rectangular": (b"(;SZ[9:13])", "9:13"),
    "not Go": (b"(;GM[2]SZ[8])", "not a game of Go (GM[2])"),
    "komi no number": (b"(;SZ[9]KM[six])", "KM[six]"),
    "komi not finite": (b"(;SZ[9]KM[inf])", "KM[inf]"),
    "komi on two lines": (b"(;SZ[9]KM[6\n5])", "KM[6 5]"),
    "unknown encoding": (b"(;CA[klingon]SZ[9])", "klingon"),
    "wrong encoding": (b"(;CA[UTF-8]SZ[9]C[\xff\xfe])", "utf-8"),
    "an illegal move before stones are set up": (b"(;SZ[9];B[aa];W[aa];AB[bb])", "stones that node 3 sets up"),
    "stone set up off the board": (b"(;SZ[9]AB[zz])", "set-up stone of node 0"),
    "two moves in a node": (b"(;SZ[9];B[aa]W[bb])", "node 1 has a move of both colours"),
    "player to move unknown": (b"(;SZ[9]PL[green])", "PL[green]"),
}
BAD_MOVES = {
    "occupied": (b"(;SZ[9];B[aa];W[aa])", "move 2: illegal move W A9: the point is occupied"),
    "ko": (b"(;SZ[4]AB[ba][ab][bc]AW[bb][ca][db][cc];B[cb];W[bb])", "move 2: illegal move W B3: ko"),
    "suicide": (b"(;SZ[3]AB[ab][ba];W[aa])", "move 1: illegal move W A3: suicide"),
    "superko": (b"(;SZ[3]RU[Tromp-Taylor]AB[ab][ba];W[aa])", "move 1: illegal move W A3: superko"),
    "after the end": (b"(;SZ[9];B[];W[];B[aa])", "move 3: illegal move B A9: the game is over"),
    "no liberties": (b"(;SZ[3]AB[ab][ba]AW[aa])", "set-up stones: a chain next to B3 has no liberties"),
}


def one_line(caught, *parts):
    message = str(caught.value)
    assert "\n" not in message
    assert all(part in message for part in parts), message
    assert len(message) < 300


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_line_naming_the_file_and_the_fault(name, tmp_path):
    data, fault = BAD[name]
    path = tmp_path / f"{name}.sgf"
    path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        read_sgf_file(path)
    one_line(caught, str(path), fault)


@pytest.mark.kernel
@pytest.mark.parametrize("name", BAD_MOVES)
def test_an_illegal_move_in_a_file_is_one_line_naming_the_file_and_the_move(name, tmp_path):
    data, fault = BAD_MOVES[name]
    path = tmp_path / "game.sgf"
    path.write_bytes(data)
    with pytest.raises(BadInput) as caught:
        list(read_sgf_file(path).positions())
    one_line(caught, str(path), fault)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(BadInput) as caught:
        read_sgf_file(tmp_path / "missing.sgf")
    one_line(caught, "missing.sgf", "No such file")
    with pytest.raises(BadInput) as caught:
        read_sgf_file(tmp_path)
    one_line(caught, str(tmp_path), "directory")


def test_a_game_that_was_played_here_can_be_replayed_from_its_record():
    chance, position, moves = random.Random(5), Position.empty(5, Rules("situational", suicide=True)), []
    while not position.is_over and len(moves) < 60:
        move = chance.choice(position.legal_moves())
        moves.append((position.to_move, move))
        position = position.play(move)
    record = GameRecord(size=5, rules=position.rules, moves=tuple(moves))
    *_, last = read_sgf(record.to_sgf()).positions()
    assert last.rows() == position.rows()
    assert last.score() == position.score()


def test_a_device_that_never_ends_is_one_line():
    with pytest.raises(BadInput, match="/dev/zero: cannot be read: it is a device"):
        read_sgf_file("/dev/zero")
