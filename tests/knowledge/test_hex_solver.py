"""Small boards of Hex, solved: all first moves up to size 5, and carriers that really suffice."""

import random

import pytest

from ponnuki.errors import BadInput
from ponnuki.games.common import other_color
from ponnuki.games.hex import Position
from ponnuki.games.hex.coords import CLASSIC, transform
from ponnuki.games.hex.layout import BLACK, WHITE, cells
from ponnuki.knowledge.hex_links import END, START, links
from ponnuki.knowledge.hex_solver import solve, winning_moves

pytestmark = pytest.mark.kernel

# X: Black, who begins there, wins with best play. On sizes 3 and 4 also by trying everything (below, and the search).
WON = {
    2: [".X", "X."],
    3: ["..X", "XXX", "X.."],
    4: ["...X", "..X.", ".X..", "X..."],
    5: ["....X", ".XXXX", ".XXX.", "XXXX.", "X...."],
}


# Published. MoHex's own answer to `dfpn-solver-find-winning b` on size 5, as notes/benzene_usage.md in GitHub's
# JoshuaDavid/hex-rl-cot-deconfusion has it, and share/swap-moves.txt of Benzene (cgao3/benzene-vanilla-cmake), which
# lists the first moves to swap. The comment there says that who begins joins the rows, but its size 6 is its own
# regression/solve-6x6.tst mirrored: the lists are for one who joins the columns.
MOHEX = "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5"
SWAP_MOVES = {
    2: "b1 a2",
    3: "b1 c1 b2 a3 b3",
    4: "d1 c2 b3 a4",
    5: "d1 e1 b2 c2 d2 b3 c3 d3 b4 c4 d4 a5 b5",
}


def exact(position, known):
    """Who wins, by trying everything."""
    if position.winner is not None:
        return position.winner
    key = (tuple(position.rows()), position.to_move)
    if key not in known:
        mover = position.to_move
        won = any(exact(position.play(move), known) == mover for move in position.legal_moves())
        known[key] = mover if won else other_color(mover)
    return known[key]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_first_moves_of_small_boards_that_win_are_these(size):
    wanted = [CLASSIC.write((x, y), size) for x, y in cells(size) if WON[size][y][x] == "X"]
    assert winning_moves(Position.empty(size)) == wanted


def test_the_first_moves_of_size_five_that_win_are_these():
    """Half of them, as half a turn of the board changes nothing."""
    size = 5
    assert [row[::-1] for row in reversed(WON[size])] == WON[size]
    for cell in cells(size)[: size**2 // 2 + 1]:
        won = solve(Position.empty(size).play(CLASSIC.write(cell, size))).winner == "b"
        assert won == (WON[size][cell[1]][cell[0]] == "X"), cell


def test_the_winning_first_moves_of_size_five_are_those_that_mohex_found():
    assert winning_moves(Position.empty(5)) == MOHEX.split()


@pytest.mark.parametrize("size", sorted(SWAP_MOVES))
def test_the_winning_first_moves_of_who_joins_the_columns_are_benzenes_moves_to_swap(size):
    assert winning_moves(Position.empty(size), "w") == SWAP_MOVES[size].split()


@pytest.mark.parametrize("size", [3, 4])
def test_the_corner_a1_and_the_cell_beside_it_lose_as_published(size):
    """HexWiki, "Swap": a1, b1 and the cells opposite lose on every size but 2."""
    for move in ("a1", "b1"):
        opposite = CLASSIC.write(transform(CLASSIC.read(move, size), size, 1), size)
        for first in (move, opposite):
            assert solve(Position.empty(size).play(first)).winner == "w"


def test_positions_of_size_three_have_the_winner_that_trying_everything_finds():
    known = {}
    winners = set()
    for seed in range(150):
        chance, position = random.Random(seed), Position.empty(3)
        for _ in range(seed % 5):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))
        assert solve(position).winner == exact(position, known)
        winners.add((solve(position).winner, position.to_move))
    assert len(winners) == 4


@pytest.mark.parametrize("size", [3, 4])
def test_a_carrier_suffices_when_all_else_is_the_others(size):
    """The loser gets every empty cell outside the carrier, and still loses."""
    for seed in range(40):
        chance, position = random.Random(seed), Position.empty(size)
        for _ in range(seed % 6):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves()))
        if position.is_over:
            continue
        proof = solve(position)
        loser = WHITE if proof.winner == "b" else BLACK
        stones = position.stones()
        given = {CLASSIC.read(move, size): loser for move in position.legal_moves() if move not in proof.carrier}
        harder = Position.from_stones(size, stones | given, position.to_move)
        assert solve(harder).winner == proof.winner
        if size == 3:
            assert exact(harder, {}) == proof.winner


def test_mirrored_positions_with_colours_exchanged_have_the_other_winner():
    size = 4
    for seed in range(20):
        chance, position, mirrored = random.Random(seed), Position.empty(size), Position.empty(size)
        for number in range(1 + seed % 4):
            move = chance.choice(position.legal_moves())
            position = position.play(move)
            image = CLASSIC.write(transform(CLASSIC.read(move, size), size, 2), size)
            mirrored = mirrored.play(image, "wb"[number % 2])
        assert solve(mirrored).winner == other_color(solve(position).winner)


def test_who_is_to_move_can_be_asked_for():
    position = Position.empty(3).play("a1")
    assert solve(position).winner == "w"
    assert solve(position, "b").winner == "b"
    assert winning_moves(Position.empty(2), "w") == ["b1", "a2"]


def test_a_game_that_is_over_has_its_winner_and_no_winning_moves():
    over = Position.from_rows(["XO", "X."], "w")
    assert (solve(over).winner, solve(over).carrier) == ("b", ())
    assert winning_moves(over) == []


def test_larger_boards_are_refused():
    with pytest.raises(BadInput, match="up to 5 cells can be solved, not of 6"):
        solve(Position.empty(6))


def test_a_stone_is_linked_to_neighbours_and_bridges_on_the_board_and_to_its_own_sides():
    centre = dict(links(5, "b")[12])
    assert len(centre) == 12
    assert sorted(bits.bit_count() for bits in centre.values()) == [0] * 6 + [2] * 6
    assert dict(links(5, "b")[7])[START] == 0b1100  # c2 and the first row, by c1 and d1
    assert not {START, END} & {end for end, _ in links(5, "w")[7]}
    assert {at for at, bits in links(5, "w")[START] if bits == 0} == {0, 5, 10, 15, 20}
