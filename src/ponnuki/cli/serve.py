"""`ponnuki serve`: the store and the players in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from ponnuki.cli.options import DEFAULT_STORE, StorePath

PORT = 8321


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; visitors from other machines need the token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes any free one.")] = PORT,
    token: Annotated[
        str | None,
        typer.Option(help="Password of the pages. Default: one is drawn where other machines can reach them."),
    ] = None,
    store: StorePath = DEFAULT_STORE,
) -> None:
    """Serve web pages: watch, start and stop runs, and play. Ctrl-C ends the pages; runs go on."""
    from ponnuki.errors import BadInput

    try:
        from ponnuki.web.server import serve as serve_pages
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("nicegui", "fastapi", "uvicorn"):
            raise
        raise BadInput("the pages need NiceGUI: pip install 'ponnuki[web]'") from None

    serve_pages(Path(store), host, port, token, lambda line: typer.echo(line))
