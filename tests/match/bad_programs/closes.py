"""Closes its output and stays."""

import os
import time

from talk import Program


def genmove(asked: int) -> str:
    os.close(1)
    time.sleep(1000)
    return "pass"


Program(genmove).run()
