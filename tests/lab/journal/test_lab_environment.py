"""What a run was made with, as the store has it."""

import sys

import pytest

from ponnuki.lab.journal.environment import command_line


@pytest.mark.parametrize("program", ["/opt/bin/ponnuki", "/opt/lib/ponnuki/__main__.py"])
def test_our_command_is_named_however_it_was_started(monkeypatch, program):
    monkeypatch.setattr(sys, "argv", [program, "race", "a b.toml"])
    assert command_line() == "ponnuki race 'a b.toml'"


def test_a_module_of_others_is_not_taken_for_ours(monkeypatch):
    """Whoever holds a store under our name is stopped by the pages' button."""
    monkeypatch.setattr(sys, "argv", ["/opt/lib/pytest/__main__.py", "-q"])
    assert command_line() == "/opt/lib/pytest/__main__.py -q"
