"""What is done again and again while numba compiles, done once or seldom. The code that comes out is the same.

- A function that is compiled into its callers is analysed anew for each call of it, and so is what is compiled into it.
  Here the result is kept: numba copies it anyway before it changes it.
- For each look-up of a function numba compares all options of the compilation, one by one, defaults included.
- Compiling makes many objects that stay, and Python goes through all of them again and again in search of garbage.
- Messages about types that did not fit are given colours, tens of thousands of them, though the next types fit.
- What a call means for certain types is found out anew for each such call, and each time the types of all its arguments
  are analysed again: `+` of two numbers is tried as a sum of arrays first.
- A record type is described, all its fields one by one, before every pass over a function that has one as an argument.
- Lists of the variables in a statement are made tens of thousands of times, and places in the source are copied.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from numba.core import errors, ir, types
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import Flags
from numba.core.inline_closurecall import InlineWorker
from numba.core.types.functions import BaseFunction
from numba.core.typing.npydecl import NumpyRulesArrayOperator

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
    BaseFunction.get_call_type = _resolve_once  # type: ignore[method-assign]
    NumpyRulesArrayOperator.generic = _resolve_for_arrays
    types.Record.__repr__ = lru_cache(1000)(types.Record.__repr__)  # type: ignore[method-assign]
    ir.Inst._rec_list_vars = _list_variables
    ir.Loc.__deepcopy__ = lambda self, memo: self  # nobody changes one


@contextmanager
def garbage_collected_rarely() -> Iterator[None]:
    """A block in which Python looks for young garbage less often, and for old garbage not at all."""
    before = gc.get_threshold()
    if before[0]:  # otherwise it never looks
        gc.set_threshold(100_000, 10, 1_000)
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


# ---- types ----------------------------------------------------------------------------------------------------------

_resolve: Any = BaseFunction.get_call_type
_resolve_operator: Any = NumpyRulesArrayOperator.generic


def _resolve_once(self: Any, context: Any, args: Any, kws: Any) -> Any:
    """The signature of a call, as `BaseFunction.get_call_type` gives it. What has not fitted is tried again: it may fit
    when more is known."""
    known = self.__dict__.setdefault("_known_calls", {})
    wanted = id(context), tuple(args), tuple(kws.items())
    if wanted not in known:
        known[wanted] = _resolve(self, context, args, kws)
    return known[wanted]


def _resolve_for_arrays(self: Any, args: Any, kws: Any) -> Any:
    """An operator on arrays. Numba looks for what NumPy would do, and drops what it finds if there is no array."""
    given = (one.type if isinstance(one, types.misc.Optional) else one for one in args)
    if any(isinstance(one, types.ArrayCompatible) for one in given):
        return _resolve_operator(self, args, kws)
    return None


# ---- variables ------------------------------------------------------------------------------------------------------

_NOTHING, _VARIABLE, _INSTRUCTION, _SEVERAL, _NAMED = range(5)
_kinds: dict[type, int] = {}
"""What to expect in a value of some class."""


def _list_variables(self: Any, value: Any) -> list[Any]:
    """The variables in a part of an instruction, in the same order as `Inst._rec_list_vars` lists them."""
    found: list[Any] = []
    _gather((value,), found)
    return found


def _gather(values: Any, found: list[Any]) -> None:
    for value in values:
        kind = _kinds.get(type(value))
        if kind is None:
            kind = _kinds[type(value)] = _kind(type(value))
        if kind == _VARIABLE:
            found.append(value)
        elif kind == _INSTRUCTION:
            found.extend(value.list_vars())
        elif kind == _SEVERAL:
            _gather(value, found)
        elif kind == _NAMED:
            _gather(value.values(), found)


def _kind(of: type) -> int:
    for base, kind in (
        (ir.Var, _VARIABLE),
        (ir.Inst, _INSTRUCTION),
        (list, _SEVERAL),
        (tuple, _SEVERAL),
        (dict, _NAMED),
    ):
        if issubclass(of, base):
            return kind
    return _NOTHING
