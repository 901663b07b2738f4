"""Begins an answer that has no end."""

import sys

from talk import Program


def genmove(asked: int) -> str:
    sys.stdout.write("= A1\n")
    while True:
        sys.stdout.write("and\n" * 1000)


Program(genmove).run()
