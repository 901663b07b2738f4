"""A game between a person and the engine in a terminal: a board, moves as they are typed, what the engine thinks.

Works the same when the input is a pipe: the moves are then echoed, so that the output reads as a game.
"""

import sys
import threading
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.markup import escape

from ponnuki.engine.interruption import heeded
from ponnuki.engine.serve import ending, new_session
from ponnuki.engine.session import Session, Thought
from ponnuki.errors import BadInput, PonnukiError
from ponnuki.games.common import COLOR_NAMES, Color, other_color
from ponnuki.players.spec import PlayerSpec
from ponnuki.processes.words import cleaned
from ponnuki.search.report import SearchReport

TOP_MOVES = 3


def play_in_terminal(
    spec: PlayerSpec, color: str, source: TextIO | None = None, console: Console | None = None
) -> None:
    """Play one game; `color` is the person's, or "none"."""
    if color.lower() not in ("b", "w", "black", "white", "none"):
        raise BadInput(f"unknown colour {color!r}: b, w or none")
    person: Color | None = {"b": "b", "w": "w"}.get(color.lower()[0])  # type: ignore[assignment]
    source = source or sys.stdin
    if isinstance(source, TextIOWrapper):
        source.reconfigure(errors="replace")  # bytes that are no text are no move, and no fault
    session = new_session(spec)
    with ending(session):
        TerminalGame(session, person, source, console or Console(highlight=False)).play()


class TerminalGame:
    """One game, with the person's words and the engine's moves."""

    def __init__(self, session: Session, person: Color | None, source: TextIO, console: Console) -> None:
        self._session, self._part, self._person = session, session.part, person
        self._source, self._console = source, console
        self._over = False
        self._words: dict[str, Callable[[str], None]] = {
            "undo": self._undo,
            "hint": self._hint,
            "score": self._score,
            "save": self._save,
            "resign": self._resign,
            "quit": self._quit,
            "exit": self._quit,
            "help": self._help,
            "?": self._help,
        }

    def play(self) -> None:
        """Take turns until the game is over."""
        title, example = self._part.title(self._session), self._part.example(self._session)
        self._console.print(f"{title}; type a move such as {example}, or help.")
        self._show()
        while not self._over:
            if self._session.position.is_over:
                self._count()
            elif self._session.position.to_move == self._person:
                self._person_moves()
            else:
                self._engine_moves()

    # ---- turns ------------------------------------------------------------------------------------------------

    def _person_moves(self) -> None:
        line = self._ask()
        word, _, rest = (line or "").partition(" ")
        if line is None:
            self._quit("")
        elif word.lower() in self._words:
            self._words[word.lower()](rest.strip())
        elif line:
            self._try_move(line)

    def _ask(self) -> str | None:
        prompt = f"{COLOR_NAMES[self._session.position.to_move]}> "
        self._console.print(prompt, end="")
        line = self._source.readline()
        if not self._source.isatty():
            self._console.print(escape(cleaned(line)))
        return line.strip() if line else None

    def _try_move(self, text: str) -> None:
        color = self._session.position.to_move
        try:
            self._session.play(color, self._part.typed(self._session, text))
        except PonnukiError as error:
            self._console.print(f"[red]{escape(str(error))}[/]; help lists what can be typed")

    def _engine_moves(self) -> None:
        color = self._session.position.to_move
        thought = self._thought(self._session.generate, color)
        self._console.print(f"{COLOR_NAMES[color]} plays [bold]{thought.move}[/]")
        if thought.report is not None:
            self._think(thought.report)
        if thought.move == "resign":
            self._end(f"{COLOR_NAMES[other_color(color)]} wins by resignation.")
        else:
            self._show()

    @staticmethod
    def _thought(think: Callable[..., Thought], color: Color) -> Thought:
        """What the engine thinks; Ctrl-C ends its search too, wherever it comes (see `interruption`)."""
        stop = threading.Event()
        with heeded(stop.set):
            return think(color, stop=stop)

    # ---- words ------------------------------------------------------------------------------------------------

    def _undo(self, _: str) -> None:
        """Back to the person's turn before the last one."""
        game = self._session.game
        count = next((n for n in range(1, len(game.turns) + 1) if game.turns[-n].color == self._person), 0)
        if not count:
            self._console.print("there is nothing to take back")
            return
        self._session.undo(count)
        self._show()

    def _hint(self, _: str) -> None:
        thought = self._thought(self._session.suggest, self._session.position.to_move)
        self._console.print(f"the engine would play [bold]{thought.move}[/]")
        if thought.report is not None:
            self._think(thought.report)

    def _score(self, _: str) -> None:
        self._console.print(self._part.score(self._session))

    def _save(self, name: str) -> None:
        if not name:
            self._console.print("save needs the name of a file")
            return
        try:
            self._part.record(self._session).write(Path(name))
        except (OSError, ValueError) as error:  # a name with a character that no file has is a ValueError
            reason = error.strerror if isinstance(error, OSError) else error
            self._console.print(f"[red]{escape(cleaned(name))}: {reason}[/]")
            return
        self._console.print(f"written to {escape(cleaned(name))}")

    def _resign(self, _: str) -> None:
        color = self._session.position.to_move
        self._end(f"{COLOR_NAMES[other_color(color)]} wins by resignation.")

    def _quit(self, _: str) -> None:
        self._end("The game is left unfinished.")

    def _help(self, _: str) -> None:
        self._console.print(self._part.help)

    # ---- showing ----------------------------------------------------------------------------------------------

    def _count(self) -> None:
        self._show()
        *before, last = self._part.ending(self._session)
        for line in before:
            self._console.print(line)
        self._end(last)

    def _end(self, text: str) -> None:
        self._over = True
        self._console.print(text)

    def _show(self) -> None:
        self._console.print(self._part.picture(self._session.position))

    def _think(self, report: SearchReport) -> None:
        self._console.print(
            f"  win rate {report.value:.0%} after {report.simulations} simulations, {report.seconds:.1f} s"
        )
        for move in report.moves[:TOP_MOVES]:
            if move.visits:
                self._console.print(
                    f"  {move.move:>4} {move.value:5.0%} {move.visits:7d} visits  {' '.join(move.variation[:8])}"
                )
