"""Sessions: how long a move may take, what is tried when a player errs, which player sits at the board."""

import pytest
from own_player import own_session
from random_player import Choice, RandomPlayer, new_session

from ponnuki.engine.clock import HURRIED_SIMULATIONS, LAG, TimeControl
from ponnuki.engine.session import Session, Settings
from ponnuki.games.go.coords import to_gtp
from ponnuki.kits.go_gtp.handicap import fixed_stones, free_stones, most_fixed
from ponnuki.search.report import MoveReport, SearchReport

KO = ["b", "B1", "w", "C1", "b", "A2", "w", "D2", "b", "B3", "w", "C3", "b", "E5", "w", "B2", "b", "C2"]


def test_settings_limit_a_move() -> None:
    assert new_session(simulations=8, seconds=None).limit("b").simulations == 8
    assert new_session(simulations=None, seconds=2.5).limit("b").seconds == 2.5
    both = new_session(simulations=8, seconds=2.5).limit("b")
    assert (both.simulations, both.seconds) == (8, 2.5)


def test_without_any_limit_there_is_a_default() -> None:
    limit = new_session(simulations=None, seconds=None).limit("b")
    assert limit.simulations is not None
    assert limit.seconds is None


def test_a_clock_limits_a_move_further() -> None:
    session = new_session(simulations=None, seconds=2.5)
    session.clock.agree(TimeControl("byoyomi", 0, 1, 3))
    assert session.limit("b").seconds == pytest.approx(1 - LAG)
    assert session.limit("b").simulations is None
    session.clock.agree(TimeControl("byoyomi", 0, 60, 3))
    assert session.limit("b").seconds == 2.5


def test_a_generated_move_costs_time_and_a_suggestion_does_not() -> None:
    session = new_session()
    session.clock.agree(TimeControl("absolute", 100))
    session.suggest("b")
    assert session.clock.left("b").seconds == 100  # type: ignore[union-attr]
    assert session.game.turns == ()
    session.generate("b")
    assert session.clock.left("b").seconds < 100  # type: ignore[union-attr]
    session.restart()
    assert session.clock.left("b").seconds == 100  # type: ignore[union-attr]


class Stubborn(RandomPlayer):
    """Wants to take the ko back, whatever the rules."""

    def choose(self, limit, *, stop=None, on_report=None, every=0.1, cleanup=False):  # type: ignore[no-untyped-def]
        moves = tuple(MoveReport(move, 10, 0.5, 0.5, (move,)) for move in ("B2", "C2", "A5"))
        return Choice("B2", 0.5, SearchReport(30, 0.1, 0.5, moves, 10))


class Resigning(RandomPlayer):
    def choose(self, limit, *, stop=None, on_report=None, every=0.1, cleanup=False):  # type: ignore[no-untyped-def]
        return Choice("resign", 0.01, None)


def test_a_move_that_superko_forbids_is_replaced_by_the_next_best() -> None:
    session = Session(Settings(size=5, simulations=1), Stubborn)
    for color, move in zip(KO[::2], KO[1::2], strict=True):
        session.play("b" if color == "b" else "w", move)
    assert session.generate("w").move == "A5"


def test_resigning_leaves_the_board_alone() -> None:
    session = Session(Settings(size=5, simulations=1), Resigning)
    assert session.generate("b").move == "resign"
    assert session.game.turns == ()


def test_each_board_size_has_its_player_and_the_last_one_is_closed() -> None:
    made: list[RandomPlayer] = []

    def make(size: int) -> RandomPlayer:
        made.append(RandomPlayer(size))
        return made[-1]

    session = Session(Settings(size=5, simulations=1), make)
    session.generate("b")
    session.restart(7)
    session.restart()
    session.generate("b")
    assert [player.position.size for player in made] == [5, 7]
    assert [player.closed for player in made] == [True, False]
    session.close()
    assert made[1].closed


def made_players(**changes: object) -> tuple[Session, list[RandomPlayer]]:
    made: list[RandomPlayer] = []

    def make(size: int) -> RandomPlayer:
        made.append(RandomPlayer(size))
        return made[-1]

    return Session(Settings(size=5, simulations=1, **changes), make), made  # type: ignore[arg-type]


