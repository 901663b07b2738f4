"""The examples in the README and in docstrings are run as they stand."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import ponnuki

README = Path(__file__).parents[2] / "README.md"
ROOMS_WITH_EXAMPLES = ("ponnuki.games", "ponnuki.kernels", "ponnuki.policies", "ponnuki.errors")
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(ponnuki.__path__, "ponnuki.")
    if module.name.startswith(ROOMS_WITH_EXAMPLES)
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_do_what_they_say(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_position_has_an_example():
    assert doctest.testmod(importlib.import_module("ponnuki.games.go.position")).attempted >= 3


def test_examples_in_the_readme_do_what_they_say(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a race makes a store
    assert doctest.testfile(str(README), module_relative=False).failed == 0
