"""`ponnuki.play_match`, `analyse` and `load_run` with real games on small boards."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import ponnuki
from ponnuki.games.go import Position
from ponnuki.lab.journal.archive import unpack
from ponnuki.lab.journal.store import Store

STRONG, WEAK = "program=light,sims=16", {"name": "weak", "program": "light", "sims": 2}
LIGHT = {"program": "light"}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def test_a_match_has_a_rate_elo_intervals_and_games(store: Path, tmp_path: Path) -> None:
    report = ponnuki.play_match(STRONG, WEAK, games=8, size=5, workers=1, store=store)
    assert (report.games, report.pairs, report.a, report.b) == (8, 4, STRONG, "weak")
    assert report.wins + report.draws + report.losses == 8
    assert report.rate is not None
    assert report.interval[0] < report.rate <= 1.0
    assert report.elo_interval[0] < report.elo_interval[1]
    assert len(report.records) == 8
    assert {row["black"] for row in report.records} == {STRONG, "weak"}
    assert report.records[0]["record"].startswith("(;")
    assert list(report.to_pandas().columns) == list(report.records.columns)
    assert report.write_games(tmp_path / "games") == 8
    shown = report._repr_html_()
    assert "<svg" in shown
    assert "weak" in shown

    again = ponnuki.play_match(STRONG, WEAK, games=8, size=5, workers=1, store=store)
    assert (again.id, again.rate) == (report.id, report.rate)

    loaded = ponnuki.load_run(report.name, store)
    assert (loaded.kind, loaded.status, len(loaded.trials)) == ("match", "done", 4)
    assert loaded.verdict is None
    assert loaded.result is not None
    assert loaded.result.rate == report.rate
    page = tmp_path / "page.html"
    loaded.write_page(page)
    assert "weak" in page.read_text()
    with pytest.raises(ponnuki.BadInput, match="is there already"):
        loaded.write_page(page)


def test_a_run_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(ponnuki.BadInput, match="there is no store"):
        ponnuki.load_run("race", tmp_path / "none.sqlite")


def test_a_search_says_the_best_move_values_and_variations() -> None:
    report = ponnuki.analyse(size=5, sims=200, player=LIGHT, seed=1)
    assert report.best == report.moves[0].move == report.variation[0]
    assert sum(move.visits for move in report.moves) <= report.simulations == 200
    assert 0 <= report.value <= 1
    assert report.best in str(report)
    assert ponnuki.analyse(Position.empty(5), sims=200, player=LIGHT, seed=1).moves == report.moves
    assert ponnuki.analyse(["....."] * 5, sims=200, player=LIGHT, seed=1).moves == report.moves
    assert list(report.to_pandas()["move"]) == [move.move for move in report.moves]


def test_a_file_is_searched_after_the_move_that_was_named(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]SZ[5]KM[0.5];B[cc];W[bb])")
    first, last = (ponnuki.analyse(path, sims=8, player=LIGHT, move=move) for move in (1, None))
    assert (first.position.to_move, last.position.to_move) == ("w", "b")
    with pytest.raises(ponnuki.BadInput, match="has 2 moves"):
        ponnuki.analyse(path, sims=8, move=3)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"position": 3}, "int is no position"),
        ({"position": Position.empty(5), "size": 5}, "size is for the beginning"),
        ({"move": 3}, "give the path of an SGF file"),
        ({"size": 1}, "greater than or equal to 2"),
        ({"size": 26}, "less than or equal to"),
        ({"komi": float("nan"), "size": 5}, "komi"),
        ({"game": "chess960"}, "unknown game"),
        ({"position": "no.sgf"}, "cannot be read"),
        ({"size": 5, "sims": 0}, "simulations must be at least 1"),
    ],
)
def test_a_position_that_cannot_be_searched_is_one_line(given: dict[str, object], line: str) -> None:
    with pytest.raises(ponnuki.BadInput, match=line):
        ponnuki.analyse(**given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "size", "program"), [("go", 5, "default"), ("hex", 3, "fast")], ids=["go", "hex"])
def test_the_moves_of_an_analysis_are_drawn_on_the_board(game: str, size: int, program: str) -> None:
    report = ponnuki.analyse(size=size, game=game, sims=20, player={"program": program})
    picture = report._repr_svg_()
    assert picture is not None
    drawn = [element.get("class") for element in ElementTree.fromstring(picture).iter()]
    assert drawn.count("heat") == sum(one.visits > 0 and one.move not in ("pass", "swap") for one in report.moves[:8])
    assert ("cell" in drawn) == (game == "hex")
    assert picture in report._repr_html_()


def test_a_campaign_shows_the_shapes_that_it_has_accepted(store: Path) -> None:
    folder = Path(__file__).parents[3] / "docs" / "results" / "go9-bare-good"
    with Store(store, write=True) as opened:
        run, _ = unpack(opened, folder)
    found = ponnuki.load_run(run.name, store)
    assert [str(one).split()[:2] for one in found.accepted] == [["good", "shape"]] * 4
    assert all(one.picture is not None and ElementTree.fromstring(one.picture) is not None for one in found.accepted)
    assert found._repr_html_().count("<figure>") == 4
    assert str(found).count("\naccepted good shape") == 4


def test_a_match_without_a_loss_has_an_elo_without_an_end(store: Path) -> None:
    match = ponnuki.play_match(STRONG, {**LIGHT, "sims": 1}, games=2, size=5, seed=3, workers=1, store=store)
    assert match.rate == 1
    assert "Elo +∞, with 95 % probability from" in str(match)
