"""How hot code is compiled: `jit` and `inline` decorate kernels, `run_compiled` says whether they are compiled.

Start with `compiling.py` and `library.py` for how a kernel becomes code; then `cache.py` for where code is kept and why
numba's own rule for that is not enough, and `reach.py` for which sources decide what a kernel does. Import the
decorators from here and nowhere else.

A kernel is compiled anew for every kind of integer it is called with, and so is all that it calls: a colour is an int64
from the start (`np.int64(board.to_move)`), also where it changes sides only later, or all playouts are compiled twice.
No kernel calls itself: such code, found again in a cache, can crash (numba 0.68).

Numba is imported when the first of these names is asked for: records, settings and rules can be used without it.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ponnuki.kernels.decorators import inline, jit, run_compiled

__all__ = ["inline", "jit", "run_compiled"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ponnuki.kernels import decorators

    return getattr(decorators, name)
