"""One name, several kernels: which one runs is decided by a field of the first record, when the caller is compiled.

    @dispatch
    def add_to_codes(board, geometry, v, color):
        '''What boards without the field do.'''

    @add_to_codes.when("code")
    def _codes(board, geometry, v, color): ...

Optional fields of a record and games that share a search both work this way: a new game registers its kernels in its
own files. Nothing is looked up at run time, and compiled callers are found in the cache again (which is not so for
jitted functions passed as arguments or closed over).
"""

import functools
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from numba.core import types
from numba.core.typing.templates import infer_global, make_overload_template

from ponnuki.kernels import jit, run_compiled
from ponnuki.kernels.reach import note_dispatched, note_module

Function = TypeVar("Function", bound=Callable[..., Any])


class Dispatched(Protocol):
    """A function that kernels can be registered for."""

    def __call__(self, record: Any, *arguments: Any) -> Any:
        """Run the kernel for this record."""

    def when(self, field: str) -> Callable[[Function], Function]:
        """Register a kernel for records with a field."""


def dispatch(default: Callable[..., Any]) -> Dispatched:
    """Make a function of which records with certain fields have kernels of their own."""
    variants = note_dispatched(default)

    def choose(fields: Any) -> Callable[..., Any]:
        return next((kernel for field, kernel in variants.items() if field in fields), default)

    @functools.wraps(default)
    def generic(record: Any, *arguments: Any) -> Any:
        return choose(record.dtype.names)(record, *arguments)

    def when(field: str) -> Callable[[Function], Function]:
        def register(kernel: Function) -> Function:
            variants[field] = kernel
            note_module(kernel.__module__)
            return kernel

        return register

    generic.when = when  # type: ignore[attr-defined]
    if run_compiled:
        _tell_numba(generic, choose)
    return generic  # type: ignore[return-value]


def _tell_numba(generic: Callable[..., Any], choose: Callable[[Any], Callable[..., Any]]) -> None:
    """As `numba.extending.overload` does, which would compile the chosen function anew for each dispatched one."""

    def chosen(record: Any, *arguments: Any) -> Callable[..., Any]:
        kernel = choose(record.fields)
        function: Callable[..., Any] = getattr(kernel, "py_func", kernel)
        _kernels.setdefault(function, kernel if function is not kernel else jit(function))
        return function

    template: Any = make_overload_template(generic, chosen, {}, strict=False, inline="never")
    template._get_jit_decorator = lambda self: lambda: _kernels.__getitem__
    infer_global(generic, types.Function(template))


_kernels: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The kernel that a function was made."""
