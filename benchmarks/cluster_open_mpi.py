"""A search on 2, 3 and 4 ranks of Open MPI: the answers of simulated machines, a time limit, a killed rank.

    python benchmarks/cluster_open_mpi.py

Run by a Python whose mpi4py finds Open MPI, such as one of an environment without the wheel `mpich`, beside Debian's
`openmpi-bin` and `libopenmpi3`. Where there is none, it says so and does nothing.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = ["genmove b", "genmove w", "undo", "play w a1", "genmove b", "showboard", "final_score", "quit"]
COUNTED = ["-m", "ponnuki", "gtp", "--size", "5", "--sims", "60", "--seed", "3"]
TIMED = ["-m", "ponnuki", "gtp", "--size", "5", "--time", "0.5", "--cluster"]


def main() -> None:
    mpiexec = shutil.which("mpiexec.openmpi") or shutil.which("mpiexec")
    ask = "from mpi4py import MPI; print(MPI.Get_library_version())"
    library = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=False).stdout
    if mpiexec is None or not library.startswith("Open MPI"):
        print("skipped: this needs Open MPI, and an mpi4py that finds it")
        return
    print(library.split(",")[0])
    os.environ |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    words = [mpiexec, "--oversubscribe", "-n"]
    for scheme in ("slow-tree", "fast-tree"):
        for ranks in (2, 3, 4):
            compare([*words, str(ranks)], scheme, ranks)
        play_by_the_clock([*words, "2"], scheme)
    lose_a_rank([*words, "3"])


def converse(words: list[str], lines: list[str]) -> tuple[str, str, int]:
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=900, check=False)
    answers = done.stdout.replace("\x1b[0m", "")  # Open MPI gives ranks a terminal, and each of the others resets it
    return answers, done.stderr, done.returncode


def compare(words: list[str], scheme: str, ranks: int) -> None:
    """A conversation with a number of simulations, beside the same with simulated machines."""
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder) / "simulated.toml"
        spec.write_text(f'[cluster]\nmachines = {ranks}\nscheme = "{scheme}"\n')
        expected, *_ = converse([sys.executable, *COUNTED, "--spec", str(spec)], SCRIPT)
    found, said, code = converse([*words, sys.executable, *COUNTED, "--cluster", scheme], SCRIPT)
    same = found.strip() == expected.strip() and code == 0
    print(f"{scheme}, {ranks} ranks: " + ("as simulated" if same else f"not as simulated, exit code {code}\n{said}"))


def play_by_the_clock(words: list[str], scheme: str) -> None:
    found, said, code = converse([*words, sys.executable, *TIMED, scheme], ["genmove b", "genmove w", "quit"])
    moves = re.findall(r"= ([A-E][1-5])", found)
    print(f"{scheme}, by the clock: moves {' '.join(moves)}, exit code {code}" + (f"\n{said}" if code else ""))


def lose_a_rank(words: list[str]) -> None:
    """Kill a rank in the middle of an analysis."""
    program = "import os, sys; print('process', os.getpid(), file=sys.stderr, flush=True)"
    program += "; from ponnuki.cli import main; main()"
    command = [*words, sys.executable, "-c", program, *TIMED[2:], "slow-tree"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    job = subprocess.Popen(command, text=True, **pipes)
    assert job.stdin is not None
    assert job.stdout is not None
    assert job.stderr is not None
    job.stdin.write("lz-analyze b 10\n")
    job.stdin.flush()
    while not job.stdout.readline().startswith("info"):
        assert job.poll() is None
    process = int(job.stderr.readline().split()[1])
    os.kill(process, signal.SIGKILL)
    said = job.communicate(timeout=120)[1]
    lines = [line for line in said.splitlines() if line.startswith("ponnuki: rank")]
    print(f"a rank killed: exit code {job.returncode}, {lines}")


if __name__ == "__main__":
    main()
