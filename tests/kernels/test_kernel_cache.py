"""Compiled code is kept, found again, and told apart: each test starts Python anew on a cache of its own."""

import os
from pathlib import Path

import numba
import pytest
from fresh import ANSWER, COMPILING, KERNEL_A, KERNEL_B, python, started, write

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="without compiling there is nothing to keep")

CACHE_PLACE = """
    import ponnuki.kernels.random
    from ponnuki.kernels.cache import usable_place
    print(usable_place())
"""


def test_the_cache_of_numba_alone_does_not_notice(tmp_path):
    """The control of the test above: if this fails, numba has learnt it, and our care can go."""
    package = tmp_path / "plain"
    package.mkdir()
    write(package / "__init__.py", "")
    write(package / "decorator.py", "import numba\n\ndef jit(function):\n    return numba.njit(cache=True)(function)\n")
    write(package / "a.py", KERNEL_A, module="plain.decorator", number=10)
    write(package / "b.py", KERNEL_B, module="plain.decorator", package="plain")
    code = "from plain.b import answer; print(answer(4))"
    directory = str(tmp_path / "numba")
    assert python(code, None, tmp_path, NUMBA_CACHE_DIR=directory).stdout == "48\n"
    write(package / "a.py", KERNEL_A, module="plain.decorator", number=1000)
    assert python(code, None, tmp_path, NUMBA_CACHE_DIR=directory).stdout == "48\n", "stale, as expected"


def test_a_second_process_compiles_nothing(tmp_path):
    """With the real kernels: the first says that it compiles, once; the second finds all of it, and starts sooner, as
    it does not load what numba compiles arrays with."""
    code = """
        import sys
        import ponnuki.games.go.board as board, ponnuki.games.go.moves as moves
        from ponnuki.games.go import Position
        position = Position.empty(3).play("B2")
        print(len(position.legal_moves()), position.score())
        print(sum(sum(k.stats.cache_misses.values()) for k in (board.play_or_suicide, moves.legal_points)))
        print("numba.np.arraymath" in sys.modules)
    """
    first = python(code, tmp_path / "cache")
    assert first.stdout.splitlines()[0] == "9 9.0"
    assert int(first.stdout.splitlines()[1]) > 0
    assert first.stderr.count("\n") == 1
    assert COMPILING in first.stderr
    second = python(code, tmp_path / "cache")
    assert second.stdout.splitlines() == ["9 9.0", "0", "False"]
    assert second.stderr == ""


TWO_LEVELS = """
    import numpy as np
    from ponnuki.kernels import jit

    @jit
    def mixed(record, x):
        for i in range(len(record.values)):
            record.values[i] = x ^ i
    {steps}
        return len(record.values)

    @jit
    def outer(record):
        return mixed(record, 1) + mixed(record, 2) + mixed(record, 3)

    def answer(size):
        return outer(np.zeros(1, np.dtype([("values", "i8", (size,))])).view(np.recarray)[0])
"""
STEP = """
        for i in range(len(record.values) - 1):
            if record.values[i] > x + {number}:
                record.values[i + 1] ^= record.values[i] * {number}
"""


def test_code_that_two_processes_compiled_for_two_sizes_is_told_apart_by_a_third(source, tmp_path):
    """Numba numbers record types anew in each process, and would call one size's code for the other's."""
    steps = "".join(STEP.format(number=number) for number in range(12))  # too long to be compiled into its caller
    write(source / "ponnuki" / "games" / "levels.py", TWO_LEVELS, steps=steps)

    def answers(*sizes):
        code = f"from ponnuki.games.levels import answer; print(*(answer(size) for size in {sizes}))"
        return python(code, tmp_path / "cache", source).stdout.split()

    assert answers(3) + answers(30) == ["9", "90"]
    assert answers(3, 30) == ["9", "90"]


def test_processes_that_start_together_on_an_empty_cache_all_get_their_own_size(source, tmp_path):
    sizes = [2, 3, 5, 9, 13, 19]
    code = """
        from ponnuki.games.b import answer
        print("ready", flush=True)
        print(answer(int(input())))
    """
    processes = [started(code, tmp_path / "cache", source) for _ in sizes]
    assert [process.stdout.readline() for process in processes] == ["ready\n"] * len(sizes)
    for process, size in zip(processes, sizes, strict=True):
        process.stdin.write(f"{size}\n")
        process.stdin.flush()
    assert [int(process.communicate(timeout=120)[0]) for process in processes] == [12 * size for size in sizes]
    code = f"from ponnuki.games.b import answer; print([answer(size) for size in {sizes}])"
    later = python(code, tmp_path / "cache", source)
    assert later.stdout == f"{[12 * size for size in sizes]}\n"
    assert later.stderr == "", "each size was found in the cache"


SLOW_WRITER = """
    from pathlib import Path

    rename = Path.replace

    def rename_later(self, target):
        print("writing", flush=True)
        input()
        rename(self, target)

    Path.replace = rename_later
    from ponnuki.games.a import step
    print(step(5))
"""


def test_an_entry_that_is_being_written_is_not_read(source, tmp_path):
    """A reader that comes before the entry is complete finds nothing, compiles, and disturbs the writer as little."""
    code = "from ponnuki.games.a import step; print(step(5))"
    writer = started(SLOW_WRITER, tmp_path / "cache", source)
    assert writer.stdout.readline() == "writing\n"
    early = python(code, tmp_path / "cache", source)
    assert early.stdout == "15\n"
    assert COMPILING in early.stderr
    assert writer.communicate("\n", timeout=60)[0] == "15\n"
    late = python(code, tmp_path / "cache", source)
    assert (late.stdout, late.stderr) == ("15\n", "")
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file() and path.suffix != ".nbc"]


