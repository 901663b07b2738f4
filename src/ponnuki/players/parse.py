"""Players as people write them on a command line: a file, settings of ours, or a GTP command."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.players.spec import AnySpec, player_spec, read_toml

GTP = "gtp:"


def parse_player(text: str, game: str | None = None) -> tuple[str, AnySpec]:
    """A name and a spec from `player.toml`, `sims=1000,search.tuned=true` or `gtp:gnugo --mode gtp`.

    `game` is what they play unless they say so themselves.
    """
    known = {} if game is None else {"game": game}
    if text.startswith(GTP):
        command = text.removeprefix(GTP).strip()
        return command or "gtp", player_spec(known | {"gtp": command}, text)
    if text.endswith(".toml") or Path(text).is_file():
        return named_player(known | read_toml(text), text, Path(text).stem)
    if "=" in text:
        return text, player_spec(known | parse_settings(text), text)
    raise BadInput(f"{text!r} is no player: name a TOML file, settings such as sims=1000, or gtp:COMMAND")


def named_player(values: Mapping[str, Any], source: str, name: str = "") -> tuple[str, AnySpec]:
    """A spec and its name, which may be among its keys."""
    given = values.get("name", name)
    if not isinstance(given, str) or not given:
        raise BadInput(f"{source}: a player needs a name, as text")
    return given, player_spec({key: value for key, value in values.items() if key != "name"}, source)


def parse_settings(text: str) -> dict[str, Any]:
    """`sims=100,search.rave_equivalence=2000` as keys and values; what is no TOML value is taken as text."""
    lines = []
    for part in text.split(","):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not key or not equals or not value:
            raise BadInput(f"{text!r}: {part!r} is no setting: it must look like sims=1000")
        lines.append(f"{key} = {value if _is_toml(value) else _quoted(value)}")
    try:
        return tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{text!r}: {error}") from None


def _is_toml(value: str) -> bool:
    try:
        tomllib.loads(f"x = {value}")
    except tomllib.TOMLDecodeError:
        return False
    return True


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
