"""Numbers at an address: kernels read what an array has there."""

from typing import Any

import numpy as np
import pytest

from ponnuki.kernels import jit
from ponnuki.kernels.memory import load_f4, load_u4, load_u8

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


@jit
def _read(addresses: Any, index: Any, found: Any) -> None:
    found[0] = load_u4(addresses[0], index)
    found[1] = load_u8(addresses[1], index)
    found[2] = load_f4(addresses[2], index)


def test_kernels_and_python_read_what_the_arrays_have() -> None:
    arrays = (
        np.array([1, 2**32 - 1, 7], np.uint32),
        np.array([5, 2**53, 9], np.uint64),
        np.array([0.5, -1.25, 3.0], np.float32),
    )
    addresses = np.array([array.ctypes.data for array in arrays], np.uint64)
    for index in range(3):
        found = np.zeros(3)
        _read(addresses, np.uint32(index), found)
        expected = [float(array[index]) for array in arrays]
        assert found.tolist() == expected
        read = (load_u4(addresses[0], index), load_u8(addresses[1], index), load_f4(addresses[2], index))
        assert [float(one) for one in read] == expected
