"""A Dask cluster whose processes talk by TLS: the certificates and the commands are those of docs/howto.md."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from real_cluster import Cluster

RECIPE = (Path(__file__).parents[2] / "docs" / "howto.md").read_text(encoding="utf-8")


def blocks(heading: str) -> list[str]:
    """The indented blocks of a part of the recipes."""
    part = RECIPE.split(f"## {heading}")[1].split("\n## ")[0]
    found = re.findall(r"(?:^    .*\n)+", part, re.MULTILINE)
    return [re.sub(r"^    ", "", block, flags=re.MULTILINE) for block in found]


class SecureCluster(Cluster):
    """Every process has the certificate; who has none is turned away."""

    def _start(self, *words: str) -> "subprocess.Popen[bytes]":
        words = (words[0], "--protocol", "tls", *words[1:])
        return super()._start(*words)


@pytest.fixture(scope="module")
def secured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed", reason="Dask is missing: pip install 'ponnuki[cluster]'")
    if shutil.which("openssl") is None:
        pytest.skip("no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    certify, variables = blocks("TLS between the processes of a cluster")[:2]
    subprocess.run(["/bin/sh", "-ec", certify], cwd=folder, check=True, capture_output=True)
    named = dict(line.removeprefix("export ").split("=", 1) for line in variables.splitlines())
    with pytest.MonkeyPatch.context() as patch:
        for name, value in named.items():
            patch.setenv(name, value.replace("$PWD", str(folder)))
        started = SecureCluster(folder)
        try:
            started.wait_for_file()
            started.refill()
            yield started
        finally:
            started.close()


def test_trials_are_played_by_processes_that_talk_by_tls(secured: Cluster) -> None:
    code = (
        "import json, sys; from ponnuki.farm.dask import DaskFarm; from sample_trials import Echo\n"
        "farm = DaskFarm(sys.argv[1]); farm.submit((0, 0), Echo(0.5)); got = []\n"
        "while not got: got = [one for one in farm.wait(1.0)]\n"
        "print(farm._place, farm._client.scheduler.address, got[0].result.reward); farm.stop()"
    )
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", code, str(secured.file)],
        env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.search(r" tls://127\.0\.0\.1:\d+ 0\.5$", done.stdout.strip())


def test_who_has_no_certificate_is_told_so_in_one_line(secured: Cluster) -> None:
    bare = {name: value for name, value in os.environ.items() if "TLS" not in name}
    words = [sys.executable, "-m", "ponnuki", "match", "sims=2", "sims=3", "--size", "5", "--dask", str(secured.file)]
    done = subprocess.run(words, cwd=secured.folder, env=bare, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert re.fullmatch(r"error: the Dask scheduler at tls://\S+ talks by TLS, .*\n", done.stderr)


def test_who_has_another_certificate_is_turned_away(secured: Cluster, tmp_path: Path) -> None:
    [certify] = blocks("TLS between the processes of a cluster")[:1]
    subprocess.run(["/bin/sh", "-ec", certify], cwd=tmp_path, check=True, capture_output=True)
    other = {name: value.replace(str(secured.folder), str(tmp_path)) for name, value in os.environ.items()}
    words = [sys.executable, "-m", "ponnuki", "match", "sims=2", "sims=3", "--size", "5", "--dask", str(secured.file)]
    done = subprocess.run(words, cwd=secured.folder, env=other, capture_output=True, text=True, timeout=180)
    assert done.returncode == 2
    assert "error: no Dask scheduler answers" in done.stderr
