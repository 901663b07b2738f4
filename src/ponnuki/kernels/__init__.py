"""How hot code is compiled: `jit` and `inline` decorate kernels, `run_compiled` says whether they are compiled.

Start with `cache.py` for where compiled code is kept and why numba's own rule for that is not enough. Import the
decorators from here and nowhere else: this module sets numba's cache directory before anything is decorated.

A kernel is compiled anew for every kind of integer it is called with, and so is all that it calls: a colour is an int64
from the start (`np.int64(board.to_move)`), also where it changes sides only later, or all playouts are compiled twice.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from ponnuki.kernels.cache import SharedFunctionCache, prepare
from ponnuki.kernels.naming import name_records_by_content

Function = TypeVar("Function", bound=Callable[..., Any])

run_compiled: bool = not numba.config.DISABLE_JIT
_OPTIONS = {"cache": True, "nogil": True, "error_model": "numpy"}

if run_compiled:
    name_records_by_content()
    prepare()


def jit(function: Function, **options: Any) -> Function:
    """Compile a kernel: no interpreter, no GIL, C division, kept in the shared cache."""
    kernel: Any = numba.njit(**_OPTIONS, **options)(function)
    if run_compiled:
        kernel._cache = SharedFunctionCache(function)
    return kernel  # type: ignore[no-any-return]


def inline(function: Function) -> Function:
    """Compile one of the few smallest, hottest kernels into its callers."""
    return jit(function, inline="always")
