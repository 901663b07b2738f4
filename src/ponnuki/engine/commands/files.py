"""Games as SGF files."""

from pathlib import Path

from ponnuki.engine.game import Game
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput

TABLE = Table()


@TABLE.command("loadsgf", usage="FILE [MOVE] [...]")
def _loadsgf(call: Call) -> str:
    name, _, word = call.command.text.rpartition(" ")
    last = int(word) if name and word.isascii() and word.isdigit() and len(word) < 9 else None
    try:
        record = call.session.kit.read_record(Path(call.command.text if last is None else name.rstrip()))
        game = Game(call.session.kit, record.start())
        for color, move in record.moves if last is None else record.moves[: max(last - 1, 0)]:
            game = game.play(color, move)
    except (BadInput, OSError, ValueError) as error:
        raise BadInput(f"cannot load file: {error}") from None
    call.session.take_up(game)
    return ""


@TABLE.command("printsgf", usage="[FILE] [...]")
def _printsgf(call: Call) -> str:
    """A game as the reply, or in the file that the call names."""
    record = call.session.part.record(call.session)
    if not call.command.text:
        return record.to_sgf().strip()
    try:
        record.write(Path(call.command.text))
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write file: {error}") from None
    return ""
