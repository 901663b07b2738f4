"""The incremental fields of the kernel's board against their recomputation, at every move of thousands of games."""

import itertools

import numpy as np
import pytest
from recompute import EMPTY, NAMES, check_games, naive_put, scratch, wrong_field

from ponnuki.games.go.board import play, play_or_suicide
from ponnuki.games.go.layout import (
    FULL,
    LIGHT,
    Features,
    board_dtype,
    geometry,
    new_board,
    point_of,
    vertex_count,
    vertex_of,
)
from ponnuki.games.go.naive import NaivePosition
from ponnuki.policies.go_light import new_thread

pytestmark = pytest.mark.kernel

GAMES = {2: 4000, 5: 2000, 19: 80}
"""For each kind of board and each rule about suicide; each size is compiled on its own."""
EVERY = [Features(*has) for has in itertools.product([False, True], repeat=3)]
PARTIAL = [Features(hash=True), Features(packed_liberties=True, codes=True)]
"""That of light players, and what it lacks; all combinations are tested as plain Python."""


def run_games(size, features, suicide, games, seed):
    start, tally = new_board(size, features), np.zeros(4, np.int64)
    tables, thread = geometry(size)[0], new_thread(size, seed)[0]
    wrong = check_games(start, start.copy(), tables, thread, size, suicide, games, scratch(size), tally)
    assert NAMES[wrong] == "nothing", f"{features}, suicide {suicide}: wrong after {tally[0]} moves"
    return tally


@pytest.mark.parametrize("features", [LIGHT, FULL], ids=["light", "full"])
@pytest.mark.parametrize("size", GAMES)
def test_every_field_equals_its_recomputation_after_every_move(size, features, scaled):
    games = scaled(GAMES[size])
    for suicide in (False, True):
        moves, captures, suicides, kos = run_games(size, features, suicide, games, seed=size)
        assert moves > 5 * games
        assert captures > games / 2
        assert (suicides > 0) == suicide
        assert (kos > 0) == (size > 2), "a ko needs more room than 2x2"


@pytest.mark.parametrize("features", PARTIAL, ids=str)
def test_boards_with_some_of_the_optional_fields_keep_them_right(features, scaled):
    games = scaled(1000)
    moves, captures, suicides, kos = run_games(5, features, True, games, seed=7)
    assert moves > 10 * games
    assert min(captures, suicides, kos) > 0


@pytest.mark.uncompiled
def test_every_combination_of_optional_fields_is_kept_right(compiled):
    """Each costs a compilation, so the compiled run repeats those of the tests above."""
    for features in [LIGHT, FULL, *PARTIAL] if compiled else EVERY:
        assert run_games(5, features, True, 1, seed=1)[0] > 10


@pytest.mark.uncompiled
def test_no_type_of_board_passes_for_another():
    """Numba takes a record for a subtype of one whose fields it begins with; kernels of the shorter would fit."""
    for one, other in itertools.permutations(EVERY, 2):
        one_fields, other_fields = (board_dtype(5, features).fields for features in (one, other))
        assert not all(one_fields.get(name) == field for name, field in other_fields.items())


def a_busy_board(features):
    records, tables = new_board(5, features), geometry(5)[0]
    for row, column, color in [(0, 0, 1), (0, 1, 1), (1, 1, 1), (2, 2, 2), (2, 3, 2), (4, 4, 1), (3, 0, 2), (4, 3, 2)]:
        play(records[0], tables, np.uint16(vertex_of(5, row, column)), color)
    assert NAMES[wrong_field(records[0], tables, 5, scratch(5))] == "nothing"
    return records, tables


DAMAGE = {
    "color": lambda board: board.color.__setitem__(3, EMPTY),
    "place": lambda board: board.place.__setitem__(vertex_of(5, 4, 0), 24),
    "empty": lambda board: board.empty.__setitem__(slice(0, 2), board.empty[1::-1].copy()),
    "empty_count": lambda board: setattr(board, "empty_count", board.empty_count + 1),
    "chain": lambda board: board.chain.__setitem__(vertex_of(5, 0, 0), vertex_of(5, 4, 4)),
    "next_stone": lambda board: board.next_stone.__setitem__(vertex_of(5, 0, 0), vertex_of(5, 0, 0)),
    "chain_size": lambda board: board.chain_size.__setitem__(board.chain[vertex_of(5, 2, 2)], 3),
    "liberties": lambda board: board.liberties.__setitem__(board.chain[vertex_of(5, 2, 2)], 4),
    "neighbours": lambda board: board.neighbours.__setitem__(vertex_of(5, 3, 3), 0x301),
    "code": lambda board: board.code.__setitem__(vertex_of(5, 3, 3), board.code[vertex_of(5, 3, 3)] ^ 1),
    "hash": lambda board: setattr(board, "hash", board.hash ^ np.uint64(1)),
}


@pytest.mark.uncompiled
@pytest.mark.parametrize("field", DAMAGE)
def test_the_recomputation_notices_a_damaged_field(field):
    for features in (LIGHT, FULL):
        if field in ("code", "hash") and features == LIGHT:
            continue
        records, tables = a_busy_board(features)
        DAMAGE[field](records[0])
        assert NAMES[wrong_field(records[0], tables, 5, scratch(5))] == field


