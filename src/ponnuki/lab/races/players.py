"""A race without a file: players on a command line, the first being the baseline and all others candidates."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.lab.races.file import RaceFile
from ponnuki.match.conditions import agree
from ponnuki.players.spec import AnySpec

Player = tuple[str, AnySpec]
CONDITIONS = ("game", "size", "komi", "rules")
LONGEST_NAME = 60
"""Characters of a run's name that come from the players."""


def race_of_players(players: Sequence[Player], options: Mapping[str, Any]) -> RaceFile:
    """The race that a file with these players would be; options that are None are left out."""
    if len(players) < 2:
        raise BadInput("a race without a file needs two players at least: the baseline, and who may be better")
    given = {key: value for key, value in options.items() if value is not None}
    agreed = agree(players, {key: given.get(key) for key in CONDITIONS})
    baseline, *candidates = (_keys(spec) for _, spec in players)
    return RaceFile.make(
        {
            **{key: getattr(agreed, key) for key in CONDITIONS},
            "whole": True,
            "baseline": baseline,
            "candidate": [{"name": name, **keys} for name, keys in zip(_names(players[1:]), candidates, strict=True)],
            **given,
        },
        "race",
    )


def players_name(file: RaceFile, players: Sequence[Player]) -> str:
    """A name for a race: the players, and a digest, so that other settings are another run."""
    words = "-vs-".join(name for name, _ in players)
    plain = "".join(letter if letter.isalnum() or letter in "-.=" else "-" for letter in words)[:LONGEST_NAME]
    text = json.dumps(file.identity(), sort_keys=True)
    return f"race-{plain.strip('-.')}-{hashlib.sha256(text.encode()).hexdigest()[:6]}"


def _keys(spec: AnySpec) -> dict[str, Any]:
    """A player as a race file has it, without what belongs to the whole race."""
    return {key: value for key, value in spec.settings().items() if key not in (*CONDITIONS, "seed")}


def _names(players: Sequence[Player]) -> list[str]:
    """The candidates' names, numbered where two are the same."""
    names = [name for name, _ in players]
    return [
        name if names.count(name) == 1 else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]
