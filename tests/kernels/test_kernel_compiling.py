"""Machine code is made only of what Python calls; the rest is kept as LLVM code and linked."""

import gc

import numba
import pytest
from fresh import COMPILING, python, write

from ponnuki.kernels import jit
from ponnuki.kernels.sooner import garbage_collected_rarely

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="without compiling there is no code")

KERNELS = """
    from ponnuki.kernels import inline, jit

    @inline
    def twice(x):
        y = x + x
        return y

    @jit
    def inner(x):
        if x < 0:
            raise ValueError("a number below zero")
        return twice(x) + twice(twice(x))

    @jit
    def outer(x):
        total = 0
        for i in range(x, 3):
            total += inner(i)
        return total

    @jit
    def other(x):
        return inner(x) + 1
"""
CALL = """
    import pickle
    from ponnuki.games.kernels import inner, other, outer
    from ponnuki.kernels.cache import usable_place

    print(({called}))
    for path in usable_place().rglob("*.nbc"):
        (_, name, _), (_, kept, *_) = pickle.loads(path.read_bytes())
        print(name, "without" if kept.machine_code is None else "with")
"""


@pytest.fixture
def run(source, tmp_path):
    """Call kernels in a new process: what it printed, whether it compiled, and what the cache then has."""
    write(source / "ponnuki" / "games" / "kernels.py", KERNELS)

    def call(called):
        done = python(CALL.format(called=called), tmp_path / "cache", source)
        result, *entries = done.stdout.splitlines()
        return result, COMPILING in done.stderr, sorted(entries)

    return call


def test_a_kernel_that_only_kernels_call_has_no_machine_code_until_python_calls_it(run):
    assert run("outer(0)") == ("18", True, ["inner without", "outer with"])
    assert run("inner(2)") == ("12", False, ["inner with", "outer with"])
    assert run("inner(2), outer(0)") == ("(12, 18)", False, ["inner with", "outer with"])


def test_another_caller_links_what_is_kept_whether_or_not_it_has_machine_code(run):
    assert run("outer(0)")[2] == ["inner without", "outer with"]
    assert run("other(1)") == ("7", True, ["inner without", "other with", "outer with"])
    assert run("inner(1), other(1)") == ("(6, 7)", False, ["inner with", "other with", "outer with"])


def test_a_kernel_that_python_calls_after_a_kernel_did_is_kept_with_its_machine_code(run):
    assert run("outer(0), inner(2), inner(2)") == ("(18, 12, 12)", True, ["inner with", "outer with"])


def test_an_error_of_a_kernel_within_another_is_raised_also_by_code_that_was_kept(source, run, tmp_path):
    assert run("outer(1)")[:2] == ("18", True)
    done = python(CALL.format(called="outer(-1)"), tmp_path / "cache", source, check=False)
    assert done.returncode == 1
    assert done.stderr.endswith("ValueError: a number below zero\n")


TWO_CALLERS = """
    import numpy as np
    from ponnuki.kernels import jit
    from ponnuki.kernels.dispatch import dispatch

    @dispatch
    def value(record, x):
        return 0

    @value.when("marked")
    @jit
    def marked(record, x):
        return record.marked + x

    @jit
    def one(record, x):
        return value(record, x)

    @jit
    def two(record, x):
        return value(record, x) + marked(record, x)

    record = np.ones(1, np.dtype([("marked", "i8")])).view(np.recarray)[0]
"""


def test_a_kernel_that_is_called_by_dispatch_and_by_name_is_compiled_once(source, tmp_path):
    write(source / "ponnuki" / "games" / "chosen.py", TWO_CALLERS)
    code = """
        from numba.core import event
        from ponnuki.games.chosen import one, record, two

        with event.install_recorder("numba:compile") as recorder:
            print(one(record, 1), two(record, 2))
        starts = [found.data["dispatcher"].py_func.__name__ for _, found in recorder.buffer if found.is_start]
        print(*sorted(starts))
    """
    assert python(code, tmp_path / "cache", source).stdout == "2 6\nmarked one two\n"
    assert python(code, tmp_path / "cache", source).stdout == "2 6\n\n"


VARIED = """
    import math
    import numpy as np
    from ponnuki.kernels import jit

    @jit
    def clipped(x, low):
        y = x if x > low else low
        return y

    @jit
    def weigh(record, seed):
        total, code = 0.0, np.uint64(seed)
        for i in range(len(record.values)):
            code ^= code << np.uint64(13)
            if record.values[i] % 2 and not (code & np.uint64(1)):
                record.values[i] += i
            total += clipped(math.sqrt(record.values[i]), 1.5) * record.inner.factor
        return total / len(record.values)

    def answer():
        layout = np.dtype([("values", "u2", (5,)), ("inner", [("factor", "f4")])])
        return weigh(np.ones(1, layout).view(np.recarray)[0], 7)
"""
AS_NUMBA_DOES = "from ponnuki.kernels import sooner; sooner.compile_sooner = lambda: None\n"


def test_what_is_done_sooner_comes_out_as_numba_makes_it_byte_by_byte(source, tmp_path):
    """But for the names of variables of functions that are compiled into their callers, which have numbers in them."""
    write(source / "ponnuki" / "games" / "varied.py", VARIED)
    kept = []
    for before in ("", AS_NUMBA_DOES):
        place = tmp_path / f"cache-{len(kept)}"
        done = python(f"{before}from ponnuki.games.varied import answer; print(answer())", place, source)
        kept.append({path.name: path.read_bytes() for path in place.rglob("*.nbc")} | {"answer": done.stdout})
    assert len(kept[0]) == 3
    assert kept[0] == kept[1]


def test_python_looks_for_garbage_as_before_when_a_kernel_is_compiled_or_cannot_be():
    before = gc.get_threshold()
    with garbage_collected_rarely():
        assert gc.get_threshold() > before

    @jit
    def length(x):
        return len(x)

    assert length((1, 2.0)) == 2
    with pytest.raises(numba.TypingError):
        length(5)
    assert gc.get_threshold() == before
