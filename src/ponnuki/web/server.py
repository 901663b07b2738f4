"""The server: which pages there are, for whom, and where it listens."""

import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from nicegui import Client, ui
from nicegui import app as pages

from ponnuki.errors import BadInput
from ponnuki.web import campaign_page, cluster_page, match_page, play_page, race_page, results_page, runs_page
from ponnuki.web.frame import nothing_here
from ponnuki.web.guard import MOST_BYTES, Guard, is_local, our_names
from ponnuki.web.launcher import Launcher
from ponnuki.web.observer import Observer
from ponnuki.web.thinking import Thinkers

SHORTEST_TOKEN = 16
TOKEN_BYTES = 24
RECONNECT = 60.0
"""Seconds in which a browser may come back and find its page as it was: a phone may look elsewhere for a moment."""
BACKLOG = 128
LAST_WORDS = 2
"""Seconds for open connections when the server stops."""
ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" rx="2" fill="#f2d9a6"/>'
    '<g fill="#1a1a1a"><circle cx="4.5" cy="2" r="1.4"/><circle cx="4.5" cy="7" r="1.4"/><circle cx="2" cy="4.5" '
    'r="1.4"/><circle cx="7" cy="4.5" r="1.4"/></g></svg>'
)
"""A ponnuki."""


@dataclass(frozen=True, slots=True)
class Lab:
    """What pages work with: one for all browsers."""

    observer: Observer
    launcher: Launcher
    thinkers: Thinkers


def checked_token(host: str, token: str | None) -> str | None:
    """The token that visitors need: the one given, or a new one where others than this machine can reach us."""
    if token is None:
        return None if is_local(host) else secrets.token_urlsafe(TOKEN_BYTES)
    if len(token) < SHORTEST_TOKEN:
        raise BadInput(f"a token has at least {SHORTEST_TOKEN} characters: leave --token out, and one is drawn")
    return token


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 takes any that is free."""
    if not 0 <= port <= 65535:
        raise BadInput(f"port is {port}: it must be from 0 to 65535")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        opened = socket.socket(family, socket.SOCK_STREAM)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(BACKLOG)  # who comes before the pages are ready waits for them
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"cannot listen to {host} port {port} ({reason}): name another --host or --port") from None
    opened.set_inheritable(False)
    return opened


def serve(
    store: Path, host: str, port: int, token: str | None, tell: Callable[[str], None], folder: Path | None = None
) -> None:
    """Serve until we are told to stop; runs that were started here go on."""
    needed = checked_token(host, token)
    opened = listening(host, port)
    name = f"[{host}]" if ":" in host else host
    tell(f"ponnuki is at http://{name}:{opened.getsockname()[1]}/")
    if needed is not None:
        tell("others can reach it: the connection is not encrypted, and a token is asked for")
        if token is None:
            tell(f"token: {needed}")
    lab = Lab(Observer(store), Launcher(store, folder or Path.cwd()), Thinkers())
    application = make_app(lab, host, needed)
    server = uvicorn.Server(
        uvicorn.Config(
            application,
            log_level="warning",
            timeout_graceful_shutdown=LAST_WORDS,
            server_header=False,
            proxy_headers=False,
            ws_max_size=MOST_BYTES,
        )
    )
    try:
        server.run(sockets=[opened])
    finally:
        lab.thinkers.close()


def make_app(lab: Lab, host: str, token: str | None) -> Guard:
    """The application: pages behind the guard."""
    for page in (runs_page, race_page, campaign_page, match_page, play_page, cluster_page, results_page):
        page.register(lab)
    pages.on_shutdown(lab.thinkers.close)
    pages.exception_handler(404)(_not_found)
    pages.exception_handler(RequestValidationError)(_not_found)
    application = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    ui.run_with(
        application,
        title="ponnuki",
        favicon=ICON,
        dark=None,
        reconnect_timeout=RECONNECT,
        show_welcome_message=False,
    )
    return Guard(application, our_names(host), token)


async def _not_found(request: Request, _: Exception) -> Response:
    """A page for an address that there is not, or with a number in it that is none."""
    with Client(ui.page(""), request=request) as client:
        nothing_here("No such page", f"There is nothing at {request.url.path}: look at the address again.")
    return client.build_response(request, 404)
