"""Real ranks: they do what simulated machines do, keep time, and end together."""

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from socket import gethostname

import pytest
from machines import new_player
from rank_job import SCHEMES, digest, two_moves

import ponnuki
from ponnuki.cluster.lockstep import LockstepSearch
from ponnuki.cluster.lockstep_fast import simulated_machines
from ponnuki.cluster.scheme import make_scheme
from ponnuki.cluster.watcher import LONGEST_WAIT

JOB = Path(__file__).parent / "rank_job.py"
TIMED = ("slow-tree", "fast-tree")


def mpiexec():
    """The command beside this Python, or on the path."""
    return shutil.which("mpiexec", path=Path(sys.executable).parent) or shutil.which("mpiexec")


def start(ranks, *command, text=None, errors=subprocess.PIPE):
    """Run a command on some ranks, by default a job of this folder."""
    pytest.importorskip("mpi4py", reason="mpi4py is not installed: pip install 'ponnuki[mpi]'")
    if mpiexec() is None:
        pytest.skip("mpiexec is not installed: pip install 'ponnuki[mpich]'")
    words = [mpiexec(), "-n", str(ranks), sys.executable, *command]
    return subprocess.run(words, input=text, stdout=subprocess.PIPE, stderr=errors, text=True, timeout=300, check=False)


def converse(lines, ranks=None, **options):
    """The answers of a GTP engine on some ranks, or as one process."""
    words = [word for key, value in options.items() for word in (f"--{key}", str(value))]
    command = ["-m", "ponnuki", "gtp", "--size", "5", "--sims", "60", "--seed", "3", *words]
    text = "".join(f"{line}\n" for line in lines)
    if ranks is None:
        return subprocess.run(
            [sys.executable, *command], input=text, capture_output=True, text=True, timeout=300, check=False
        )
    return start(ranks, *command, text=text)


def simulated_trees(ranks):
    """What `rank_job.trees_of` gives, of machines that are simulated in this process."""
    found = []
    for options in SCHEMES:
        player = new_player()
        settings = player.spec.search_settings()
        search = simulated_machines(player._problem(), settings, make_scheme(**options), ranks, seed=7)
        two_moves(search, player)
        trees = search.trees if isinstance(search, LockstepSearch) else [search.first]
        found.append([digest(tree) for tree in trees] + [None] * (ranks - len(trees)))
    return found


def test_real_ranks_and_simulated_machines_grow_the_same_trees_byte_for_byte():
    expected = {str(ranks): simulated_trees(ranks) for ranks in (2, 3, 4)}  # first: it compiles what four ranks need
    done = start(4, JOB, "compare")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == expected


@pytest.fixture(scope="module")
def ends():
    """How searches end on two ranks, by scheme."""
    done = start(2, JOB, "by_time", *TIMED)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("scheme", TIMED)
def test_a_search_ends_by_the_clock_or_a_stop_also_while_a_rank_stands_still(ends, scheme):
    found = ends[scheme]
    for name in ("clock", "stop", "after"):
        assert found[name]["all"] >= found[name]["own"] > 0  # a stop waits for the other rank one period and no longer
        assert found[name]["other"] != "T"
    assert all(found[name]["all"] > found[name]["own"] for name in ("clock", "after"))
    assert found["clock"]["exchanges"] >= 2
    assert found["slow"]["own"] > 0
    assert found["slow"]["other"] == "T"  # the answer came without it
    assert found["after"]["visits"] >= found["slow"]["visits"] + found["after"]["own"]


def test_a_rank_that_fails_ends_the_job_with_one_line_but_bad_input_does_not():
    done = start(2, JOB, "fail")
    assert int(done.stdout.splitlines()[0]) > 0  # simulations after the bad input
    assert done.returncode != 0
    lines = [line for line in done.stderr.splitlines() if line.startswith("ponnuki: rank")]
    assert len(lines) == 1
    assert lines[0].startswith("ponnuki: rank 1 on ")
    assert lines[0].endswith("failed, and the whole job with it: RuntimeError: out of order")


def test_ranks_that_are_not_at_the_same_position_end_the_job_with_one_line():
    done = start(2, JOB, "drift")
    assert done.returncode != 0
    lines = [line for line in done.stderr.splitlines() if line.startswith("ponnuki: rank")]
    assert len(lines) == 1
    assert lines[0].endswith("failed, and the whole job with it: the ranks are not at the same position after 'reset'")


def test_ranks_with_different_versions_are_told_so_once():
    done = start(2, JOB, "versions", text="quit\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"error: rank 1 runs ponnuki 0.0.1, rank 0 {ponnuki.__version__}: install the same everywhere\n"
    )


@pytest.mark.parametrize(("ranks", "victim"), [(3, 2), (2, 0)])
def test_a_rank_that_is_killed_ends_the_job_with_one_line_of_ours(ranks, victim):
    done = start(ranks, JOB, "die", str(victim))
    assert done.returncode != 0
    lines = [line for line in done.stderr.splitlines() if line.startswith("ponnuki: rank")]
    assert lines == [f"ponnuki: rank {victim} on {gethostname()} was lost, and the whole job ends with it"]


def test_the_line_about_a_killed_rank_is_not_lost_where_errors_go_to_a_file(tmp_path):
    said = tmp_path / "said"
    with said.open("w") as errors:
        done = start(3, JOB, "die", "1", errors=errors)
    assert done.returncode != 0
    line = f"ponnuki: rank 1 on {gethostname()} was lost, and the whole job ends with it\n"
    deadline = time.monotonic() + LONGEST_WAIT + 5
    while line not in said.read_text() and time.monotonic() < deadline:  # it comes when `mpiexec` has ended
        time.sleep(0.05)
    assert said.read_text().count(line) == 1


def test_a_gtp_engine_on_two_ranks_answers_as_with_two_simulated_machines(tmp_path):
    script = ["genmove b", "genmove w", "undo", "play w a1", "genmove b", "showboard", "final_score", "quit"]
    spec = tmp_path / "simulated.toml"
    spec.write_text('[cluster]\nmachines = 2\nscheme = "slow-tree"\n')
    real, simulated = converse(script, ranks=2, cluster="slow-tree"), converse(script, spec=spec)
    assert real.returncode == 0, real.stderr
    assert real.stdout == simulated.stdout
    assert real.stdout.count("=") == len(script)


def test_bad_input_to_a_job_is_said_once(tmp_path):
    spec = tmp_path / "simulated.toml"
    spec.write_text("[cluster]\nmachines = 2\n")
    refused = {
        "--cluster slow": "unknown scheme 'slow'; known: slow-tree, slow-root, voting, fast-tree",
        "--cluster slow-tree,dept=2": "cluster: unknown setting 'dept'; did you mean 'depth'?",
        f"--cluster voting --spec {spec}": "the spec has a simulated cluster",
    }
    done = start(2, JOB, "refusals", *refused)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[2] * len(refused)] * 2
    whole = converse(["quit"], ranks=2, cluster="slow")
    assert (whole.returncode, whole.stdout) == (2, "")
    assert whole.stderr.count("error:") == 1
    for line, message in zip(done.stderr.splitlines(), refused.values(), strict=True):
        assert line.startswith("error:")
        assert message in line
