"""Names that people give to runs, candidates and players: any text that prints, within reason."""

from ponnuki.errors import BadInput
from ponnuki.processes.words import shortened

LONGEST_NAME = 200
"""Characters of a run's name: folders and titles are made of it."""
SHOWN = 60


def checked_name(name: str, what: str, longest: int | None = None) -> str:
    """The name, if it can be stored and shown; `what` says in a message what it is the name of."""
    if not name:
        raise BadInput(f"the name of {what} is empty")
    odd = next((letter for letter in name if not letter.isprintable()), None)
    if odd is not None:
        shown = shortened(ascii(name), SHOWN)
        raise BadInput(f"the name of {what} has a character that does not print ({odd!a}): {shown}")
    if longest is not None and len(name) > longest:
        raise BadInput(f"the name of {what} has {len(name)} characters: {longest} at most")
    return name
