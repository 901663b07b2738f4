"""Writes to the terminal of whoever shows what it says: the title, the screen, and half a megabyte."""

import sys

from talk import Program

sys.stderr.write("\x1b]0;title\x07\x1b[2Jlast words " + "x" * 70_000 + "\n")
sys.stderr.flush()


class Painter(Program):
    def answer(self, command: str, arguments: list[str]) -> str:
        if command == "genmove":
            sys.stdout.write(f"? \x1b[2J\x1b[31mno move {'y' * 500_000}\n\n")
            sys.stdout.flush()
        return super().answer(command, arguments)


Painter().run()
