"""`ponnuki serve`: the store and the players in a browser."""

from pathlib import Path
from typing import Annotated

import typer

from ponnuki.cli.options import DEFAULT_STORE, StorePath

PORT = 8321


def serve(
    host: Annotated[str, typer.Option(help="Where to listen; others than this machine need a token.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 takes any that is free.")] = PORT,
    token: Annotated[
        str | None, typer.Option(help="What visitors must know. Default: one is drawn where others can reach us.")
    ] = None,
    store: StorePath = DEFAULT_STORE,
) -> None:
    """Open a page on this machine: watch runs, start and stop them, play. Ctrl-C ends it, and no run."""
    from ponnuki.errors import BadInput

    try:
        from ponnuki.web.server import serve as serve_pages
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("nicegui", "fastapi", "uvicorn"):
            raise
        raise BadInput("the pages need NiceGUI: pip install 'ponnuki[web]'") from None

    serve_pages(Path(store), host, port, token, lambda line: typer.echo(line))
