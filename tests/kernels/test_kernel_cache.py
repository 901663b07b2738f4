"""Compiled code is kept, found again, and never stale: each test starts Python anew on a cache of its own."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numba
import pytest

import ponnuki

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="without compiling there is nothing to keep")

NEEDED = ("__init__.py", "errors.py", "kernels", "games/__init__.py")
"""The parts of the package that kernels need, and nothing that takes long to compile."""
COMPILING = "compiling kernels for their first run here"

KERNEL_A = """
    from {module} import jit

    @jit
    def step(x):
        return x + {number}
"""
KERNEL_B = """
    import numpy as np
    from {package}.a import step
    from {module} import jit

    @jit
    def total(record):
        result = len(record.values)
        for i in range(len(record.values)):
            result += step(record.values[i])
        return result

    def answer(size):
        record = np.ones(1, np.dtype([("values", "i8", (size,))])).view(np.recarray)[0]
        return total(record)
"""


def python(code, place, source=None, check=True, **environment):
    """Run code in a new process with its cache at `place` and, if given, another copy of the package."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PONNUKI_", "XDG_"))}
    kept |= {"PYTHONDONTWRITEBYTECODE": "1", **environment}
    if place is not None:
        kept["PONNUKI_CACHE_DIR"] = str(place)
    if source is not None:
        kept["PYTHONPATH"] = str(source)
    command = [sys.executable, "-c", textwrap.dedent(code)]
    return subprocess.run(command, env=kept, capture_output=True, text=True, check=check, timeout=300)


def write(path, text, **values):
    path.write_text(textwrap.dedent(text).format(**values), encoding="utf-8")


