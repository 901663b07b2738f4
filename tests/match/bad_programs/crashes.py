"""Dies when it is asked for a move, with a word about it."""

import os
import sys

from talk import Program


def genmove(asked: int) -> str:
    print("segmentation fault, nearly", file=sys.stderr, flush=True)
    os._exit(17)


Program(genmove).run()
