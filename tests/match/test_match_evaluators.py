"""Trials that are functions or commands: found beside their file, checked, and clear about what went wrong."""

import pickle

import numpy as np
import pytest
from programs import all_gone, new_token

from ponnuki.errors import BadInput
from ponnuki.match.command import CommandTrial
from ponnuki.match.function import FunctionTrial
from ponnuki.match.reward import EvaluatorFailed
from ponnuki.match.seeds import split, trial_seed

MODULE = """
def reward(candidate, seed):
    return candidate["share"] if seed < 10 else "much"

def fails(candidate, seed):
    raise KeyError("x")
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "my_evaluator.py").write_text(MODULE)
    return tmp_path


def function(folder, name="my_evaluator:reward", seed=1, **keys):
    return FunctionTrial.make(name, {"name": "x", **keys}, seed, folder=folder)


def test_a_function_gets_the_candidate_and_the_seed(folder):
    trial = pickle.loads(pickle.dumps(function(folder, share=0.25)))
    assert trial.run().reward == 0.25
    assert trial.reproducible


@pytest.mark.parametrize("share", [1.5, -0.1, float("nan"), True, None, "a"])
def test_a_reward_is_a_number_from_0_to_1(folder, share):
    with pytest.raises(EvaluatorFailed, match="a reward must be a number from 0 to 1, not"):
        function(folder, share=share).run()


def test_an_exception_is_told_with_its_place(folder):
    with pytest.raises(
        EvaluatorFailed, match=r"my_evaluator:fails\('x', seed=1\): KeyError: 'x' \(my_evaluator.py line"
    ):
        function(folder, "my_evaluator:fails").run()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("nonsense", "must look like module:function"),
        ("no_such_module:f", "module no_such_module cannot be imported"),
        ("my_evaluator:rewards", r"has no function 'rewards' \(it has: reward, fails\)"),
    ],
)
def test_a_function_that_is_not_there_is_named(folder, target, message):
    with pytest.raises(BadInput, match=message):
        function(folder, target).run()


def command(text, seed=7, candidate="my candidate", **settings):
    return CommandTrial(text, candidate, seed, **settings)


def test_a_command_prints_a_reward_on_its_last_line():
    assert command("echo some talk; echo 0.75").run().reward == 0.75


def test_a_command_gets_candidate_and_seed():
    assert command("test {candidate} = 'my candidate' && test {seed} = 7 && echo 1").run().reward == 1.0


def test_a_command_is_found_beside_its_file(tmp_path):
    script = tmp_path / "my-eval"
    script.write_text("#!/bin/sh\necho 0.5\n")
    script.chmod(0o755)
    assert command("my-eval --seed {seed}", folder=str(tmp_path)).run().reward == 0.5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("echo hello >&2; exit 3", "ended with code 3; its last words: hello"),
        ("kill -9 $$", "was ended by SIGKILL"),
        ("true", "printed nothing"),
        ("echo 2", "a reward must be a number from 0 to 1, not '2'"),
        ("echo good", "not 'good'"),
        ("no-such-program", "ended with code 127"),
    ],
)
def test_a_command_that_fails_stops_the_run_with_a_reason(text, message):
    with pytest.raises(EvaluatorFailed, match=message):
        command(text).run()


def test_what_a_command_says_reaches_no_terminal_and_is_short():
    paint = r"printf '\033[2J\033]0;title\007words '; head -c 100000 /dev/zero | tr '\0' x"
    [line] = command(f"({paint}) >&2; echo 1").run().details["stderr"]
    assert line.startswith("words xxx")
    assert line.isprintable()
    assert len(line) <= 500
    with pytest.raises(EvaluatorFailed, match="its last words: words xxx") as caught:
        command(f"({paint}) >&2; exit 3").run()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 2000


def test_a_null_character_in_a_command_is_one_line():
    with pytest.raises(EvaluatorFailed, match="cannot be started: it has an embedded null byte"):
        command("echo \0 1").run()


def test_what_a_function_raises_is_one_line(folder):
    (folder / "painter.py").write_text(
        "def reward(candidate, seed):\n    raise ValueError('\\x1b[2Ja\\n' + 'b' * 10**6)\n"
    )
    with pytest.raises(EvaluatorFailed, match="ValueError: a bbb") as caught:
        function(folder, "painter:reward").run()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) <= 2000


def test_a_command_that_takes_too_long_is_ended_with_all_it_started():
    token = new_token()
    with pytest.raises(EvaluatorFailed, match=r"has not ended within 0\.3 s"):
        command(f"python3 -c 'import time; time.sleep(100)' {token}; echo 1", limit=0.3).run()
    assert all_gone(token)


def test_what_a_command_leaves_behind_goes_with_it():
    token = new_token()
    text = f"setsid python3 -c 'import time; time.sleep(100)' {token} >/dev/null 2>&1 & echo 1"
    assert command(text).run().reward == 1.0
    assert all_gone(token)


def test_seeds_are_what_the_contract_says():
    expected = int(np.random.SeedSequence([0, 5, 4, 3, 2]).generate_state(1, np.uint64)[0])
    assert trial_seed("race", 5, 4, 3, 2) == expected
    every = {trial_seed(p, s, r, c, k) for p in ("race", "match") for s in (0, 1) for r in (0, 1) for c in (0, 1)
             for k in range(50)}  # fmt: skip
    assert len(every) == 800
    assert len(set(split(1, 3))) == 3
    with pytest.raises(BadInput, match="unknown purpose 'rase'"):
        trial_seed("rase", 0, 0, 0, 0)