def test_an_entry_that_is_damaged_is_compiled_again(source, tmp_path):
    code = "from ponnuki.games.a import step; print(step(5))"
    python(code, tmp_path / "cache", source)
    [entry] = (tmp_path / "cache").rglob("*.nbc")
    entry.write_bytes(entry.read_bytes()[:100])
    again = python(code, tmp_path / "cache", source)
    assert again.stdout == "15\n"
    assert COMPILING in again.stderr
    assert python(code, tmp_path / "cache", source).stderr == ""


def test_a_copy_of_the_sources_elsewhere_finds_the_same_code(source, tmp_path):
    python(ANSWER, tmp_path / "cache", source)
    source.rename(tmp_path / "moved")
    moved = python(ANSWER, tmp_path / "cache", tmp_path / "moved")
    assert (moved.stdout, moved.stderr) == ("48\n", "")


OUT_OF_BOUNDS = """
    from ponnuki.kernels import jit
    import numpy as np

    @jit
    def beyond(record, i):
        return record.values[i]

    def answer():
        records = np.zeros(1, np.dtype([("values", "u2", (4,)), ("after", "u2", (4,))])).view(np.recarray)
        records[0].after = 7
        return beyond(records[0], np.uint64(4))
"""


def test_the_bounds_check_fires_though_unchecked_code_is_in_the_cache(source, tmp_path):
    """The deliberate fault reads one number past an array of a record, as a wrong kernel would."""
    write(source / "ponnuki" / "games" / "c.py", OUT_OF_BOUNDS)
    code = "from ponnuki.games.c import answer; print(answer())"
    assert python(code, tmp_path, source).stdout == "7\n", "unchecked, it silently reads the next field"
    checked = python(code, tmp_path, source, check=False, NUMBA_BOUNDSCHECK="1")
    assert checked.returncode != 0
    assert "IndexError: index is out of bounds" in checked.stderr
    assert python(code, tmp_path, source).stdout == "7\n"


def test_a_place_that_cannot_be_written_falls_back_with_one_line_of_notice(source, tmp_path):
    """Below a regular file not even root can make a directory."""
    (tmp_path / "file").write_text("in the way")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    blocked = tmp_path / "file" / "cache"
    result = python(CACHE_PLACE, blocked, source, TMPDIR=str(elsewhere))
    assert Path(result.stdout.strip()).is_relative_to(elsewhere)
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"ponnuki: cannot write {blocked} (")
    first = python(ANSWER, blocked, source, TMPDIR=str(elsewhere))
    again = python(ANSWER, blocked, source, TMPDIR=str(elsewhere))
    assert first.stdout == again.stdout == "48\n"
    assert COMPILING in first.stderr
    assert COMPILING not in again.stderr, "the place of refuge is a cache too"
    assert again.stderr == result.stderr
    assert next(elsewhere.iterdir()).stat().st_mode & 0o077 == 0, "code that is loaded must not be another user's"


def test_the_cache_is_where_the_environment_says(tmp_path):
    assert Path(python(CACHE_PLACE, tmp_path / "own").stdout.strip()) == tmp_path / "own"
    xdg = python(CACHE_PLACE, None, XDG_CACHE_HOME=str(tmp_path / "xdg")).stdout
    assert Path(xdg.strip()) == tmp_path / "xdg" / "ponnuki"
    home = python(CACHE_PLACE, None, HOME=str(tmp_path / "home")).stdout
    assert Path(home.strip()) == tmp_path / "home" / ".cache" / "ponnuki"
    both = python(CACHE_PLACE, tmp_path / "own", XDG_CACHE_HOME=str(tmp_path / "xdg")).stdout
    assert Path(both.strip()) == tmp_path / "own"


def test_a_relative_place_means_the_same_after_a_change_of_directory(source, tmp_path):
    code = f"""
        import os
        os.chdir({str(tmp_path)!r})
        from ponnuki.games.b import answer
        os.makedirs("elsewhere")
        os.chdir("elsewhere")
        print(answer(4))
    """
    assert python(code, "cache", source).stdout == "48\n"
    assert list((tmp_path / "cache").rglob("*.nbc"))
    assert not (tmp_path / "elsewhere" / "cache").exists()


def test_a_cache_that_is_removed_under_a_running_process_costs_a_compilation_only(source, tmp_path):
    code = f"""
        import shutil
        from ponnuki.games.b import answer
        shutil.rmtree({str(tmp_path / "cache")!r})
        print(answer(4))
    """
    result = python(code, tmp_path / "cache", source)
    assert result.stdout == "48\n"
    assert all(line.startswith("ponnuki: ") for line in result.stderr.splitlines())


def test_code_of_sources_long_unused_is_swept_away_and_other_files_are_not(source, tmp_path):
    place = tmp_path / "cache"
    for name, age in (("kernels-old", 40), ("kernels-young", 3), ("mine", 400)):
        (place / name).mkdir(parents=True)
        seconds = (tmp_path / "source").stat().st_mtime - age * 24 * 3600
        os.utime(place / name, (seconds, seconds))
    python(ANSWER, place, source)
    assert not (place / "kernels-old").exists()
    assert (place / "kernels-young").exists()
    assert (place / "mine").exists()
