"""Numbers at an address: how kernels read tables that are too large for a record, such as files mapped into memory.

A record holds the address. Whoever makes the record keeps the memory alive and has checked that every index is inside.
"""

import ctypes
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from ponnuki.kernels import run_compiled


def load_u4(address: Any, index: Any) -> Any:
    """The unsigned 32-bit number at a place of an array."""
    return np.uint32(ctypes.c_uint32.from_address(int(address) + 4 * int(index)).value)


def load_u8(address: Any, index: Any) -> Any:
    """The unsigned 64-bit number at a place of an array."""
    return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value)


def load_f4(address: Any, index: Any) -> Any:
    """The 32-bit floating-point number at a place of an array."""
    return np.float32(ctypes.c_float.from_address(int(address) + 4 * int(index)).value)


def _loader(kind: Any) -> Any:
    """What numba compiles for one kind of number: a load from the address."""

    @intrinsic  # type: ignore[untyped-decorator]
    def load(typing_context: Any, address: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start, place = (
                context.cast(builder, value, given, types.uint64)
                for value, given in zip(arguments, signature.args, strict=True)
            )
            pointer = builder.inttoptr(start, cgutils.voidptr_t)
            pointer = builder.bitcast(pointer, context.get_value_type(kind).as_pointer())
            return builder.load(builder.gep(pointer, [place]))

        return kind(address, index), generate

    return load


if run_compiled:
    _u4, _u8, _f4 = _loader(types.uint32), _loader(types.uint64), _loader(types.float32)
    overload(load_u4, inline="always")(lambda address, index: lambda address, index: _u4(address, index))
    overload(load_u8, inline="always")(lambda address, index: lambda address, index: _u8(address, index))
    overload(load_f4, inline="always")(lambda address, index: lambda address, index: _f4(address, index))
