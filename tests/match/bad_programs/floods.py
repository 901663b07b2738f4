"""Plays on while it fills stderr."""

import sys

from talk import Program


def genmove(asked: int) -> str:
    sys.stderr.write("everything is fine\n" * 50_000)
    return "pass"


Program(genmove).run()
