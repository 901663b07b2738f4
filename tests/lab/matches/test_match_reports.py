"""What is in a store, told again: exports and pages of matches and tournaments."""

import base64
import csv
import io
import json
import re
import shutil
import zipfile

import pytest
from commands_here import here
from programs import command

STRONG, WEAK = "program=light,sims=30", "program=light,sims=4"
MATCH = ("match", STRONG, WEAK, "--size", "5", "--komi", "0.5", "--openings", "random:2", "--games", "6")
CUP = """
games = 2
openings = "random:2"
[[player]]
name = "strong"
program = "light"
sims = 60
[[player]]
name = "weak <b>, small"
program = "light"
sims = 2
[[player]]
name = "broken"
gtp = {program}
"""


def told(folder, *words, code=0):
    done = here(*words, folder=folder)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with a match and a tournament."""
    folder = tmp_path_factory.mktemp("played")
    told(folder, *MATCH, "--workers", "1", "--name", "m")
    (folder / "cup.toml").write_text(CUP.format(program=json.dumps(command("crashes"))))
    told(folder, "tournament", "cup.toml", "--game", "go", "--size", "5", "--komi", "0.5", "--workers", "1")
    return folder


@pytest.fixture
def ponnuki(played, tmp_path):
    """Commands in a copy of that folder."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return lambda *words, code=0: told(tmp_path, *words, code=code)


def rows_of(ponnuki, run):
    return list(csv.DictReader(io.StringIO(ponnuki("export", run, "--csv").stdout)))


def test_a_match_is_exported_pair_by_pair_however_many_workers_played_it(ponnuki, tmp_path):
    ponnuki(*MATCH, "--workers", "2", "--store", "2.sqlite", "--out", "out-2", "--name", "m")
    (tmp_path / "ponnuki.sqlite").rename(tmp_path / "1.sqlite")
    one, two = (ponnuki("export", "m", "--store", f"{workers}.sqlite").stdout for workers in (1, 2))
    assert one == two
    rows = list(csv.DictReader(io.StringIO(one)))
    assert [(row["a"], row["b"], row["pair"]) for row in rows] == [(STRONG, WEAK, str(i)) for i in range(3)]
    for row in rows:
        won = (row["a_black"][0] == "B") + (row["a_white"][0] == "W")
        assert float(row["reward"]) == won / 2
    told = json.loads(ponnuki("export", "m", "--store", "1.sqlite", "--json").stdout)
    assert [trial["reward"] for trial in told["trials"]] == [float(row["reward"]) for row in rows]


def test_a_tournament_is_exported_in_the_order_of_its_rounds(ponnuki):
    rows = rows_of(ponnuki, "cup")
    assert [(row["pairing"], row["pair"]) for row in rows] == [("0", "0"), ("1", "0"), ("2", "0")]
    assert rows[0]["b"] == "weak <b>, small"


def test_the_page_of_a_tournament_has_cross_table_elo_faults_and_games(ponnuki, tmp_path):
    summary = json.loads(ponnuki("report", "cup", "--json").stdout)
    page = (tmp_path / summary["report"]).read_text()
    for words in (
        "Cross table",
        "Ratings",
        "weak &lt;b&gt;, small",
        "lost by crash",
        "void pairs: 0",
        "± is a standard",
    ):
        assert words in page
    assert "<b>" not in page
    assert "src='http" not in page
    link = re.search("data:application/zip;base64,([^']+)'", page)
    assert link is not None
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(link[1]))) as archive:
        assert len(archive.namelist()) == 6
    assert "--force" in ponnuki("report", "cup", code=2).stderr
    ponnuki("report", "cup", "--force")


def test_the_page_of_a_match_tells_results_by_colour(ponnuki, tmp_path):
    ponnuki("report", "m")
    page = (tmp_path / "ponnuki-out" / "m" / "report.html").read_text()
    assert "Cross table" not in page
    for colour in ("black", "white", "either"):
        assert f"<td>{STRONG}</td><td>{WEAK}</td><td>{colour}</td>" in page
    status = json.loads(ponnuki("status", "m", "--json").stdout)
    assert [(run["kind"], run["status"], run["trials"]) for run in status["runs"]] == [("match", "done", 3)]
