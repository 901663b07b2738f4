"""A process that thinks for visitors: one question at a time, with reports on the way. The server starts it.

It keeps one player, and its tree as long as the game goes on. Compiling, searching and running out of memory happen
here, so that pages do not feel them.
"""

import os
import pickle
import queue
import sys
import threading
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from ponnuki.errors import PonnukiError
from ponnuki.games.common import GamePosition
from ponnuki.players.kit import Kit
from ponnuki.players.searcher import Searcher
from ponnuki.players.spec import PlayerSpec
from ponnuki.processes.parent import die_with
from ponnuki.search.report import SearchReport
from ponnuki.web.machines import ClusterQuestion, simulate
from ponnuki.web.questions import MOST_RACES, MOST_REPORTED, STOP, Answer, FoundRace, Question

EVERY = 0.15
"""Seconds between two reports of a search."""


def main() -> None:
    """Answer what comes through a pipe until it is closed: `thinker DESCRIPTOR PARENT`."""
    pipe = Connection(int(sys.argv[1]))
    die_with(int(sys.argv[2]))
    thinker = Thinker(pipe)
    threading.Thread(target=thinker.read, daemon=True).start()
    thinker.work()


class Thinker:
    """The player, and the two threads of the process: one reads, one thinks."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._questions: queue.SimpleQueue[Question | ClusterQuestion] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._player: Searcher[GamePosition] | None = None
        self._settings: object = None
        self._start: tuple[bytes, GamePosition] | None = None

    def read(self) -> None:
        """Take questions, and the wish to stop; when nobody is there any more, go."""
        try:
            while True:
                message = self._pipe.recv()
                if message == STOP:
                    self._stop.set()
                else:
                    self._stop.clear()
                    self._questions.put(message)
        except (EOFError, OSError):
            os._exit(0)

    def work(self) -> None:
        """Answer one question after the other."""
        while True:
            question = self._questions.get()
            try:
                if isinstance(question, ClusterQuestion):
                    answer = Answer(report=simulate(question, self._pipe.send, self._stop))
                else:
                    answer = self._answer(question)
            except PonnukiError as error:
                answer = Answer(fault=str(error))
            except Exception as error:  # of a plug-in's game, say: the next question is not to wait for a new process
                answer = Answer(fault=f"the search failed: {type(error).__name__}: {error}")
            self._pipe.send(answer)

    def _answer(self, question: Question) -> Answer:
        if question.task == "races":
            return Answer(races=races_of(PlayerSpec.make(question.settings, "player").kit, self._position(question)))
        player = self._player_for(question.settings)
        player.set_position(self._position(question), question.komi)
        if question.task == "score":
            return Answer(score=player.final_score())
        if question.task == "analyse":
            found = player.search(question.limit, on_report=self._report, every=EVERY, stop=self._stop)
            return Answer(report=shortened(found))
        decision = player.choose(question.limit, on_report=self._report, every=EVERY, stop=self._stop)
        return Answer(decision.move, None if decision.report is None else shortened(decision.report))

    def _player_for(self, settings: dict[str, object]) -> Searcher[GamePosition]:
        if self._player is None or settings != self._settings:
            if self._player is not None:
                self._player.close()
            spec = PlayerSpec.make(settings, "player")
            self._player, self._settings = spec.kit.player(spec), settings
        return self._player

    def _position(self, question: Question) -> GamePosition:
        """The position, from the same first one as before where it is the same game: the tree is then kept."""
        data = pickle.dumps(question.start)
        if self._start is None or self._start[0] != data:
            self._start = (data, question.start)
        position = self._start[1]
        for color, move in question.moves:
            position = position.play(move, color)
        return position

    def _report(self, report: SearchReport) -> None:
        self._pipe.send(shortened(report))


def races_of(kit: Kit[Any], position: GamePosition) -> tuple[FoundRace, ...]:
    """The capturing races of a position."""
    found = []
    for race in kit.semeais(position)[:MOST_RACES]:
        about = race.to_json()
        needed = {move for moves in about["necessary"].values() for move in moves}
        words = "\n".join(line.strip() for line in race.describe())
        found.append(FoundRace((*about["black"], *about["white"]), tuple(sorted(needed)), words))
    return tuple(found)


def shortened(report: SearchReport) -> SearchReport:
    """The report with its best moves alone."""
    return replace(report, moves=report.moves[:MOST_REPORTED])


if __name__ == "__main__":
    main()
