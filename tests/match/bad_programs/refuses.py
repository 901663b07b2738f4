"""Answers a question for a move with an error."""

from talk import Program


def genmove(asked: int) -> str:
    raise LookupError


Program(genmove).run()
