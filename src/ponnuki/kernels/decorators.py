"""The decorators of kernels; importing them imports numba.

`ponnuki.kernels` gives them to everybody else.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from ponnuki.kernels.cache import SharedFunctionCache
from ponnuki.kernels.compiling import KernelDispatcher
from ponnuki.kernels.naming import name_records_by_content
from ponnuki.kernels.sooner import compile_sooner, note_inlined

Function = TypeVar("Function", bound=Callable[..., Any])

run_compiled: bool = not numba.config.DISABLE_JIT
_OPTIONS = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": None,
    "no_cfunc_wrapper": True,
    "no_cpython_wrapper": True,
}
"""No kernel is ever handed to C, and what Python calls is added when it does (`compiling.py`)."""

if run_compiled:
    name_records_by_content()
    compile_sooner()


def jit(function: Function, **options: Any) -> Function:
    """Compile a kernel: no interpreter, no GIL, C division, kept in the shared cache."""
    if not run_compiled:
        return function
    kernel: Any = KernelDispatcher(function, targetoptions=_OPTIONS | options)
    kernel._cache = SharedFunctionCache(function)
    return kernel  # type: ignore[no-any-return]


def inline(function: Function) -> Function:
    """Compile one of the few smallest, hottest kernels into its callers."""
    note_inlined(function)
    return jit(function, inline="always")
