"""A board on a page: a picture that can be clicked, or text for a game without one."""

from collections.abc import Awaitable, Callable
from html import escape
from typing import Any

from nicegui import events, ui

from ponnuki.games.board_picture import Marks, draw_board
from ponnuki.games.common import GamePosition
from ponnuki.games.svg import PAGE
from ponnuki.players.kit import Kit

LONGEST_MOVE = 10
POINTED = "(event.target.closest('[data-move]') || event.target.closest('[data-line]') || {dataset: {}}).dataset"
SHOW = """(event) => {{
  const move = {move};
  let style = document.getElementById('pointed');
  if (!style) {{ style = document.createElement('style'); style.id = 'pointed'; document.head.append(style) }}
  const known = move && /^\\w+$/.test(move) && document.querySelector(`.board [data-line="${{move}}"]`);
  style.textContent = known
    ? `.board .line[data-line="${{move}}"] {{ display: inline }} .board .heats, .board .kept {{ display: none }}`
    : '';
}}"""
"""Shows the continuation of the move that is pointed at: a rule of style, which stays when the board is drawn anew."""
HIDE = "() => { const style = document.getElementById('pointed'); if (style) style.textContent = '' }"
CLICKED = "(event) => { const p = event.target.closest('[data-move]'); if (p) emit(p.getAttribute('data-move')) }"


def picture_of(kit: Kit[Any], position: GamePosition, marks: Marks) -> str:
    """A position as SVG, or its rows as they are."""
    grid = kit.grid(position.size)
    title = f"{kit.title}, size {position.size}, after {position.move_number} moves"
    if grid is None:
        rows = f"<pre class=rows>{escape(chr(10).join(position.rows()))}</pre>"
        return kit.picture(position, title, PAGE) or rows
    return draw_board(grid, grid.stones(position.rows()), marks, title, PAGE)


def hovering(element: ui.element, move: str) -> None:
    """Show what is expected after the move that is pointed at or has the focus, without asking the server."""
    for event in ("mouseover", "focusin"):
        element.on(event, js_handler=SHOW.format(move=move))
    for event in ("mouseleave", "focusout"):
        element.on(event, js_handler=HIDE)


class Board:
    """The picture, drawn again when it changes."""

    def __init__(self, on_move: Callable[[str], Awaitable[None]] | None = None) -> None:
        self._drawn = ""
        self._html = ui.html("").classes("board w-full")
        if on_move is not None:

            async def clicked(event: events.GenericEventArguments) -> None:
                if isinstance(event.args, str) and len(event.args) <= LONGEST_MOVE:
                    await on_move(event.args)

            self._html.on("click", clicked, js_handler=CLICKED)
            hovering(self._html, f"{POINTED}.move")

    def show(self, kit: Kit[Any], position: GamePosition, marks: Marks) -> None:
        """Draw a position."""
        drawn = picture_of(kit, position, marks)
        if drawn != self._drawn:
            self._drawn = drawn
            self._html.set_content(drawn)
