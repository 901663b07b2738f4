"""How kits are found, and what is said of those that cannot be used."""

import logging
from pathlib import Path

import pytest

from ponnuki.errors import BadInput
from ponnuki.players.kit import DEFAULT_GAME, Kit, all_kits, find_kit, kit_names

pytestmark = pytest.mark.usefixtures("forget_kits")
OURS = ["chess", "go", "havannah", "hex"]
PLAYED = [name for name in OURS if name != "chess"]
"""By programs of ours."""


def install(folder: Path, package: str, entries: str) -> None:
    """What a package manager leaves of a package that brings games."""
    metadata = folder / f"{package}-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
    (metadata / "entry_points.txt").write_text(f"[ponnuki.games]\n{entries}\n", encoding="utf-8")


def test_our_games_are_found_by_name() -> None:
    assert kit_names() == OURS
    for name in OURS:
        kit = find_kit(name)
        assert isinstance(kit, Kit)
        assert kit.name == name
        assert find_kit(name) is kit
    assert DEFAULT_GAME in OURS


@pytest.mark.parametrize("name", PLAYED)
def test_a_kit_is_complete(name: str) -> None:
    kit = find_kit(name)
    assert "default" in kit.programs
    assert "classic" in kit.coordinates
    kit.check_size(kit.default_size)
    for size in (kit.sizes[0] - 1, kit.sizes[1] + 1):
        with pytest.raises(BadInput, match=r"size|sides"):
            kit.check_size(size)
    for rules in kit.rule_names:
        position = kit.start(kit.sizes[0], kit.rules(rules.upper()))
        assert position.to_move == kit.first_player
        assert kit.with_turn(position, "b").to_move == "b"
        assert kit.with_turn(position, "w").to_move == "w"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("broken = no_such_module:KIT", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("broken = broken_game:KIT", "ZeroDivisionError: division by zero"),
        ("broken = ponnuki.kits.go:KIT", "ponnuki.kits.go:KIT is no kit of that name"),
        ("broken = json:loads", "json:loads is no kit of that name"),
    ],
)
def test_a_kit_that_cannot_be_used_is_told_in_one_line_and_breaks_no_other(
    entry: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(tmp_path, "bad-package", entry)
    (tmp_path / "broken_game.py").write_text("KIT = 1 / 0\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BadInput) as caught:
        find_kit("broken")
    assert str(caught.value) == f"game 'broken' of package bad-package: {reason}"
    assert kit_names() == sorted(["broken", *OURS])
    with caplog.at_level(logging.WARNING):
        assert [kit.name for kit in all_kits()] == OURS
    assert [record.getMessage() for record in caplog.records] == [str(caught.value)]


def test_a_game_that_two_packages_bring_is_neithers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "another", "go = json:loads")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(BadInput, match="more than one package brings it: another and ponnuki"):
        find_kit("go")
    assert find_kit("havannah").title == "Havannah"


def test_an_unknown_game_is_told_with_those_there_are() -> None:
    with pytest.raises(BadInput, match="unknown game 'poker'; known: chess, go, havannah, hex"):
        find_kit("poker")
