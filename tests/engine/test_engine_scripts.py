"""Whole conversations against their stored replies, with the random player and with our own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from conversation import SCRIPTS, check, settings
from own_player import own_session
from random_player import new_session

from ponnuki.engine.session import Session

FILES = sorted(SCRIPTS.glob("*.gtp"))


@pytest.mark.parametrize("make", [new_session, own_session])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_conversation_goes_as_stored(
    path: Path, make: Callable[..., Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SCRIPTS)
    check(path, lambda text: make(**settings(text)))