def test_the_first_game_has_the_seed_itself_and_each_later_one_its_own() -> None:
    session, made = made_players(seed=7)
    seeds = []
    for _ in range(3):
        session.restart()
        session.restart()
        session.generate("b")
        seeds.append(session.seed)
    assert seeds[0] == 7
    assert len(set(seeds)) == 3
    assert made[0].seeds == seeds[1:]
    again, _ = made_players(seed=7)
    for seed in seeds:
        assert again.seed == seed
        again.suggest("b")
        again.restart()


def test_a_player_for_another_size_has_the_seed_of_its_game() -> None:
    session, made = made_players(seed=7)
    session.generate("b")
    session.restart(7)
    session.generate("b")
    assert made[1].seeds == [session.seed]
    assert session.seed != 7


def test_a_game_can_be_had_again_from_its_seed() -> None:
    def moves(session: Session) -> list[str]:
        return [session.generate("b" if number % 2 == 0 else "w").move for number in range(8)]

    session = own_session(seed=3, sims=30)
    first = moves(session)
    session.restart()
    second, seed = moves(session), session.seed
    assert first != second
    assert moves(own_session(seed=3, sims=30)) == first
    assert moves(own_session(seed=seed, sims=30)) == second


def test_settings_can_be_changed_in_mid_game() -> None:
    session, made = made_players()
    session.generate("b")
    session.simulations, session.seconds, session.threads = None, 2.0, 3
    session.generate("w")
    assert (made[0].limits[-1].simulations, made[0].limits[-1].seconds) == (None, 2.0)
    assert made[0].threads == 3


def test_a_move_in_a_hurry_looks_at_few_simulations() -> None:
    session = new_session(simulations=None)
    session.clock.agree(TimeControl("absolute", 0.2))
    assert session.limit("b").simulations == HURRIED_SIMULATIONS
    session.clock.agree(TimeControl("absolute", 60))
    assert session.limit("b").simulations is None


def test_time_that_has_run_before_the_search_is_taken_off_it() -> None:
    session = new_session(simulations=None)
    session.clock.agree(TimeControl("byoyomi", 0, 10, 1))
    assert session.limit("b", 4.0).seconds == pytest.approx(6 - LAG)


def test_what_was_only_suggested_or_analysed_is_the_last_search_but_not_the_last_move() -> None:
    session = new_session()
    suggested = session.suggest("b")
    assert session.searched == suggested
    assert session.thought is None
    session.undo(0)
    assert session.searched is None


@pytest.mark.parametrize(
    ("size", "stones"),
    [
        (19, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (13, "D4 K10 D10 K4 D7 K7 G4 G10 G7"),
        (9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
    ],
)
def test_fixed_handicap_stones_stand_where_the_protocol_puts_them(size: int, stones: str) -> None:
    names = stones.split()
    assert [to_gtp(point) for point in fixed_stones(size, 9)] == names
    assert [to_gtp(point) for point in fixed_stones(size, 8)] == names[:8]
    assert [to_gtp(point) for point in fixed_stones(size, 7)] == [*names[:6], names[8]]
    assert [to_gtp(point) for point in fixed_stones(size, 5)] == [*names[:4], names[8]]
    assert [to_gtp(point) for point in fixed_stones(size, 4)] == names[:4]
    assert [to_gtp(point) for point in fixed_stones(size, 2)] == names[:2]


def test_how_many_fixed_stones_there_are_depends_on_the_size() -> None:
    assert [most_fixed(size) for size in (5, 6, 7, 8, 9, 10, 13, 18, 19)] == [0, 0, 4, 4, 9, 4, 9, 4, 9]


@pytest.mark.parametrize("size", [2, 5, 9, 19])
def test_any_number_of_free_stones_finds_room(size: int) -> None:
    for count in (2, size**2 // 2, size**2 - 1):
        stones = free_stones(size, count)
        assert len(set(stones)) == len(stones) == count
