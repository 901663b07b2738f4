"""Players as people write them on a command line: a file, settings, or the command of a GTP or UCI program."""

import os
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from ponnuki.cluster.scheme import Scheme
from ponnuki.errors import BadInput
from ponnuki.players.clusters import read_scheme
from ponnuki.players.names import checked_name
from ponnuki.players.spec import UCI_LIMITS, AnySpec, GtpSpec, Spec, UciSpec, player_spec
from ponnuki.players.toml import read_toml
from ponnuki.processes.words import shortened

PROTOCOLS = ("gtp", "uci")
GTP_LIMITS = ("game_limit", "tc")
LIMITS_OF: Mapping[type[Spec], Collection[str]] = {GtpSpec: GTP_LIMITS, UciSpec: UCI_LIMITS}
"""How long other programs may think, by what they speak."""


def parse_player(text: str, game: str | None = None) -> tuple[str, AnySpec]:
    """A name and a spec from `player.toml`, `sims=1000,search.tuned=true`, `gtp:gnugo --mode gtp` or `uci:stockfish`.

    `game` is what they play unless they say so themselves.
    """
    known = {} if game is None else {"game": game}
    protocol, colon, command = text.partition(":")
    if colon and protocol in PROTOCOLS:
        return command.strip() or protocol, player_spec(known | {protocol: command.strip()}, text)
    if text.endswith(".toml") or os.path.isfile(text):  # noqa: PTH113 - Path.is_file raises for a text that is too long
        return named_player(known | read_toml(text), text, Path(text).stem)
    if "=" in text:
        return text, player_spec(known | parse_settings(text), text)
    raise BadInput(
        f"{shortened(repr(text))} is no player: name a TOML file, settings such as sims=1000, or gtp:COMMAND"
        " or uci:COMMAND"
    )


def with_limits(player: tuple[str, AnySpec], limits: Mapping[str, Any]) -> tuple[str, AnySpec]:
    """A player with limits of thinking from options, those that are not None, unless it has said its own."""
    name, spec = player
    given = {key: value for key, value in limits.items() if value is not None}
    known = LIMITS_OF.get(type(spec), {})
    for key in given:
        if key not in known:
            fitting = " and ".join(kind for kind, keys in (("UCI", UCI_LIMITS), ("GTP", GTP_LIMITS)) if key in keys)
            raise BadInput(f"--{key} is for {fitting} programs, which {name} is not: write its limits beside its name")
    if not given or any(key in spec.model_fields_set for key in known):
        return player
    return name, type(spec).make({key: getattr(spec, key) for key in spec.model_fields_set} | given, name)


def named_player(values: Mapping[str, Any], source: str, name: str = "") -> tuple[str, AnySpec]:
    """A spec and its name, which may be among its keys."""
    given = values.get("name", name)
    if not isinstance(given, str) or not given:
        raise BadInput(f"{source}: a player needs a name, as text")
    checked_name(given, f"a player in {source}")
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
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{shortened(repr(text))}: {error}") from None


def parse_scheme(text: str) -> Scheme:
    """How machines search together, from `slow-tree` or `slow-tree,depth=2,period=0.1`."""
    name, _, options = text.partition(",")
    return read_scheme(name.strip(), parse_settings(options) if options else {})


def _is_toml(value: str) -> bool:
    try:
        tomllib.loads(f"x = {value}")
    except (ValueError, RecursionError):
        return False
    return True


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
