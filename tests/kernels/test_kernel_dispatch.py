"""One name, several kernels: chosen by the fields of a record, compiled or not."""

import numpy as np
import pytest

from ponnuki.kernels import jit
from ponnuki.kernels.dispatch import dispatch

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]


@dispatch
def weight(record, factor):
    """What records without a special field weigh."""
    return factor


@weight.when("heavy")
def _heavy(record, factor):
    return record.heavy * factor


@weight.when("late")
@jit
def _late(record, factor):
    return record.late + factor


@jit
def weigh(record, factor):
    return weight(record, factor)


def record(**fields):
    records = np.zeros(1, np.dtype([("plain", "i8"), *((name, "i8") for name in fields)])).view(np.recarray)
    for name, value in fields.items():
        records[0][name] = value
    return records[0]


def test_a_record_without_the_field_gets_the_default():
    assert weigh(record(), 3) == weight(record(), 3) == 3
    assert weigh(record(other=5), 3) == 3


def test_a_record_with_the_field_gets_its_kernel():
    assert weigh(record(heavy=5), 3) == weight(record(heavy=5), 3) == 15


def test_a_registered_kernel_may_be_compiled_on_its_own_too():
    assert weigh(record(late=5), 3) == weight(record(late=5), 3) == 8


def test_the_choice_is_made_anew_for_each_type():
    assert [weigh(r, 2) for r in (record(), record(heavy=7), record(), record(late=1), record(heavy=1))] == [
        2,
        14,
        2,
        3,
        2,
    ]
