"""No kernel runs with code of older sources, and none is compiled again for sources that it cannot reach."""

import importlib
import pkgutil
from pathlib import Path

import numba
import pytest
from fresh import ANSWER, COMPILING, KERNEL_A, python, started, write

import ponnuki
from ponnuki.kernels import reach

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="without compiling there is nothing to keep")


def test_an_edit_of_an_imported_kernel_is_noticed_and_undoing_it_too(source, tmp_path):
    assert python(ANSWER, tmp_path / "cache", source).stdout == "48\n"
    assert python(ANSWER, tmp_path / "cache", source).stderr == ""
    write(source / "ponnuki" / "games" / "a.py", KERNEL_A, module="ponnuki.kernels", number=1000)
    again = python(ANSWER, tmp_path / "cache", source)
    assert again.stdout == "4008\n"
    assert COMPILING in again.stderr
    write(source / "ponnuki" / "games" / "a.py", KERNEL_A, module="ponnuki.kernels", number=10)
    undone = python(ANSWER, tmp_path / "cache", source)
    assert (undone.stdout, undone.stderr) == ("48\n", "")


def test_a_process_that_runs_during_an_edit_keeps_what_it_runs_under_the_old_sources(source, tmp_path):
    """It compiles what it has imported, after the edit; nobody who imports the new text may find that."""
    code = "from ponnuki.games.b import answer\nprint('ready', flush=True)\ninput()\nprint(answer(4))"
    process = started(code, tmp_path / "cache", source)
    assert process.stdout.readline() == "ready\n"
    write(source / "ponnuki" / "games" / "a.py", KERNEL_A, module="ponnuki.kernels", number=1000)
    assert process.communicate("\n", timeout=120)[0] == "48\n"
    assert python(ANSWER, tmp_path / "cache", source).stdout == "4008\n"


# ---- through imports ------------------------------------------------------------------------------------------------

TABLES = """
    import numpy as np
    LIMIT = {limit}
    layout = np.dtype([("{first}", "i8"), ("{second}", "i8")])
"""
PASSED_ON = (
    "from ponnuki.games.tables import (  # as others call it (so they do)\n    layout,\n    LIMIT as BOUND,\n)\n"
)
USER = """
    import numpy as np
    from ponnuki.games import passed_on
    from ponnuki.kernels import jit

    @jit
    def below_limit(x):
        return x < passed_on.BOUND

    @jit
    def second_of_three(number):
        records = np.zeros(3, passed_on.layout)
        records[1].low, records[1].high = number, 2 * number
        return records[1]

    def answer():
        return below_limit(5), bytes(second_of_three(7).tobytes())[0]
"""


def test_an_edit_of_a_constant_or_a_record_type_two_imports_away_is_noticed(source, tmp_path):
    games = source / "ponnuki" / "games"
    write(games / "tables.py", TABLES, limit=10, first="low", second="high")
    write(games / "passed_on.py", PASSED_ON)
    write(games / "user.py", USER)
    code = "from ponnuki.games.user import answer; print(*answer())"
    assert python(code, tmp_path / "cache", source).stdout == "True 7\n"
    write(games / "tables.py", TABLES, limit=3, first="low", second="high")
    assert python(code, tmp_path / "cache", source).stdout == "False 7\n"
    write(games / "tables.py", TABLES, limit=3, first="high", second="low")
    assert python(code, tmp_path / "cache", source).stdout == "False 14\n"
    assert python(code, tmp_path / "cache", source).stderr == ""


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("import a.b.c", {"a", "a.b", "a.b.c"}),
        ("import a as x, b . c", {"a", "b"}),
        ("from a.b import c", {"a.b", "a.b.c"}),
        ("from a import (\n    b,  # not (c)\n    d as e,\n)", {"a", "a.b", "a.d"}),
        ("from a import \\\n    b", {"a", "a.b"}),
        ("from . import b", {"p.q", "p.q.b"}),
        ("from .b import c", {"p.q.b", "p.q.b.c"}),
        ("from .. import b", {"p", "p.b"}),
        ("from a import *", {"a"}),
        ("if True: import a; from b import c", {"a", "b", "b.c"}),
        ("def f():\n\tfrom a import b", {"a", "a.b"}),
        ("try:\n    import a\nexcept ImportError:\n    a = None", {"a"}),
        ("def f(x):\n    yield from x\nimport a", {"a"}),
    ],
)
def test_every_way_to_import_is_seen(statement, found):
    assert found <= set(reach._imports(f"x = 1\n{statement}\ny = 2\n", "p.q"))


