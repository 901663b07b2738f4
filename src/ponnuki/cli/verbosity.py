"""`-q` and `-v`, before the command or behind it: how much is said on stderr beside warnings and errors."""

import copy
import logging
from typing import Annotated, Any

import typer

QUIET = "No progress on stderr; notices, warnings and errors stay."
VERBOSE = "Say on stderr what is done; twice: each trial too."
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help=QUIET)]
Verbose = Annotated[int, typer.Option("--verbose", "-v", count=True, show_default=False, help=VERBOSE)]
LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
_state = {"quiet": False}


def set_verbosity(quiet: bool, verbose: int) -> None:
    """Remember what was asked for before the command, and let log lines through."""
    _state["quiet"] = quiet
    _let_through(verbose)


def add_to_all(root: Any) -> None:
    """Give the root's `-q` and `-v` to every command below it, so that they may stand behind it too."""
    shared = []
    for flag, callback in (("-q", _hush), ("-v", _speak)):
        option = copy.copy(next(one for one in root.params if flag in one.opts))
        option.expose_value, option.callback = False, callback
        shared.append(option)
    _extend(root, shared)


def _extend(group: Any, shared: list[Any]) -> None:
    for command in group.commands.values():
        if hasattr(command, "commands"):
            _extend(command, shared)
        else:
            command.params += shared


def _hush(_context: object, _option: object, value: bool) -> None:
    if value:
        _state["quiet"] = True


def _speak(_context: object, _option: object, value: int) -> None:
    _let_through(value)


def _let_through(verbose: int) -> None:
    if verbose:
        logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
        logging.getLogger("ponnuki").setLevel(LEVELS[min(verbose, len(LEVELS) - 1)])


def is_quiet() -> bool:
    """Whether progress is unwanted."""
    return _state["quiet"]
