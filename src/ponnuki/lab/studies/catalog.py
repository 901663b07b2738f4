"""Which studies are tables of matches: one for each file in `tables/`. Imports nothing that takes time."""

import tomllib
from importlib.resources import files
from typing import Any

from ponnuki.errors import BadInput, unknown

_TABLES = files("ponnuki.lab.studies") / "tables"


def study_names() -> list[str]:
    """All of them."""
    return sorted(file.name.removesuffix(".toml") for file in _TABLES.iterdir() if file.name.endswith(".toml"))


def study_title(name: str) -> str:
    """What a study is called. Only the head of its file is read: every command asks for all titles when it starts."""
    head, _, _ = (_TABLES / f"{name}.toml").read_text(encoding="utf-8").partition("\n[")
    return str(tomllib.loads(head)["title"])


def read_table(name: str) -> dict[str, Any]:
    """The content of a study's file."""
    if name not in study_names():
        raise BadInput(unknown("study", name, study_names()))
    return tomllib.loads((_TABLES / f"{name}.toml").read_text(encoding="utf-8"))
