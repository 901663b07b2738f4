"""Whole conversations against their stored replies."""

from pathlib import Path

import pytest
from conversation import SCRIPTS, Partner, exchanges, matches, reply_lines, settings
from random_player import new_session

FILES = sorted(SCRIPTS.glob("*.gtp"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_conversation_goes_as_stored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SCRIPTS)
    text = path.read_text(encoding="utf-8")
    partner = Partner(new_session(**settings(text)))
    for exchange in exchanges(text):
        lines = reply_lines(partner.say(exchange.said))
        assert matches(exchange.answered, lines), f"{path.name}:{exchange.line}: {exchange.said!r} gave {lines}"
