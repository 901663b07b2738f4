"""What gomill's ringmaster asks for."""

import time

from ponnuki import __version__
from ponnuki.engine.commands.core import NAME
from ponnuki.engine.graphics import summary
from ponnuki.engine.session import Session
from ponnuki.engine.table import Call, Table

TABLE = Table()
TOP_MOVES = 5


@TABLE.command("gomill-explain_last_move", quick=True)
def _explain_last_move(call: Call) -> str:
    return explain(call.session)


def explain(session: Session) -> str:
    """The search behind the last move that was generated; empty before the first."""
    thought = session.thought
    if thought is None:
        return ""
    if thought.report is None:
        return f"{thought.move}: no search was needed"
    lines = [f"{thought.move}: {summary(thought.report)}"]
    lines += [
        f"{move.move:>5} {move.visits:8d} visits  {move.value:6.1%}  {' '.join(move.variation[:8])}"
        for move in thought.report.moves[:TOP_MOVES]
        if move.visits
    ]
    return "\n".join(lines)


@TABLE.command("gomill-describe_engine", quick=True)
def _describe_engine(call: Call) -> str:
    session = call.session
    game = f"game {session.game_number + 1}, seed {session.seed}" if session.game_number else ""
    return "\n".join(line for line in (f"{NAME} {__version__}", session.settings.description, game) if line)


@TABLE.command("gomill-cpu_time", quick=True)
def _cpu_time(call: Call) -> str:
    return f"{time.process_time():.3f}"
