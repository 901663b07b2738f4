"""Takes its time."""

import time

from talk import Program


def genmove(asked: int) -> str:
    time.sleep(0.4)
    return "A1" if asked == 0 else "B2" if asked == 1 else "pass"


Program(genmove).run()
