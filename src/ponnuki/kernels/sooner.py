"""What is done again and again while numba compiles, done once or seldom. The code that comes out is the same.

- A function that is compiled into its callers is analysed anew for each call of it, and so is what is compiled into it.
  Here the result is kept: numba copies it anyway before it changes it.
- For each look-up of a function numba compares all options of the compilation, one by one, defaults included.
- Compiling makes many objects that stay, and Python goes through all of them again and again in search of garbage.
- Messages about types that did not fit are given colours, tens of thousands of them, though the next types fit.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import errors
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import Flags
from numba.core.inline_closurecall import InlineWorker

_analyse = InlineWorker.run_untyped_passes
_analysed: dict[Callable[..., Any], Any] = {}
_inlined: set[Callable[..., Any]] = set()


def compile_sooner() -> None:
    """Make numba do so; called before anything is compiled."""
    InlineWorker.run_untyped_passes = _analyse_once
    Flags.__hash__ = lambda self: hash(Flags)
    Flags.__eq__ = _have_same_values
    if hasattr(errors, "HighlightColorScheme"):  # only where colorama is installed
        errors.HighlightColorScheme._markup = lambda self, msg, color=None, style=None: msg


@contextmanager
def garbage_collected_rarely() -> Iterator[None]:
    """A block in which Python looks for young garbage less often, and for old garbage not at all."""
    before = gc.get_threshold()
    if before[0]:  # otherwise it never looks
        gc.set_threshold(10_000, 10, 1_000)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def note_inlined(function: Callable[..., Any]) -> None:
    """Analyse this function once only."""
    _inlined.add(function)


def _analyse_once(self: Any, func: Callable[..., Any], enable_ssa: bool = False) -> Any:
    """The function in numba's own language, as `InlineWorker.run_untyped_passes` gives it."""
    if func not in _inlined or enable_ssa:
        return _analyse(self, func, enable_ssa)
    if func not in _analysed:
        _analysed[func] = _analyse(self, func)
    self.flags.enable_ssa = False  # as numba does: callers rely on it
    found = _analysed[func].copy()
    found.func_id = FunctionIdentity.from_function(func)  # its number is in the names of the variables
    return found


_compare: Any = Flags.__eq__


def _have_same_values(self: Any, other: Any) -> Any:
    if self is other or (type(other) is Flags and self._values == other._values):
        return True
    return _compare(self, other)