def test_what_is_imported_is_all_that_python_had_to_load():
    """The real kernels: nothing of ours that was loaded for the search is missed, the packages' own files apart and
    what the first of them loads."""
    code = """
        import sys
        import ponnuki
        before = set(sys.modules)
        import ponnuki.search.search
        from ponnuki.kernels import reach
        loaded = {name for name in set(sys.modules) - before if name.startswith("ponnuki.")}
        packages = {name for name in loaded if hasattr(sys.modules[name], "__path__")}
        print(sorted(loaded - packages - reach._imported_by({"ponnuki.search.search"})))
    """
    assert python(code, None).stdout == "[]\n"


# ---- through dispatch -----------------------------------------------------------------------------------------------

INTERFACE = """
    from ponnuki.kernels.dispatch import dispatch

    @dispatch
    def value(record):
        return 1
"""
SEARCH = """
    import numpy as np
    from ponnuki.games.rules import value
    from ponnuki.kernels import jit

    @jit
    def search(record):
        return 100 * value(record)

    def answer(*fields):
        return search(np.zeros(1, np.dtype([(name, "i8") for name in fields])).view(np.recarray)[0])
"""
GAME = """
    from ponnuki.games.rules import value
    from {helper} import worth

    @value.when("{field}")
    def _value(record):
        return worth(record.{field}) + {number}
"""
HELPER = """
    from ponnuki.kernels import jit

    @jit
    def worth(x):
        return x + {number}
"""


@pytest.fixture
def games(source):
    """A search that knows no game, a game of the package, and one of another package, each with a helper."""
    write(source / "ponnuki" / "games" / "rules.py", INTERFACE)
    write(source / "ponnuki" / "games" / "search.py", SEARCH)
    write(source / "ponnuki" / "games" / "go.py", GAME, field="go", helper="ponnuki.games.go_helper", number=2)
    write(source / "ponnuki" / "games" / "go_helper.py", HELPER, number=0)
    write(source / "other" / "hex.py", GAME, field="hex", helper="other.helper", number=3)
    write(source / "other" / "helper.py", HELPER, number=0)
    return source


PLAY = "from ponnuki.games.search import answer; import ponnuki.games.go, other.hex; print(answer({fields!r}))"


def test_an_edit_of_a_kernel_that_is_reached_by_dispatch_alone_is_noticed(games, tmp_path):
    code = PLAY.format(fields="go")
    assert python(code, tmp_path / "cache", games).stdout == "200\n"
    assert python(code, tmp_path / "cache", games).stderr == ""
    write(games / "ponnuki" / "games" / "go.py", GAME, field="go", helper="ponnuki.games.go_helper", number=4)
    assert python(code, tmp_path / "cache", games).stdout == "400\n"
    write(games / "ponnuki" / "games" / "go_helper.py", HELPER, number=5)
    assert python(code, tmp_path / "cache", games).stdout == "900\n"


