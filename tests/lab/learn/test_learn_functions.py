"""Arguments of a function, tuned: compared under the same seed, accepted at the campaign's risk, resumed alike."""

import json
import shutil
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands_here import here
from race_commands import HERE, start, trials_of
from scipy.stats import binom
from test_learn_campaigns import HereFarm

from ponnuki.cli import main
from ponnuki.errors import BadInput
from ponnuki.lab.journal.store import Store
from ponnuki.lab.learn.confirm import checks
from ponnuki.lab.learn.parameters import Tuning, read_tuning
from ponnuki.lab.learn.proposers import PROPOSERS
from ponnuki.lab.learn.session import LearnSession, Limits, proposer_of
from ponnuki.lab.learn.settings import CampaignSettings
from ponnuki.lab.learn.state import State
from ponnuki.match.difference import DifferenceTrial
from ponnuki.match.reward import EvaluatorFailed

RISK = 0.2
PARAMETERS = """
[[parameter]]
name = "arguments.a"
range = [1, 1000]
log = true
start = 100
[[parameter]]
name = "arguments.b"
range = [0, 40]
step = 4
start = 8
"""
LEARN = ["learn", "--settings", "--parameters", "tune.toml", "--candidates", "3", "--proposer", "tpe", "--seed", "4"]
LIMITED = [*LEARN, "--iterations", "3", "--games", "900", "--name", "c", "--out", "out", "--workers", "2", "--json"]


def write(folder: Path, function: str, **arguments: Any) -> Path:
    shutil.copy(HERE / "race_samples.py", folder)
    given = [f"{key} = {value}" for key, value in arguments.items()]
    lines = [f'evaluate = "race_samples:{function}"', "[arguments]", *given, PARAMETERS]
    (folder / "tune.toml").write_text("\n".join(lines), encoding="utf-8")
    return folder / "tune.toml"


def campaign(store: Store, tuning: Tuning, folder: Path, proposer: str, seed: int, iterations: int) -> State:
    assert tuning.judged is not None
    values = {"kind": "settings", "candidates": 3, "risk": RISK, "accept_above": 0.5, "drop_below": 0.6, "seed": seed}
    values |= {"baseline": tuning.judged.settings(), "parameters": tuning.parameters, "proposer": proposer}
    settings = CampaignSettings.make(values, "test")
    session = LearnSession(f"{proposer} {seed}", settings, Limits(iterations=iterations), proposer_of(settings, folder))
    return session.run(store, HereFarm)[0]


def told(folder: Path, *words: str) -> Any:
    done = here(*words, folder=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_trial_is_half_and_half_the_difference_under_one_seed(tmp_path: Path) -> None:
    write(tmp_path, "near")
    good, bad = {"a": 2, "b": 12, "gain": 0.25}, {"a": 9, "b": 12, "gain": 0.25}
    trial = DifferenceTrial.make("race_samples:near", good, bad, 7, folder=str(tmp_path))
    assert trial.run().reward == pytest.approx(0.5 + 0.25 / 2)
    same = DifferenceTrial.make("race_samples:near", bad, bad, 7, folder=str(tmp_path)).run()
    assert same.reward == 0.5
    assert same.details["candidate"] == same.details["baseline"] != 0.5
    broken = DifferenceTrial.make("race_samples:near", {"b": 1}, bad, 7, folder=str(tmp_path))
    with pytest.raises(EvaluatorFailed, match=r"race_samples:near\(\{'b': 1\}, seed=7\): KeyError: 'a'"):
        broken.run()


@pytest.mark.parametrize("proposer", PROPOSERS)
def test_campaigns_in_which_no_argument_matters_keep_their_risk(proposer: str, tmp_path: Path) -> None:
    tuning = read_tuning(write(tmp_path, "own_luck"))
    with Store(tmp_path / "s.sqlite", write=True) as store:
        false = sum(bool(campaign(store, tuning, tmp_path, proposer, seed, 2).accepted) for seed in range(20))
    assert false <= binom.ppf(0.999, 20, RISK)


def test_arguments_that_are_better_are_found_and_become_the_baseline(tmp_path: Path) -> None:
    tuning = read_tuning(write(tmp_path, "near", gain=0.3))
    with Store(tmp_path / "s.sqlite", write=True) as store:
        states = [campaign(store, tuning, tmp_path, "tpe", seed, 5) for seed in range(4)]
    found = [state for state in states if state.accepted]
    assert found
    for state in found:
        arguments = state.baseline.settings()["arguments"]
        assert arguments["a"] <= 3
        assert arguments["b"] > 10
        assert arguments["gain"] == 0.3
        assert len(state.accepted) == 1, "what is no better than the new baseline is not accepted"
        with pytest.raises(BadInput, match="is a function, which plays no games"):
            checks(state)


def test_a_campaign_of_a_function_that_is_killed_gives_the_same_bytes(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    for folder in (whole, killed):
        folder.mkdir()
        write(folder, "near", gain=0.3, wait=0.002)
    ended = told(whole, *LIMITED)
    assert ended["calls"] > 0
    for count in (20, 120):
        process = start(*LIMITED, folder=killed)
        while process.poll() is None and trials_of(killed) < count:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert told(killed, *LIMITED)["digest"] == ended["digest"]
    for name in ("learned.toml", "trials.csv", "journal.json"):
        assert (killed / "out" / name).read_bytes() == (whole / "out" / name).read_bytes()
    assert 'evaluate = "race_samples:near"' in (whole / "out" / "learned.toml").read_text()
    page = (whole / "out" / "report.html").read_text()
    assert f"{ended['calls']} calls" in page
    assert "ponnuki confirm" not in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('evaluate = "race_samples"' + PARAMETERS, "evaluate must name a function"),
        ('evaluate = "print {seed}"' + PARAMETERS, "evaluate must name a function"),
        ("[arguments]\na = 1" + PARAMETERS, "evaluate must name a function"),
        ('evaluate = "a:b"\narguments = 3' + PARAMETERS, "as a table"),
        ('evaluate = "a:b"\nreproducible = 3' + PARAMETERS, "must be true or false"),
        ('evaluate = "a:b"\n[[parameter]]\nname = "options.a"\nrange = [1, 2]', "parameters are arguments.NAME"),
        ('evaluated = "a:b"' + PARAMETERS, "unknown key 'evaluated'"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=message):
        read_tuning(tmp_path / "p.toml")


def test_what_has_no_meaning_for_a_function_is_told_and_so_is_one_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "nobody", gain=0.1)
    monkeypatch.chdir(tmp_path)
    for words, message in (
        (["--sims", "5"], "--sims has no meaning beside evaluate"),
        (["--openings", "random:2"], "--openings has no meaning beside evaluate"),
        ([], "race_samples has no function 'nobody'"),
    ):
        monkeypatch.setattr(sys, "argv", ["ponnuki", *LEARN, *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 2
        assert message in capsys.readouterr().err
