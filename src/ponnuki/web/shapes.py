"""A modification on a page: a shape as a picture, a setting as a line."""

from nicegui import ui

from ponnuki.games.svg import PAGE
from ponnuki.knowledge.shape_picture import draw_shape
from ponnuki.knowledge.shapes import Shape
from ponnuki.lab.learn.modification import Modification, describe
from ponnuki.players.kit import find_kit


def shape_picture(change: Modification, game: str) -> str:
    """A shape as SVG; nothing for what is none."""
    return draw_shape(change, find_kit(game).surroundings, PAGE) if isinstance(change, Shape) else ""


def show_change(change: Modification, game: str) -> None:
    """Draw it here, with a line below."""
    with ui.column().classes("gap-1 items-start max-w-xs"):
        if picture := shape_picture(change, game):
            ui.html(picture).classes("shape")
        ui.label(describe(change, game)).classes("text-sm break-all")
