"""Names of points: every point of every size there and back, and what is no point."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from ponnuki.errors import BadInput
from ponnuki.games.go.coords import from_gtp, from_sgf, to_gtp, to_sgf

pytestmark = pytest.mark.uncompiled

SIZES = st.integers(2, 25)


@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_every_point_has_a_name_of_its_own_in_both_notations(size):
    points = [(row, column) for row in range(size) for column in range(size)]
    for name, read in ((to_gtp, from_gtp), (lambda p: to_sgf(p, size), from_sgf)):
        names = [name(point) for point in points]
        assert len(set(names)) == size * size
        assert [read(text, size) for text in names] == points


def test_gtp_columns_have_no_i():
    assert from_gtp("H1", 9) == (0, 7)
    assert from_gtp("J1", 9) == (0, 8)
    assert to_gtp((8, 8)) == "J9"
    assert from_gtp("Z25", 25) == (24, 24)
    assert from_gtp("T19", 19) == (18, 18)


def test_gtp_vertices_are_read_in_either_case():
    assert from_gtp("d4", 19) == from_gtp("D4", 19) == (3, 3)
    assert from_gtp("pass", 9) is from_gtp("PASS", 9) is from_gtp("Pass", 9) is None
    assert to_gtp(None) == "pass"


def test_sgf_rows_count_from_the_top_and_have_an_i():
    assert from_sgf("aa", 19) == (18, 0)
    assert from_sgf("as", 19) == (0, 0)
    assert from_sgf("ia", 9) == (8, 8)
    assert to_sgf((0, 8), 9) == "ii"


def test_an_sgf_pass_is_empty_and_tt_up_to_19():
    assert from_sgf("", 19) is from_sgf("tt", 19) is from_sgf("tt", 9) is from_sgf("", 25) is None
    assert from_sgf("tt", 21) == (1, 19)
    assert to_sgf(None, 19) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "I5",
        "i5",
        "A",
        "5",
        "A-1",
        "A+1",
        "A 1",
        "1A",
        "AA1",
        "A1.0",
        "D4x",
        "resign",
        "A²",
        "A٣",
        "Ａ1",
        "Ä1",
        "ß1",
    ],
)
def test_what_is_no_vertex_is_refused_with_an_example(text):
    with pytest.raises(BadInput, match="must look like D4, or be pass"):
        from_gtp(text, 19)


@pytest.mark.parametrize("text", ["\u017f5", "A" + "9" * 5000, "A\n1", "\nZ25"])
def test_odd_characters_and_huge_numbers_are_bad_input_too(text):
    with pytest.raises(BadInput) as caught:
        from_gtp(text, 19)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("text", "size"), [("A0", 19), ("A20", 19), ("A26", 25), ("U1", 19), ("J1", 8), ("C3", 2)])
def test_a_vertex_off_the_board_is_refused_with_the_size(text, size):
    with pytest.raises(BadInput, match=f"^{text} is off the {size}x{size} board$"):
        from_gtp(text, size)


@pytest.mark.parametrize(
    ("text", "size"), [("a", 9), ("abc", 9), ("aj", 9), ("ja", 9), ("AA", 9), ("a1", 9), ("zz", 25)]
)
def test_what_is_no_sgf_point_is_refused(text, size):
    with pytest.raises(BadInput, match=text):
        from_sgf(text, size)


@given(size=SIZES, text=st.text(max_size=6))
def test_any_text_is_a_point_of_the_board_or_bad_input(size, text):
    for read, write in ((from_gtp, to_gtp), (from_sgf, lambda point: to_sgf(point, size))):
        try:
            point = read(text, size)
        except BadInput as error:
            message = str(error)
            assert message
            continue
        if point is not None:
            assert 0 <= point[0] < size
            assert 0 <= point[1] < size
            assert read(write(point), size) == point
