"""What all pages have in common: their head, their colours, light or dark, and how they are kept up to date."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial

from nicegui import background_tasks, ui

from ponnuki.errors import PonnukiError
from ponnuki.games.svg import DARK, LIGHT, variables

REFRESH = 1.0
"""Seconds between two looks at the store."""
AT_ONCE = 0.8
"""Seconds that a page may take to come with all that is on it; then it comes empty and is filled."""
SLOW = 30.0
"""Seconds after which a page is given up: the machine may have other things to do."""
DARK_COOKIE = "ponnuki_dark"
PAGES = {"Runs": "/", "Play": "/play", "Cluster": "/cluster", "Results": "/results"}
PONNUKI = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="5" fill="#f2d9a6"/>'
    '<path d="M12 0v24M0 12h24" stroke="#8a6d3b"/>'
    + "".join(f'<circle cx="{x}" cy="{y}" r="4" fill="#1a1a1a"/>' for x, y in ((12, 5), (5, 12), (19, 12), (12, 19)))
    + "</svg>"
)
"""What is left when one stone was captured."""
STYLE = f"""
:root {{ {variables(LIGHT)} }}
body.body--dark {{ {variables(DARK)} }}
.head {{ background: #fff; color: #1d1d1d; border-bottom: 1px solid #0002 }}
body.body--dark .head {{ background: #1c1c1c; color: #eee; border-color: #fff3 }}
.head svg {{ width: 1.6rem; height: 1.6rem; display: block }}
.head a {{ color: inherit; text-decoration: none; padding: .35rem 0; border-bottom: 2px solid transparent }}
.head a[aria-current] {{ border-color: #0072b2; font-weight: 600 }}
body.body--dark .head a[aria-current] {{ border-color: #6cc0f0 }}
.q-btn, .q-tab {{ text-transform: none }}
.q-tab-panels {{ background: none }}
.card {{ border: 1px solid #0002; border-radius: 6px; padding: .6rem .8rem }}
body.body--dark .q-tab-panels {{ background: none }}
body.body--dark .card {{ border-color: #fff3 }}
pre.file {{ font: .8rem/1.4 monospace; max-height: 24rem; overflow: auto; width: 100%; white-space: pre-wrap }}
.board svg {{ width: 100%; height: auto; max-height: 82vh; display: block; touch-action: manipulation }}
.board .point {{ cursor: pointer }}
.board .point:hover {{ fill: var(--board-mark); fill-opacity: .35 }}
button.move {{ font: inherit; color: inherit; background: none; border: 0; padding: 0 .5rem 0 0; cursor: pointer }}
.board .line {{ pointer-events: none }}
.shape svg {{ width: 8.5rem; height: auto }}
.numbers {{ font-variant-numeric: tabular-nums }}
:is(.accepted, .confirmed) {{ color: #007a55; font-weight: 600 }} :is(.dropped, .refuted) {{ color: #b84e06 }}
body.body--dark :is(.accepted, .confirmed) {{ color: #4fd1a5 }}
body.body--dark :is(.dropped, .refuted) {{ color: #ff9e57 }}
:is(.q-table, .plain) a, a.plain {{ color: #0072b2; text-decoration: underline }}
body.body--dark :is(.q-table a, .plain a, a.plain) {{ color: #6cc0f0 }}
.q-table td.text-left {{ overflow-wrap: anywhere; min-width: 7rem }} .q-table td.text-right {{ white-space: nowrap }}
body.body--dark .q-btn--flat, body.body--dark .q-btn--outline, body.body--dark .q-field {{ --q-primary: #6cc0f0 }}
.fault:empty {{ display: none }}
.verdict {{ border-left: 4px solid #8888; padding: .15rem .8rem; overflow-wrap: anywhere }}
.verdict.won {{ border-color: #009e73 }}
.thumb svg {{ width: 3.4rem; height: auto; display: block }}
.q-table th {{ white-space: nowrap }}
.q-table__bottom--nodata {{ opacity: .7 }} .q-table__bottom--nodata .q-icon {{ display: none }}
.runs-state:empty {{ display: none }} .at-work {{ color: #0072b2; font-weight: 600 }}
body.body--dark .at-work {{ color: #6cc0f0 }}
a:focus-visible, button:focus-visible, .q-tab:focus-visible, .q-toggle:focus-visible, tr:focus-visible {{
  outline: 2px solid #0072b2; outline-offset: 2px }}
body.body--dark :is(a, button, .q-tab, .q-toggle, tr):focus-visible {{ outline-color: #6cc0f0 }}
@media (max-width: 599px) {{
  .q-table th, .q-table td, .q-table th:first-child, .q-table td:first-child {{ padding: 4px 6px; font-size: 12px }}
  .q-table td.text-left {{ min-width: 4.6rem }} .q-table__sort-icon {{ display: none }}
  .q-table th, .broken td.text-right {{ white-space: normal }}
  .tight td.text-left {{ min-width: 0 }} .tight :is(th, td, th:first-child, td:first-child) {{ padding: 4px }}
}}
pre.rows {{ font-family: monospace; line-height: 1.2; overflow-x: auto }}
"""
log = logging.getLogger(__name__)


page_at = partial(ui.page, response_timeout=SLOW)
"""Serves a page at an address."""


@contextmanager
def frame(title: str) -> Iterator[None]:
    """A page with the head that all have."""
    ui.page_title(f"{title} · ponnuki")
    ui.add_css(STYLE)
    ui.colors(primary="#0072b2")
    chosen = ui.context.client.request.cookies.get(DARK_COOKIE)
    dark = ui.dark_mode(None if chosen not in ("0", "1") else chosen == "1")
    with ui.header().classes("head px-4 py-1"), ui.row().classes("w-full max-w-6xl mx-auto items-center gap-4 no-wrap"):
        ui.html(PONNUKI).classes("max-[420px]:hidden")
        ui.link("ponnuki", "/").classes("text-lg font-bold")
        _links()
        ui.space()
        switch = ui.button(icon="contrast").props('flat dense color=inherit aria-label="light or dark"')
    switch.on(
        "click",
        lambda event: _choose(dark, bool(event.args)),
        js_handler="() => emit(!document.body.classList.contains('body--dark'))",
    )
    with ui.column().classes("w-full max-w-6xl mx-auto gap-4"):
        yield


def _links() -> None:
    """To the other pages; the one that a page belongs to is marked."""
    path = ui.context.client.request.url.path
    here = next((one for one in PAGES.values() if one != "/" and path.startswith(one)), "/")
    for name, one in PAGES.items():
        ui.link(name, one).props("aria-current=page" if one == here else "")


def _choose(dark: ui.dark_mode, wanted: bool) -> None:
    dark.set_value(wanted)
    ui.run_javascript(f"document.cookie = '{DARK_COOKIE}={int(wanted)}; path=/; SameSite=Strict; max-age=31536000'")


async def keep(update: Callable[[], Awaitable[None]], fault: ui.label | None) -> None:
    """Show something now, and again whenever it may have changed; what goes wrong is said, and it is tried again.

    A page that takes long to fill is opened empty, and filled when what it shows has been read.
    """
    running = asyncio.Lock()

    async def once() -> None:
        if running.locked():  # the last look is not over yet
            return
        async with running:
            try:
                await update()
                words = ""
            except PonnukiError as error:
                words = str(error)
            if fault is not None:
                fault.set_text(words)

    first = background_tasks.create(once(), name="first look")
    await asyncio.wait([first], timeout=AT_ONCE)
    ui.timer(REFRESH, once)


def failing() -> ui.label:
    """Where a page says what went wrong."""
    return ui.label().classes("dropped fault").props("role=status")


@contextmanager
def told(place: ui.label | None = None) -> Iterator[None]:
    """Bad input of a visitor is a line, not an error of ours."""
    try:
        yield
    except PonnukiError as error:
        if place is not None:
            place.set_text(str(error))
        ui.notify(str(error), type="negative", multi_line=True)


def say(text: str) -> None:
    """A short notice."""
    ui.notify(text)


def nothing_here(title: str, why: str) -> None:
    """A page for an address that leads nowhere."""
    with frame(title):
        name_of_page(title)
        ui.label(why).classes("break-words max-w-prose")
        ui.link("All runs", "/").classes("plain")


def name_of_page(text: str) -> ui.label:
    """What a page is about."""
    return ui.label(text).classes("text-2xl font-bold break-words").props("role=heading aria-level=1")


def heading(text: str) -> ui.label:
    """The name of a part of a page."""
    return ui.label(text).classes("text-lg font-semibold mt-2").props("role=heading aria-level=2")


def note(text: str) -> ui.label:
    """What a reader should know beside the numbers."""
    return ui.label(text).classes("text-sm opacity-70")
