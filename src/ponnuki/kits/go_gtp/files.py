"""Games of Go as SGF files: with set-up stones, komi, and rules that a file may break."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

from ponnuki.engine.game import Game
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table
from ponnuki.errors import BadInput
from ponnuki.games.common import IllegalMove, Moves
from ponnuki.games.go.rules import Rules
from ponnuki.gtp.wire import SyntaxFault

if TYPE_CHECKING:
    from ponnuki.games.go.position import Position
    from ponnuki.games.go.record import GameRecord

TABLE = Table()


@TABLE.command("loadsgf", usage="FILE [MOVE] [...]")
def _loadsgf(call: Call) -> str:
    name, last = _name_and_move(call)
    record = _load(name, last)
    komi = call.session.settings.komi if record.komi is None else record.komi
    call.session.take_up(_replay(call, record, record.moves), komi)
    return ""


def _name_and_move(call: Call) -> tuple[str, int | None]:
    """A file, whose name may contain spaces, and the move to stop before."""
    name, _, word = call.command.text.rpartition(" ")
    if not name or not (word.isascii() and word.lstrip("+-").isdigit()):
        return call.command.text, None
    if len(word) > 9 or int(word) < 1:
        raise SyntaxFault("moves are counted from 1")
    return name.rstrip(), int(word)


def _load(name: str, before: int | None) -> "GameRecord":
    from ponnuki.games.go.record import read_sgf_file

    try:
        return read_sgf_file(Path(name), before)
    except (BadInput, OSError, ValueError) as error:
        raise BadInput(f"cannot load file: {error}") from None


def _replay(call: Call, record: "GameRecord", moves: Moves) -> Game:
    """The game under the rules of the session, or its own where those forbid a move of it."""
    start, kit, rules = _start(record), call.session.kit, call.session.rules
    game, fault = _play_all(Game(kit, _under(start, rules)), moves)
    if fault and record.rules != rules:
        game, fault = _play_all(Game(kit, _under(start, record.rules)), moves)
    if fault:
        raise BadInput(f"cannot load file: {record.name}: {fault}")
    return game


def _start(record: "GameRecord") -> "Position":
    try:
        return record.start()
    except BadInput as error:
        raise BadInput(f"cannot load file: {error}") from None


def _under(start: "Position", rules: Rules) -> "Position":
    from ponnuki.games.go.position import Position

    return Position.from_rows(start.rows(), start.to_move, rules)


def _play_all(game: Game, moves: Moves) -> tuple[Game, str]:
    """The game as far as its moves are legal, and what is wrong with the next."""
    for number, (color, move) in enumerate(moves, start=1):
        try:
            game = game.play(color, move)
        except IllegalMove as error:
            return game, f"move {number}: {error}"
    return game, ""


def record_of(session: Session) -> "GameRecord":
    """The game so far, as a record."""
    from ponnuki.games.go.record import GameRecord

    start = cast("Position", session.game.start)
    return GameRecord(
        size=session.size,
        komi=session.komi,
        rules=start.rules,
        moves=session.game.moves,
        setup=tuple(start.rows()) if start.colors().any() else (),
        to_move=start.to_move,
    )
