"""A game between a person and the engine in a terminal: a board, moves as they are typed, what the engine thinks.

Works the same when the input is a pipe: the moves are then echoed, so that the output reads as a game.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.text import Text

from ponnuki.engine.commands import files, havannah
from ponnuki.engine.commands.scoring import format_score
from ponnuki.engine.serve import new_session
from ponnuki.engine.session import Session
from ponnuki.errors import BadInput, PonnukiError
from ponnuki.games.common import COLOR_NAMES, Color, other_color
from ponnuki.games.go.coords import LETTERS, from_gtp
from ponnuki.games.go.layout import BLACK, EMPTY, WHITE
from ponnuki.games.go.position import Position
from ponnuki.games.go.record import GameRecord
from ponnuki.games.havannah.diagram import draw
from ponnuki.games.havannah.layout import BLACK as HAVANNAH_BLACK
from ponnuki.games.havannah.layout import WHITE as HAVANNAH_WHITE
from ponnuki.games.havannah.position import Position as HavannahPosition
from ponnuki.games.havannah.record import GameRecord as HavannahRecord
from ponnuki.gtp.wire import parse_vertex
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.report import SearchReport

SYMBOLS = {EMPTY: "·", BLACK: "●", WHITE: "○"}
TOP_MOVES = 3
HELP = """\
D4        play at D4                  pass      pass
undo      take back your last move    hint      what the engine would play for you
score     the engine's idea of it     save F    write the game to F as SGF
resign    give up                     quit      leave (also the end of input)"""
HAVANNAH_HELP = """\
d4        play at d4                  swap      take over the first stone, if the rules allow it
undo      take back your last move    hint      what the engine would play for you
resign    give up                     save F    write the game to F as SGF
quit      leave (also the end of input)"""
HAVANNAH_SYMBOLS = {EMPTY: "·", HAVANNAH_BLACK: "●", HAVANNAH_WHITE: "○"}


def play_in_terminal(
    spec: PlayerSpec, color: str, source: TextIO | None = None, console: Console | None = None
) -> None:
    """Play one game; `color` is the person's, or "none"."""
    if color.lower() not in ("b", "w", "black", "white", "none"):
        raise BadInput(f"unknown colour {color!r}: b, w or none")
    person: Color | None = {"b": "b", "w": "w"}.get(color.lower()[0])  # type: ignore[assignment]
    session = new_session(spec)
    try:
        TerminalGame(session, person, source or sys.stdin, console or Console(highlight=False)).play()
    finally:
        session.close()


class TerminalGame:
    """One game, with the person's words and the engine's moves."""

    def __init__(self, session: Session, person: Color | None, source: TextIO, console: Console) -> None:
        self._session, self._person, self._source, self._console = session, person, source, console
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
        size, komi = self._session.size, self._session.komi
        title = f"Havannah on size {size}" if self._session.is_havannah else f"Go on {size}x{size}, komi {komi:g}"
        self._console.print(f"{title}; type a move such as {self._example}, or help.")
        self._show()
        while not self._over:
            if self._session.position.is_over:
                self._count()
            elif self._session.position.to_move == self._person:
                self._person_moves()
            else:
                self._engine_moves()

    @property
    def _example(self) -> str:
        return "b2" if self._session.is_havannah else "D4"

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
            self._console.print(escape(line.strip()))
        return line.strip() if line else None

    def _try_move(self, text: str) -> None:
        color = self._session.position.to_move
        try:
            move = text if self._session.is_havannah else parse_vertex(text, self._session.size)
            self._session.play(color, move)
        except PonnukiError as error:
            self._console.print(f"[red]{escape(str(error))}[/]; help lists what can be typed")

    def _engine_moves(self) -> None:
        color = self._session.position.to_move
        thought = self._session.generate(color)
        self._console.print(f"{COLOR_NAMES[color]} plays [bold]{thought.move}[/]")
        if thought.report is not None:
            self._think(thought.report)
        if thought.move == "resign":
            self._end(f"{COLOR_NAMES[other_color(color)]} wins by resignation.")
        else:
            self._show()

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
        thought = self._session.suggest(self._session.position.to_move)
        self._console.print(f"the engine would play [bold]{thought.move}[/]")
        if thought.report is not None:
            self._think(thought.report)

    def _score(self, _: str) -> None:
        if self._session.is_havannah:
            self._console.print("there is no score in Havannah; hint shows the engine's win rate")
            return
        score = self._session.player_for(self._session.position.to_move).final_score()
        self._console.print(f"as things stand: {format_score(score)}")

    def _save(self, name: str) -> None:
        if not name:
            self._console.print("save needs the name of a file")
            return
        try:
            record_of(self._session).write(Path(name))
        except OSError as error:
            self._console.print(f"[red]{escape(name)}: {error.strerror}[/]")
            return
        self._console.print(f"written to {escape(name)}")

    def _resign(self, _: str) -> None:
        color = self._session.position.to_move
        self._end(f"{COLOR_NAMES[other_color(color)]} wins by resignation.")

    def _quit(self, _: str) -> None:
        self._end("The game is left unfinished.")

    def _help(self, _: str) -> None:
        self._console.print(HAVANNAH_HELP if self._session.is_havannah else HELP)

    # ---- showing ----------------------------------------------------------------------------------------------

    def _count(self) -> None:
        self._show()
        if isinstance(self._session.position, HavannahPosition):
            self._end(f"The game is over: {self._session.position.state}.")
            return
        player = self._session.player_for(self._session.position.to_move)
        dead = [stone for chain in player.final_status().get("dead", []) for stone in chain]
        if dead:
            self._console.print(f"dead stones: {' '.join(dead)}")
        self._end(f"The game is over: {format_score(player.final_score())}")

    def _end(self, text: str) -> None:
        self._over = True
        self._console.print(text)

    def _show(self) -> None:
        position = self._session.position
        if isinstance(position, HavannahPosition):
            picture = draw(position.size, position.stones(), position.marked, HAVANNAH_SYMBOLS)
            self._console.print(Text(picture))
        else:
            self._console.print(board_text(position))

    def _think(self, report: SearchReport) -> None:
        self._console.print(
            f"  win rate {report.value:.0%} after {report.simulations} simulations, {report.seconds:.1f} s"
        )
        for move in report.moves[:TOP_MOVES]:
            if move.visits:
                self._console.print(
                    f"  {move.move:>4} {move.value:5.0%} {move.visits:7d} visits  {' '.join(move.variation[:8])}"
                )


def record_of(session: Session) -> GameRecord | HavannahRecord:
    """The game so far, as a record."""
    return havannah.record_of(session) if session.is_havannah else files.record_of(session)


def board_text(position: Position) -> Text:
    """A board with coordinates, stones as discs, the last move in brackets."""
    colors, size = position.colors(), position.size
    last = from_gtp(position.last_move, size) if position.last_move else None
    header = "    " + " ".join(LETTERS[:size])
    text = Text(f"{header}\n", style="dim")
    for row in range(size - 1, -1, -1):
        text.append(f"{row + 1:3d}", style="dim")
        for column in range(size):
            stone = int(colors[row, column])
            before = "(" if (row, column) == last else ")" if (row, column - 1) == last else " "
            text.append(before)
            text.append(SYMBOLS[stone], style="dim" if stone == EMPTY else "bold")
        text.append(")" if (row, size - 1) == last else " ")
        text.append(f"{row + 1}\n", style="dim")
    return text.append(header, style="dim")
