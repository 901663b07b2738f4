"""Openings: drawn from a seed in races, used up one after the other in matches."""

from collections import Counter

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.go.record import GameRecord
from ponnuki.match.conditions import Conditions
from ponnuki.match.openings import balanced, find_openings, opened

FIVE = Conditions(size=5, komi=0.5)


@pytest.fixture
def listed(tmp_path):
    (tmp_path / "list.txt").write_text("# five openings\nC3\nC3 B2\nB3 C3   # with a word\n\nD4 B2 C3\nC2\n")
    return find_openings("list.txt", FIVE, tmp_path)


def test_a_text_file_has_one_opening_on_a_line(listed):
    assert listed.listed == (("C3",), ("C3", "B2"), ("B3", "C3"), ("D4", "B2", "C3"), ("C2",))


def test_in_a_match_none_comes_twice_before_all_have_come(listed):
    chosen = [listed.in_turn(7, trial) for trial in range(15)]
    for start in (0, 5, 10):
        assert set(chosen[start : start + 5]) == set(listed.listed)
    assert len({tuple(chosen[start : start + 5]) for start in (0, 5, 10)}) > 1
    assert chosen == [listed.in_turn(7, trial) for trial in range(15)]
    assert chosen != [listed.in_turn(8, trial) for trial in range(15)]


def test_in_a_race_the_trials_seed_alone_decides(listed):
    assert [listed.drawn(seed) for seed in range(9)] == [listed.drawn(seed) for seed in range(9)]
    shares = Counter(listed.drawn(seed) for seed in range(2000))
    assert all(320 < shares[opening] < 480 for opening in listed.listed)


def test_random_openings_are_legal_moves_of_the_trials_seed():
    openings = find_openings("random:4", FIVE)
    boards = [opened(FIVE, openings.drawn(seed), seed).history for seed in (1, 1, 2)]
    assert boards[0] == boards[1] != boards[2]
    assert len(boards[0]) == 4
    assert "pass" not in [move for _, move in boards[0]]


def test_openings_from_sgf_files_and_folders(tmp_path):
    for name, moves in (("a", ("C3", "B2")), ("b", ("D2",))):
        record = GameRecord(size=5, moves=tuple(("bw"[i % 2], move) for i, move in enumerate(moves)))
        record.write(tmp_path / f"{name}.sgf")
    assert find_openings(str(tmp_path), FIVE).listed == (("C3", "B2"), ("D2",))
    assert find_openings("b.sgf", FIVE, tmp_path).listed == (("D2",),)


@pytest.mark.parametrize(
    ("text", "content", "message"),
    [
        ("random:x", "", "after the colon comes a whole number"),
        ("random:0", "", "from 1 to 12"),
        ("nothing-there", None, "cannot be read: No such file"),
        ("list.txt", "", "no openings in it"),
        ("list.txt", "C3 C3", "opening 1: illegal move W C3: the point is occupied"),
        ("list.txt", "C3\nZ9", "opening 2: illegal move B Z9"),
        ("list.txt", "pass pass", "the game is over before it begins"),
    ],
)
def test_bad_openings_are_named(tmp_path, text, content, message):
    if content is not None:
        (tmp_path / "list.txt").write_text(content)
    with pytest.raises(BadInput, match=message):
        find_openings(text, FIVE, tmp_path)


def test_an_sgf_game_of_another_size_is_refused(tmp_path):
    GameRecord(size=7).write(tmp_path / "seven.sgf")
    with pytest.raises(BadInput, match="a game on 7x7, but the match is on size 5"):
        find_openings("seven.sgf", FIVE, tmp_path)


def test_balanced_openings_are_a_fixed_list_of_even_positions():
    conditions = Conditions(size=5, komi=9.0)
    found = balanced(conditions, 3)
    assert found == balanced(conditions, 3)
    assert len(set(found.listed)) == 3
    assert all(len(moves) in (2, 4, 6) for moves in found.listed)