def test_an_edit_of_another_package_is_noticed_by_its_game_alone(games, tmp_path):
    """The search of Go is not compiled again for an edit of Hex, whichever games are loaded and in which order."""
    for field, value in (("go", "200\n"), ("hex", "300\n")):
        assert python(PLAY.format(fields=field), tmp_path / "cache", games).stdout == value
    write(games / "other" / "helper.py", HELPER, number=5)
    go, hexagons = (python(PLAY.format(fields=field), tmp_path / "cache", games) for field in ("go", "hex"))
    assert (go.stdout, go.stderr) == ("200\n", "")
    assert hexagons.stdout == "800\n"
    assert COMPILING in hexagons.stderr
    reversed_order = "import other.hex, ponnuki.games.go; from ponnuki.games.search import answer; print(answer('go'))"
    alone = "import ponnuki.games.go; from ponnuki.games.search import answer; print(answer('go'))"
    for code in (reversed_order, alone):
        done = python(code, tmp_path / "cache", games)
        assert (done.stdout, done.stderr) == ("200\n", "")


def test_what_is_compiled_depends_on_what_has_been_registered_until_then(games, tmp_path):
    """Without the game its records get the default, also from the cache, and the other way round."""
    without = "from ponnuki.games.search import answer; print(answer('go'))"
    for _ in range(2):
        assert python(without, tmp_path / "cache", games).stdout == "100\n"
        assert python(PLAY.format(fields="go"), tmp_path / "cache", games).stdout == "200\n"


def test_for_a_record_with_two_registered_fields_the_order_of_registration_counts(games, tmp_path):
    code = "import {first}, {second}; from ponnuki.games.search import answer; print(answer('go', 'hex'))"
    for _ in range(2):
        go_first = code.format(first="ponnuki.games.go", second="other.hex")
        assert python(go_first, tmp_path / "cache", games).stdout == "200\n"
        hex_first = code.format(first="other.hex", second="ponnuki.games.go")
        assert python(hex_first, tmp_path / "cache", games).stdout == "300\n"


GLOBAL_RECORD = """
    import numpy as np
    from ponnuki.games.rules import value
    from ponnuki.kernels import jit

    layout = np.dtype([("inner", [("go", "i8")])])

    @jit
    def made_here():
        return value(np.zeros(1, layout)[0].inner)
"""


def test_a_record_that_a_kernel_makes_itself_is_dispatched_and_noticed_too(games, tmp_path):
    write(games / "ponnuki" / "games" / "made.py", GLOBAL_RECORD)
    code = "import ponnuki.games.go; from ponnuki.games.made import made_here; print(made_here())"
    assert python(code, tmp_path / "cache", games).stdout == "2\n"
    write(games / "ponnuki" / "games" / "go.py", GAME, field="go", helper="ponnuki.games.go_helper", number=4)
    assert python(code, tmp_path / "cache", games).stdout == "4\n"


def test_a_kernel_without_a_source_is_compiled_and_not_kept(source, tmp_path):
    code = """
        from ponnuki.kernels import jit

        @jit
        def double(x):
            return 2 * x

        print(double(4))
    """
    for _ in range(2):
        done = python(code, tmp_path / "cache", source)
        assert done.stdout == "8\n"
        assert COMPILING in done.stderr
    assert not list((tmp_path / "cache").rglob("*.nbc"))


def test_every_real_kernel_has_a_key_and_reaches_no_room_that_has_none():
    modules = [
        importlib.import_module(found.name)
        for room in ("games", "knowledge", "policies", "search")
        for found in pkgutil.walk_packages([str(Path(ponnuki.__file__).parent / room)], f"ponnuki.{room}.")
    ]
    kernels = {value for module in modules for value in vars(module).values() if hasattr(value, "py_func")}
    assert len(kernels) > 50
    assert all(len(reach.key(kernel.py_func.__module__, ())) == 64 for kernel in kernels)
    reached = set().union(*(reach._imported_by({kernel.py_func.__module__}) for kernel in kernels))
    assert "ponnuki.games.havannah.position" in reached
    rooms = {name.split(".")[1] for name in reached if name.startswith("ponnuki.")}
    assert not rooms & {"players", "kits", "engine", "match", "race", "farm", "lab", "web", "cli"}
