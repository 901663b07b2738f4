"""Commands whose help names games: the names come from the games that are installed, when help is asked for."""

from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand

DEFAULT, GAMES, RULES, PROGRAMS, COORDINATES = "{default}", "{games}", "{rules}", "{programs}", "{coordinates}"
"""What stands in the text of a help for the default game, all games, and what each of them has."""


class GameCommand(TyperCommand):
    """A command in whose help these words are replaced."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Replace them and go on as usual."""
        for parameter in self.params:
            if isinstance(parameter, typer.core.TyperOption | typer.core.TyperArgument):
                parameter.help = _filled(parameter.help)
        super().format_help(ctx, formatter)


def _filled(text: str | None) -> str | None:
    """The text with what it asks for; kits are loaded only if it asks for something of them."""
    from ponnuki.players.kit import DEFAULT_GAME, all_kits, kit_names

    if text is None:
        return None
    text = text.replace(DEFAULT, DEFAULT_GAME).replace(GAMES, listed(kit_names()))
    if not any(word in text for word in (RULES, PROGRAMS, COORDINATES)):
        return text
    kits = sorted(all_kits(), key=lambda kit: kit.name != DEFAULT_GAME)
    for word, names in (
        (RULES, [list(kit.rule_names) for kit in kits]),
        (PROGRAMS, [list(kit.programs) for kit in kits]),
        (COORDINATES, [list(kit.coordinates) for kit in kits]),
    ):
        by_game = [f"in {kit.title} {listed(known)}" for kit, known in zip(kits, names, strict=True) if known]
        text = text.replace(word, "; ".join(by_game))
    return text


def listed(names: Sequence[str]) -> str:
    """Names as a sentence lists them, those with a comma in quotes."""
    words = [repr(name) if "," in name else name for name in names]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
