"""Games as SGF files."""

from pathlib import Path

from ponnuki.engine.game import Game
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.go.position import IllegalMove, Position
from ponnuki.games.go.record import GameRecord, read_sgf_file
from ponnuki.games.go.rules import Rules
from ponnuki.gtp.wire import SyntaxFault

TABLE = Table()


@TABLE.command("loadsgf", usage="FILE [MOVE] [...]")
def _loadsgf(call: Call) -> str:
    name, last = _name_and_move(call)
    record = _load(name)
    moves = record.moves if last is None else record.moves[: last - 1]
    call.session.take_up(_replay(record, moves, call.session.rules), record.komi)
    return ""


def _name_and_move(call: Call) -> tuple[str, int | None]:
    """A file, whose name may contain spaces, and the move to stop before."""
    name, _, word = call.command.text.rpartition(" ")
    if not name or not (word.isascii() and word.lstrip("+-").isdigit()):
        return call.command.text, None
    if len(word) > 9 or int(word) < 1:
        raise SyntaxFault("moves are counted from 1")
    return name.rstrip(), int(word)


def _load(name: str) -> GameRecord:
    try:
        return read_sgf_file(Path(name))
    except (BadInput, OSError, ValueError) as error:
        raise BadInput(f"cannot load file: {error}") from None


def _replay(record: GameRecord, moves: tuple[tuple[str, str], ...], rules: Rules) -> Game:
    """The game under the rules of the session, or its own where those forbid a move of it."""
    try:
        return _replay_under(record, moves, rules)
    except IllegalMove:
        pass
    try:
        return _replay_under(record, moves, record.rules)
    except IllegalMove as error:
        raise BadInput(f"cannot load file: {record.name}: {error}") from None


def _replay_under(record: GameRecord, moves: tuple[tuple[str, str], ...], rules: Rules) -> Game:
    try:
        start = record.start()
    except BadInput as error:
        raise BadInput(f"cannot load file: {error}") from None
    game = Game(Position.from_rows(start.rows(), start.to_move, rules))
    for color, move in moves:
        game = game.play("b" if color == "b" else "w", move)
    return game


@TABLE.command("printsgf", usage="[FILE] [...]")
def _printsgf(call: Call) -> str:
    record = record_of(call.session)
    if not call.command.text:
        return record.to_sgf().strip()
    try:
        record.write(Path(call.command.text))
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write file: {error}") from None
    return ""


def record_of(session: Session) -> GameRecord:
    """The game so far, as a record."""
    start = session.game.start
    return GameRecord(
        size=session.size,
        komi=session.komi,
        rules=start.rules,
        moves=session.game.moves,
        setup=tuple(start.rows()) if start.colors().any() else (),
        to_move=start.to_move,
    )
