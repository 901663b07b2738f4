"""Prints without end and never answers."""

import sys

from talk import Program


def genmove(asked: int) -> str:
    while True:
        sys.stdout.write("la la la\n" * 1000)


Program(genmove).run()
