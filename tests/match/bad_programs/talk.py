"""A GTP program that always passes, and whose manners the scripts beside it spoil. It imports nothing but Python."""

import sys
from collections.abc import Callable

KNOWN = ("name", "protocol_version", "known_command", "boardsize", "clear_board", "komi", "play", "genmove", "quit")


class Program:
    """Count what was asked; a handler says what happens at genmove, given how many came before."""

    def __init__(self, genmove: Callable[[int], str] = lambda asked: "pass") -> None:
        self.genmove = genmove
        self.asked = 0

    def answer(self, command: str, arguments: list[str]) -> str:
        if command == "genmove":
            self.asked += 1
            return self.genmove(self.asked - 1)
        if command == "known_command":
            return "true" if arguments[0] in KNOWN else "false"
        if command not in KNOWN:
            raise LookupError
        return "passer" if command == "name" else ""

    def run(self) -> None:
        for line in sys.stdin:
            number, command, *arguments = line.split()
            try:
                reply = f"={number} {self.answer(command, arguments)}"
            except LookupError:
                reply = f"?{number} unknown command"
            print(reply + "\n", flush=True)
            if command == "quit":
                return
