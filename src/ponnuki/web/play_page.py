"""Play: against a program of ours, two programs, or two people, with what the program thinks of it."""

from typing import TYPE_CHECKING

from nicegui import ui

from ponnuki.web.frame import frame, page_at
from ponnuki.web.play_settings import SIMULATIONS, PlaySettings
from ponnuki.web.play_table import PlayTable

if TYPE_CHECKING:
    from ponnuki.web.server import Lab


def register(lab: "Lab") -> None:
    """Serve the page."""

    @page_at("/play")
    async def play(game: str = "", size: int = 0, sims: int = SIMULATIONS, handicap: int = 0) -> None:
        with frame("Play"):
            table = PlayTable(lab.thinkers, lambda: PlaySettings(lab.launcher, game, size, sims, handicap))
        ui.context.client.on_disconnect(table.rest)
        ui.context.client.on_connect(table.come_back)
        ui.context.client.on_delete(table.leave)
        await table.begin()
