"""Pictures of boards: well formed, every stone in its place, texts as texts."""

import xml.etree.ElementTree as ET
from math import dist

import pytest

from ponnuki.games.board_picture import Heat, Marks, draw_board
from ponnuki.games.grid import Grid
from ponnuki.games.svg import DARK, LIGHT, PAGE, PRINT, variables
from ponnuki.players.kit import all_kits, find_kit

DRAWN = [(kit.name, size) for kit in all_kits() for size in (kit.sizes[0], kit.default_size) if kit.grid(size)]


def classes(picture: str) -> list[str]:
    return [found for element in ET.fromstring(picture).iter() if (found := element.get("class"))]


def grid_of(name: str, size: int) -> Grid:
    grid = find_kit(name).grid(size)
    assert grid is not None
    return grid


@pytest.mark.parametrize(("name", "size"), DRAWN)
def test_the_points_of_a_grid_are_those_that_can_be_played_on_an_empty_board(name: str, size: int) -> None:
    kit = find_kit(name)
    start = kit.start(size, next(iter(kit.rule_names.values())))
    assert set(start.legal_moves()) - {"pass", "swap"} == set(grid_of(name, size).places)


@pytest.mark.parametrize(("name", "size"), DRAWN)
def test_stones_are_drawn_where_they_were_played(name: str, size: int) -> None:
    kit, grid = find_kit(name), grid_of(name, size)
    position = kit.start(size, next(iter(kit.rule_names.values())))
    wanted = {}
    for move in list(grid.places)[1:4]:
        wanted[move] = position.to_move
        position = position.play(move)
    stones = grid.stones(position.rows())
    assert stones == wanted
    drawn = classes(draw_board(grid, stones, Marks(last=position.last_move)))
    counts = [drawn.count(kind) for kind in ("black", "white", "last")]
    assert counts == [list(wanted.values()).count("b"), list(wanted.values()).count("w"), 1]


@pytest.mark.parametrize(("name", "size"), DRAWN)
def test_neighbours_are_one_apart_and_no_two_points_are_nearer(name: str, size: int) -> None:
    places = list(grid_of(name, size).places.values())
    nearest = [min(dist(place, other) for other in places if other != place) for place in places]
    assert nearest == pytest.approx([1.0] * len(places))


def test_heat_and_variations_are_not_drawn_over_stones() -> None:
    grid = Grid({"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (3, 0)}, ())
    heat = {"a": Heat(1.0, "60"), "b": Heat(0.5)}
    marks = Marks(heat=heat, variation=[("b", "a"), ("w", "c"), ("b", "c"), ("w", "pass")], playable=["a", "b", "d"])
    drawn = classes(draw_board(grid, {"a": "w"}, marks))
    assert [drawn.count(kind) for kind in ("heat", "to-come", "point")] == [1, 1, 2]


def test_what_is_written_stays_text() -> None:
    evil = '<script>alert("1")</script>'
    grid = Grid({evil: (0, 0), "b": (1, 0)}, ((evil, (0, 1)),))
    picture = draw_board(grid, {}, Marks(heat={"b": Heat(1, evil)}, playable=[evil]), evil)
    assert "<script" not in picture
    assert [element for element in ET.fromstring(picture).iter() if element.tag.endswith("script")] == []


@pytest.mark.parametrize("colours", [LIGHT, DARK, PRINT])
def test_a_page_knows_every_colour_that_a_picture_asks_it_for(colours) -> None:  # type: ignore[no-untyped-def]
    asked = {part.split(")")[0] for part in draw_board(grid_of("go", 9), {}, colours=PAGE).split("var(")[1:]}
    assert asked
    assert all(f"{name}:" in variables(colours) for name in asked)
