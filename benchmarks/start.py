"""How long a controller waits: for the first answer of the engine, and for the first move.

    python benchmarks/start.py            # --runs, --options

Each run is a new process whose code is in the cache already (the first one, which may have to compile it, does not
count). Times are from the start of the process to the reply, medians in seconds; and on a machine that others use too,
the CPU time of processes that end after the first answer, and after the first move.
"""

import argparse
import resource
import statistics
import subprocess
import sys
import time

COMMANDS = ("name", "list_commands", "boardsize 9", "clear_board", "genmove b")


def start(options: list[str]) -> dict[str, float]:
    """Seconds from the start to each reply."""
    words = [sys.executable, "-m", "ponnuki", "gtp", "--sims", "1", *options]
    began, replied = time.monotonic(), {}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for command in COMMANDS:
            process.stdin.write(f"{command}\n")
            process.stdin.flush()
            while process.stdout.readline().strip():
                pass
            replied[command] = time.monotonic() - began
        process.stdin.write("quit\n")
    return replied


def cpu_time(said: str, options: list[str]) -> float:
    """Seconds of CPU time of a process that is told something."""
    words = [sys.executable, "-m", "ponnuki", "gtp", "--sims", "1", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, input=said, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--options", default="", help="more options of the engine, such as --game havannah")
    chosen = parser.parse_args()
    start(chosen.options.split())
    runs = [start(chosen.options.split()) for _ in range(chosen.runs)]
    for command in COMMANDS:
        print(f"{command:14} {statistics.median(run[command] for run in runs):6.2f} s")
    for said in ("name", "genmove b"):
        cpu = statistics.median(cpu_time(f"{said}\nquit\n", chosen.options.split()) for _ in range(chosen.runs))
        print(f"{said:14} {cpu:6.2f} s of CPU time")


if __name__ == "__main__":
    main()