@pytest.fixture
def source(tmp_path):
    """A copy of the package in which kernels may be edited."""
    original, copy = Path(ponnuki.__file__).parent, tmp_path / "source" / "ponnuki"
    for part in NEEDED:
        (copy / part).parent.mkdir(parents=True, exist_ok=True)
        if (original / part).is_dir():
            shutil.copytree(original / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(original / part, copy / part)
    write(copy / "games" / "a.py", KERNEL_A, module="ponnuki.kernels", number=10)
    write(copy / "games" / "b.py", KERNEL_B, module="ponnuki.kernels", package="ponnuki.games")
    return tmp_path / "source"


ANSWER = "from ponnuki.games.b import answer; print(answer(4))"
CACHE_DIRECTORY = "import numba, ponnuki.kernels; print(numba.config.CACHE_DIR)"


def test_editing_an_imported_kernel_is_noticed(source, tmp_path):
    assert python(ANSWER, tmp_path / "cache", source).stdout == "48\n"
    assert python(ANSWER, tmp_path / "cache", source).stderr == ""
    write(source / "ponnuki" / "games" / "a.py", KERNEL_A, module="ponnuki.kernels", number=1000)
    again = python(ANSWER, tmp_path / "cache", source)
    assert again.stdout == "4008\n"
    assert COMPILING in again.stderr
    write(source / "ponnuki" / "games" / "a.py", KERNEL_A, module="ponnuki.kernels", number=10)
    assert python(ANSWER, tmp_path / "cache", source).stdout == "48\n"


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
    """With the real kernels: the first says that it compiles, once; the second finds all of it."""
    code = """
        import ponnuki.games.go.board as board, ponnuki.games.go.moves as moves
        from ponnuki.games.go import Position
        position = Position.empty(3).play("B2")
        print(len(position.legal_moves()), position.score())
        print(sum(sum(k.stats.cache_misses.values()) for k in (board.play_or_suicide, moves.legal_points)))
    """
    first = python(code, tmp_path / "cache")
    assert first.stdout.splitlines()[0] == "9 9.0"
    assert int(first.stdout.splitlines()[1]) > 0
    assert first.stderr.count("\n") == 1
    assert COMPILING in first.stderr
    second = python(code, tmp_path / "cache")
    assert second.stdout.splitlines() == ["9 9.0", "0"]
    assert second.stderr == ""


def test_code_that_two_processes_compiled_for_two_sizes_is_told_apart_by_a_third(tmp_path):
    """Numba numbers record types anew in each process, and would call one size's code for the other's."""
    code = "from ponnuki.policies.go_light import sample; print(*(sample(size, 50) for size in {sizes}), sep='|')"

    def samples(*sizes):
        return python(code.format(sizes=sizes), tmp_path / "cache").stdout.strip().split("|")

    apart = samples(3) + samples(4)
    assert apart[0] != apart[1]
    assert samples(3, 4) == apart


def test_processes_that_start_together_on_an_empty_cache_all_get_their_own_size(source, tmp_path):
    sizes = [2, 3, 5, 9, 13, 19]
    code = """
        import sys, time
        from pathlib import Path
        from ponnuki.games.b import answer
        place = Path({place!r})
        (place / f"ready-{size}").touch()
        while not (place / "go").exists():
            time.sleep(0.001)
        print(answer({size}))
    """
    environment = {**os.environ, "PONNUKI_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(source)}
    command = [sys.executable, "-c"]
    started = [
        subprocess.Popen(
            [*command, textwrap.dedent(code).replace("{size}", str(size)).replace("{place!r}", repr(str(tmp_path)))],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for size in sizes
    ]
    while len(list(tmp_path.glob("ready-*"))) < len(sizes):
        assert all(process.poll() is None for process in started)
    (tmp_path / "go").touch()
    assert [int(process.communicate(timeout=120)[0]) for process in started] == [size + 11 * size for size in sizes]
    later = python(
        f"from ponnuki.games.b import answer; print([answer(n) for n in {sizes}])", tmp_path / "cache", source
    )
    assert later.stdout == f"{[size + 11 * size for size in sizes]}\n"
    assert later.stderr == "", "each size was found in the cache, so every entry of the index is right"


SLOW_WRITER = """
    import time
    from pathlib import Path
    from numba.core.caching import IndexDataCacheFile

    save_data = IndexDataCacheFile._save_data

    def save_slowly(self, name, data):
        Path({flag!r}).touch()
        time.sleep(2)
        save_data(self, name, data)

    IndexDataCacheFile._save_data = save_slowly
    from own import answer
    print(answer(3))
"""


def test_an_entry_that_is_being_written_is_not_read(source, tmp_path):
    """Numba writes its index before the code: a reader in between would get what an older file of that name holds.

    Older files stay where a kernel outside the package is edited, whose text is not in the name of the directory.
    """
    place, flag, own = tmp_path / "cache", tmp_path / "writing", source / "own.py"
    write(own, KERNEL_B, module="ponnuki.kernels", package="ponnuki.games")
    assert python("from own import answer; print(answer(2), answer(3))", place, source).stdout == "24 36\n"
    own.write_text(own.read_text() + "# edited\n")
    writer = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(SLOW_WRITER).replace("{flag!r}", repr(str(flag)))],
        env={**os.environ, "PONNUKI_CACHE_DIR": str(place), "PYTHONPATH": str(source)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    while not flag.exists():
        assert writer.poll() is None
    assert python("from own import answer; print(answer(3))", place, source).stdout == "36\n"
    assert writer.communicate(timeout=60)[0] == "36\n"


def test_bounds_checked_code_has_a_directory_of_its_own(tmp_path):
    plain = python(CACHE_DIRECTORY, tmp_path).stdout
    checked = python(CACHE_DIRECTORY, tmp_path, NUMBA_BOUNDSCHECK="1").stdout
    assert plain != checked
    assert {Path(plain.strip()).parent, Path(checked.strip()).parent} == {tmp_path}


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
    result = python(CACHE_DIRECTORY, blocked, source, TMPDIR=str(elsewhere))
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
    assert Path(python(CACHE_DIRECTORY, tmp_path / "own").stdout).parent == tmp_path / "own"
    xdg = python(CACHE_DIRECTORY, None, XDG_CACHE_HOME=str(tmp_path / "xdg")).stdout
    assert Path(xdg).parent == tmp_path / "xdg" / "ponnuki"
    home = python(CACHE_DIRECTORY, None, HOME=str(tmp_path / "home")).stdout
    assert Path(home).parent == tmp_path / "home" / ".cache" / "ponnuki"
    both = python(CACHE_DIRECTORY, tmp_path / "own", XDG_CACHE_HOME=str(tmp_path / "xdg")).stdout
    assert Path(both).parent == tmp_path / "own"


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
    python(CACHE_DIRECTORY, place, source)
    assert not (place / "kernels-old").exists()
    assert (place / "kernels-young").exists()
    assert (place / "mine").exists()
