"""Thinks for ever, with a child in a session of its own that would stay behind."""

import subprocess
import sys
import time

from talk import Program


def genmove(asked: int) -> str:
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", *sys.argv[1:]], start_new_session=True)
    time.sleep(1000)
    return "pass"


Program(genmove).run()
