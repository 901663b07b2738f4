"""`-q` and `-v`, before the command: how much is said on stderr beside warnings and errors."""

import logging
from typing import Annotated

import typer

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr; notices, warnings and errors stay.")]
Verbose = Annotated[
    int, typer.Option("--verbose", "-v", count=True, help="Say on stderr what is done; twice: each trial too.")
]
LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
_state = {"quiet": False}


def set_verbosity(quiet: bool, verbose: int) -> None:
    """Remember what was asked for, and let log lines through."""
    _state["quiet"] = quiet
    if verbose:
        logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
        logging.getLogger("ponnuki").setLevel(LEVELS[min(verbose, len(LEVELS) - 1)])


def is_quiet() -> bool:
    """Whether progress is unwanted."""
    return _state["quiet"]
