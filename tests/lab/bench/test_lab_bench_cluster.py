"""What `ponnuki bench cluster` reports."""

import shutil
import sys
from pathlib import Path

import pytest

from ponnuki.lab.bench.cluster import run


def test_it_compares_ranks_that_share_with_ranks_that_do_not_and_counts_messages():
    pytest.importorskip("mpi4py", reason="mpi4py is not installed: pip install 'ponnuki[mpi]'")
    if not (shutil.which("mpiexec", path=str(Path(sys.executable).parent)) or shutil.which("mpiexec")):
        pytest.skip("mpiexec is not installed: pip install 'ponnuki[mpich]'")
    parts: list[str] = []
    found = run(5, ranks=2, seconds=0.2, turns=3, machines=(2, 4), on_part=parts.append).as_json()
    assert len(found["ratios"]) == found["repetitions"] == 3
    assert found["ratio"] == sorted(found["ratios"])[1]
    assert found["ours"] / found["reference"] == pytest.approx(found["ratio"], rel=0.5)
    assert found["unit"] == "simulations/CPU-s"
    assert min(found["exchanges_per_cpu_second"], found["exchanges_per_second"]) > 0
    assert parts[0] == "2 ranks on 5x5"
    assert [one["machines"] for one in found["by_machines"]] == [2, 4]
    assert [one["steps"] / one["rounds"] for one in found["by_machines"]] == [1, 2]
    one = found["one_tree"]
    assert one["machines"] == pytest.approx(one["playout_microseconds"] / one["leaf_microseconds"])
    by_nodes = {(one["depth"], one["share"]): one for one in found["by_nodes"]}
    assert by_nodes[0, 0.05]["rounds"] == 1
    assert by_nodes[0, 0.05]["bytes"] < by_nodes[3, 0.05]["bytes"] < by_nodes[3, 0.01]["bytes"]
