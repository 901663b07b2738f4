"""Games as SGF files."""

from pathlib import Path

from ponnuki.engine.game import Game
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import IllegalMove, Moves
from ponnuki.games.game_record import AnyPosition, PlayedRecord
from ponnuki.games.go.position import Position
from ponnuki.games.go.record import GameRecord, read_sgf_file
from ponnuki.games.go.rules import Rules
from ponnuki.gtp.wire import SyntaxFault

TABLE = Table()


@TABLE.command("loadsgf", usage="FILE [MOVE] [...]")
def _loadsgf(call: Call) -> str:
    name, last = _name_and_move(call)
    record = _load(name)
    moves = record.moves if last is None else record.moves[: last - 1]
    call.session.take_up(_replay(record, moves, call.session.go_rules), record.komi)
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


def _replay(record: GameRecord, moves: Moves, rules: Rules) -> Game:
    """The game under the rules of the session, or its own where those forbid a move of it."""
    start = _start(record)
    game, fault = _play_all(start, moves, rules)
    if fault and record.rules != rules:
        game, fault = _play_all(start, moves, record.rules)
    if fault:
        raise BadInput(f"cannot load file: {record.name}: {fault}")
    return game


def _start(record: GameRecord) -> Position:
    try:
        return record.start()
    except BadInput as error:
        raise BadInput(f"cannot load file: {error}") from None


def _play_all(start: Position, moves: Moves, rules: Rules) -> tuple[Game, str]:
    """The game as far as its moves are legal, and what is wrong with the next."""
    game = Game(Position.from_rows(start.rows(), start.to_move, rules))
    for number, (color, move) in enumerate(moves, start=1):
        try:
            game = game.play(color, move)
        except IllegalMove as error:
            return game, f"move {number}: {error}"
    return game, ""


@TABLE.command("printsgf", usage="[FILE] [...]")
def _printsgf(call: Call) -> str:
    return print_record(call, record_of(call.session))


def print_record(call: Call, record: PlayedRecord[AnyPosition]) -> str:
    """A game as the reply, or in the file that the call names."""
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
    assert isinstance(start, Position)
    return GameRecord(
        size=session.size,
        komi=session.komi,
        rules=start.rules,
        moves=session.game.moves,
        setup=tuple(start.rows()) if start.colors().any() else (),
        to_move=start.to_move,
    )
