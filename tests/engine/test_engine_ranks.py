"""The engine on two MPI ranks: it answers as on one machine, whatever is sent, and all ranks end together."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conversation import SCRIPTS, settings
from rank_engine import HASTE

JOB = Path(__file__).parent / "rank_engine.py"
SCHEMES = ("slow-tree", "fast-tree")


def ranks(*words: str) -> list[str]:
    """The command that runs a job on two ranks."""
    pytest.importorskip("mpi4py", reason="mpi4py is not installed: pip install 'ponnuki[mpi]'")
    mpiexec = shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")
    if mpiexec is None:
        pytest.skip("mpiexec is not installed: pip install 'ponnuki[mpich]'")
    return [mpiexec, "-n", "2", sys.executable, str(JOB), *words]


def run(job: str) -> dict[str, int]:
    """What a job gives under each scheme."""
    done = subprocess.run(ranks(job, *SCHEMES), capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_stored_conversations_go_on_two_ranks_as_on_one_machine() -> None:
    scripts = [path for path in SCRIPTS.glob("*.gtp") if settings(path.read_text()).get("size") == 5]
    assert len(scripts) > 10
    assert run("conversations") == dict.fromkeys(SCHEMES, len(scripts))


@pytest.mark.slow
def test_no_input_breaks_the_engine_on_two_ranks() -> None:
    thought = run("fuzz")
    assert [*thought] == [*SCHEMES]
    assert min(thought.values()) > 20


@pytest.mark.parametrize(
    ("scheme", "number", "receiver"),
    [
        ("slow-tree", signal.SIGINT, "rank 0"),
        ("fast-tree", signal.SIGTERM, "rank 0"),
        ("slow-tree", signal.SIGTERM, ""),
    ],
)
def test_all_ranks_end_when_a_search_is_interrupted(scheme: str, number: int, receiver: str) -> None:
    """The signal goes to a rank, or to `mpiexec`."""
    code, said, _ = interrupted(scheme, number, receiver)
    assert code != 0
    if receiver:  # what mpiexec passes on, and when, is for the MPI library to say
        assert code == 130
        assert said == ["interrupted"]


def test_a_rank_that_alone_is_asked_to_end_ends_the_job() -> None:
    code, said, seconds = interrupted("slow-tree", signal.SIGTERM, "rank 1")
    assert seconds >= HASTE  # for rank 0, which would have been asked too by whoever ends a job
    assert code != 0
    lines = [line for line in said if line.startswith("ponnuki:")]  # the MPI library adds a notice of its own
    assert len(lines) == 1
    assert re.fullmatch(r"ponnuki: rank 1 on \S+ was interrupted, and the whole job with it", lines[0])


def interrupted(scheme: str, number: int, receiver: str) -> tuple[int, list[str], float]:
    """A job that searches is sent a signal: its exit code, what it said then, and after how long it ended. No rank is
    left."""
    words = ranks("gtp", "--cluster", scheme, "--size", "5", "--seed", "1")
    job = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert job.stdin is not None
    assert job.stdout is not None
    assert job.stderr is not None
    job.stdin.write("lz-analyze b 10\n")
    job.stdin.flush()
    while not (line := job.stdout.readline()).startswith("info"):
        assert line, job.stderr.read()
    processes: dict[str, str] = {}
    while len(processes) < 2:
        processes |= re.findall(r"(rank .) is process (\d+)", job.stderr.readline())
    began = time.monotonic()
    os.kill(int(processes[receiver]) if receiver else job.pid, number)
    stdin, job.stdin = job.stdin, None  # it stays open: the end of input would end the job too, with another code
    _, said = job.communicate(timeout=120)
    seconds = time.monotonic() - began
    stdin.close()
    deadline = time.monotonic() + 5  # `mpiexec` does not wait for a rank that it has killed
    while any(_is_running(int(process)) for process in processes.values()):
        assert time.monotonic() < deadline, "a rank is left"
        time.sleep(0.05)
    return job.returncode, [line for line in said.splitlines() if "compiling kernels" not in line], seconds


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_all_ranks_end_with_the_input() -> None:
    words = ranks("gtp", "--cluster", "fast-tree", "--size", "5", "--sims", "20", "--seed", "1")
    done = subprocess.run(words, input="genmove b\n", capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"= [A-E][1-5]\n\n", done.stdout)