@pytest.mark.uncompiled
def test_packed_liberties_with_a_right_count_and_a_wrong_sum_are_noticed():
    records, tables = a_busy_board(FULL)
    records[0].liberties[records[0].chain[vertex_of(5, 2, 2)]] += 1 << 12
    assert NAMES[wrong_field(records[0], tables, 5, scratch(5))] == "liberties"


def test_the_bare_colours_of_the_recomputation_agree_with_the_oracle(scaled):
    """The compiled recomputation is an oracle too: it must say what the sets and flood fills say."""
    generator = np.random.default_rng(3)
    size, compared = 5, 0
    for _ in range(scaled(200)):
        color = new_board(size, LIGHT)[0].color.astype(np.int64)
        naive = NaivePosition(size, ko="simple", suicide=True)
        for _ in range(40):
            points = sorted(p for p in naive.legal_moves() if p)
            if not points:
                break
            move = points[generator.integers(len(points))]
            _, _, ko = naive_put(color, size, vertex_of(size, *move), 1 if naive.to_move == "b" else 2, scratch(size))
            naive = naive.play(move)
            stones = {(point_of(size, int(v)), "?bw"[color[v]]) for v in geometry(size)[0].points if color[v]}
            assert stones == naive.stones
            forbidden = {p for p in itertools.product(range(size), repeat=2) if naive.why_illegal(p) == "ko"}
            assert forbidden == ({point_of(size, ko)} if ko else set())
            compared += 1
    assert compared > 20 * scaled(200)


@pytest.mark.uncompiled
@pytest.mark.parametrize("size", [2, 3, 9, 19, 25])
def test_the_geometry_lists_points_neighbours_and_edges(size):
    tables = geometry(size)[0]
    points = {(row, column): vertex_of(size, row, column) for row in range(size) for column in range(size)}
    assert sorted(tables.points.tolist()) == sorted(points.values())
    assert min(points.values()) > 0
    assert max(points.values()) + size + 2 == vertex_count(size) - 1
    around = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
    for (row, column), v in points.items():
        assert point_of(size, v) == (row, column)
        assert tables.on_edge[v] == (row in (0, size - 1) or column in (0, size - 1))
        assert tables.liberty[v] == 1 + (v << 12) + (v * v << 32)
        for i, (up, right) in enumerate(around):
            u = int(tables.around8[v, i])
            assert points.get((row + up, column + right)) in (u, None)
            assert (u in points.values()) == ((row + up, column + right) in points)


@pytest.mark.uncompiled
@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_zobrist_numbers_are_all_different_and_never_zero(size):
    tables = geometry(size)[0]
    numbers = tables.zobrist[tables.points][:, 1:].ravel()
    assert len(set(numbers.tolist()) - {0}) == 2 * size * size


@pytest.mark.uncompiled
def test_the_shared_geometry_cannot_be_written():
    with pytest.raises(ValueError, match="read-only"):
        geometry(5)[0].points[0] = 3


@pytest.mark.uncompiled
def test_a_light_board_has_none_of_the_optional_fields():
    assert not {"packed", "code", "hash"} & set(board_dtype(9, LIGHT).names)
    assert {"packed", "code", "hash"} < set(board_dtype(9, FULL).names)


@pytest.mark.uncompiled
@pytest.mark.parametrize("features", [LIGHT, FULL], ids=["light", "full"])
def test_copying_the_record_back_undoes_any_move(features):
    records, tables = a_busy_board(features)
    before, saved = contents(records), records.copy()
    for v in tables.points:
        if records[0].color[v] == EMPTY:
            play_or_suicide(records[0], tables, v, 1)
            assert contents(records) != before
            records[0] = saved[0]
            assert contents(records) == before


def contents(records):
    """All fields; the bytes between them may be anything."""
    return [records[0][name].tolist() for name in records.dtype.names]


def test_the_largest_chain_on_the_largest_board_overflows_nothing():
    """All of 25x25 in one colour but one point: the most stones and liberties a chain passes through."""
    size = 25
    records, tables, room = new_board(size, FULL), geometry(size)[0], scratch(size)
    comb = [(r, c) for r in range(size) for c in range(size) if c == 0 or r % 2 == 0]
    rest = [(r, c) for r in range(size) for c in range(size) if not (c == 0 or r % 2 == 0)]
    for number, (row, column) in enumerate([*comb, *rest[:-1]]):
        play(records[0], tables, np.uint16(vertex_of(size, row, column)), 2)
        if number % 25 == 0 or number > 600:
            assert NAMES[wrong_field(records[0], tables, size, room)] == "nothing"
    assert records[0].chain_size[records[0].chain[vertex_of(size, 0, 0)]] == 624
    play(records[0], tables, np.uint16(vertex_of(size, *rest[-1])), 1)
    assert records[0].captured == 624
    assert NAMES[wrong_field(records[0], tables, size, room)] == "nothing"
