"""The guide is run: its Python as it stands, its commands with small boards and budgets, in an empty folder."""

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ponnuki.cli import main
from ponnuki.lab.bench import playouts

GUIDE = (Path(__file__).parents[2] / "docs" / "guide.md").read_text(encoding="utf-8")

FILES = {
    "RACE.toml": """
size = 5
budget = 6
[baseline]
program = "light"
sims = 2
[[candidate]]
name = "more"
sims = 8
""",
    "FILE.sgf": (
        "(;GM[1]SZ[9]AB[ad][bd][cd][dd][ed][fd][gd][hd][he][hf][ag][bg][cg][dg][eg][fg][gg]"
        "AW[af][bf][cf][df][ef][ff][gf][hg][ig][hh][ai][bi][ci][di][ei][fi][gi][ii])"
    ),
    "FILE.log": "Finished game 1 (new vs old): 1-0 {mate}\nFinished game 2 (old vs new): 1/2-1/2 {repetition}\n",
    "CUP.toml": """
size = 5
games = 2
[[player]]
name = "strong"
program = "light"
sims = 8
[[player]]
name = "weak"
program = "light"
sims = 2
""",
}
PLAN = "plan --effect 0.512 --candidates 10 --variance 0.12"
LIGHT, SMALL = "program=light,sims=4", "--size 5 --workers 1"
CAMPAIGN = f"learn {LIGHT} --settings {SMALL} --candidates 2 --iterations 1 --patience 2 --games 8"

WALK = {
    "ponnuki doctor": "doctor",
    "ponnuki warm": "warm --size 5 --program light",
    f"ponnuki {PLAN}": f"{PLAN} --races 20",
    "ponnuki plan": "plan --effect 0.6 --races 20",
    "ponnuki study --list": "study --list",
    "ponnuki study race-power": "study race-power --dry-run",
    "ponnuki race RACE.toml": "race RACE.toml --workers 1 --out race",
    "ponnuki race OLD NEW": f"race {LIGHT} program=light,sims=8 --budget 2 --name pair {SMALL}",
    "ponnuki judge FILE": "judge FILE.log",
    "ponnuki status": "status",
    "report RUN": "report RACE",
    "export RUN": "export RACE",
    "ponnuki import FOLDER": "import race --store other.sqlite",
    "ponnuki learn": f"{CAMPAIGN} --name short",
    "ponnuki learn [BASELINE]": f"{CAMPAIGN} --name short",
    "ponnuki match A B": f"match {LIGHT} program=light,sims=2 --games 2 {SMALL}",
    "ponnuki tournament FILE": "tournament CUP.toml --workers 1",
    "ponnuki play": "play --size 5 --program light --sims 4",
    "ponnuki semeai FILE.sgf": "semeai FILE.sgf",
    "ponnuki atlas show NAME": "atlas show go19",
    "ponnuki bench playouts": "bench playouts --size 5",
    "search": "bench search --size 5 --policy light",
}
"""How each command is run here, in an order in which each finds what it needs."""
LEFT_OUT = {
    "ponnuki --install-completion": "writes into the files of the user's shell",
    "ponnuki demo": "a campaign of some minutes",
    "threads": "measures for half a minute, and needs a core for each thread",
    "cluster": "needs mpiexec and measures for half a minute; tests/lab/bench runs its parts",
    "farm": "measures for half a minute; tests/lab/bench runs it with a few games",
    "semeai": "compiles a search of its own and measures for half a minute",
    "ponnuki study semeai": "searches of some minutes; tests/lab/studies runs it with few positions",
    "confirm RUN": "needs a campaign that has accepted something; tests/lab/learn runs one",
}
TYPED = {"ponnuki play": "quit\n"}
ENGINE = "ponnuki gtp"
"""It talks on the streams of its process: a test of its own."""


def commands() -> list[str]:
    """All commands that the guide names: those of the table, and those in its text."""
    table = [line.split("|")[1] for line in GUIDE.splitlines() if line.startswith("| `ponnuki")]
    listed = [code for cell in table for code in re.findall(r"`([^`]+)`", cell)]
    return [*listed, *re.findall(r"`(ponnuki [^`.]+[^`]*)`", re.sub(r"^\|.*$", "", GUIDE, flags=re.MULTILINE))]


def test_every_command_of_the_guide_is_run_here_or_left_out_for_a_reason() -> None:
    named = {command for command in commands() if not command.startswith("ponnuki.")}
    assert named == WALK.keys() | LEFT_OUT.keys() | {ENGINE}


def test_the_commands_of_the_guide_do_what_they_are_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(playouts, "OUR_SECONDS", 0.05)
    monkeypatch.setattr(playouts, "REFERENCE_SECONDS", 0.05)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    for command, words in WALK.items():
        monkeypatch.setattr(sys, "argv", ["ponnuki", *words.split()])
        monkeypatch.setattr(sys, "stdin", io.StringIO(TYPED.get(command, "")))
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        assert not ended.value.code, f"{words}: {err}"
        assert out.strip(), f"{words} printed nothing"
        assert "Traceback" not in err


def test_the_engine_of_the_guide_talks_on_the_streams_of_its_process(tmp_path: Path) -> None:
    words = ["-m", "ponnuki", "gtp", "--size", "5", "--program", "light", "--sims", "4"]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, input="name\ngenmove b\nquit\n", capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert [reply[:1] for reply in done.stdout.split("\n\n")[:-1]] == ["="] * 3
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL))
def test_the_python_of_the_guide_runs_as_it_stands(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "guide.md", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()
