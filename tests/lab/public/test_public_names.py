"""What `import ponnuki` costs and gives."""

import subprocess
import sys

import pytest

import ponnuki

ALONE = """
import sys
from importlib.metadata import packages_distributions

class Refuse:
    others = packages_distributions().keys() - {allowed!r} - {{"ponnuki"}}

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.others:
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
{statement}
"""
"""A fresh Python that has only some of the packages that are installed."""


def run_alone(statement: str, *allowed: str) -> None:
    code = ALONE.format(statement=statement, allowed=set(allowed) if allowed else frozenset())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_importing_the_package_needs_no_other() -> None:
    run_alone("import ponnuki")


def test_the_race_alone_needs_only_numpy_and_scipy() -> None:
    run_alone("from ponnuki.race import Race; Race(['a', 'b']).ask()", "numpy", "scipy")
    run_alone("import ponnuki; ponnuki.Race(['a', 'b']).ask()", "numpy", "scipy")


def test_every_public_name_is_there_with_a_docstring_and_listed() -> None:
    for name in ponnuki.__all__:
        assert getattr(ponnuki, name).__doc__
        assert name in dir(ponnuki)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'run_rcae'"):
        ponnuki.run_rcae  # noqa: B018
