"""Programs that behave and programs that do not."""

import sys
import time

import pytest

from ponnuki.errors import BadInput
from ponnuki.gtp import client
from ponnuki.gtp.client import GtpDied, GtpFailed, GtpProgram, GtpTimeout
from ponnuki.processes.programs import find_program

GOOD = """
import sys
for line in sys.stdin:
    number, command, *arguments = line.split()
    if command == "fail":
        print(f"?{number} no\\n", flush=True)
    elif command == "many":
        print(f"={number} a\\nb\\n", flush=True)
    elif command == "rubbish":
        print(f"hello\\n\\n\\x00\\xff\\n=999 another id\\n\\n={number} found\\r\\n\\r\\n", flush=True)
    elif command == "no-id":
        print("= bare\\n", flush=True)
    elif command == "complain":
        print("a complaint", file=sys.stderr, flush=True)
        print(f"={number}\\n", flush=True)
    elif command == "hang":
        import time; time.sleep(100)
    elif command == "die":
        print("last words", file=sys.stderr, flush=True)
        sys.exit(3)
    else:
        print(f"={number} {' '.join([command, *arguments])}\\n", flush=True)
    if command == "quit":
        break
"""


def program(text: str = GOOD, **settings: float) -> GtpProgram:
    return GtpProgram([sys.executable, "-c", text], name="program", **settings)  # type: ignore[arg-type]


def test_commands_are_answered_in_turn() -> None:
    with program() as partner:
        assert partner.ask("name") == "name"
        assert partner.ask("play b C3") == "play b C3"
        assert partner.ask("many") == "a\nb"
        assert partner.ask("no-id") == "bare"
    assert not partner.is_running


def test_rubbish_between_replies_is_ignored() -> None:
    with program() as partner:
        assert partner.ask("rubbish") == "found"
        assert partner.ask("name") == "name"


def test_an_error_reply_is_an_error_that_leaves_the_program_running() -> None:
    with program() as partner:
        with pytest.raises(GtpFailed, match="'fail now' failed: no") as caught:
            partner.ask("fail now")
        assert caught.value.message == "no"
        assert partner.ask("name") == "name"


def test_a_program_that_does_not_answer_is_killed() -> None:
    with program(limit=0.3) as partner:
        began = time.monotonic()
        with pytest.raises(GtpTimeout, match=r"no answer to 'hang' within 0\.3 s"):
            partner.ask("hang")
        assert time.monotonic() - began < 30
        assert not partner.is_running


def test_a_death_is_told_with_the_last_words() -> None:
    with program() as partner:
        with pytest.raises(GtpDied, match="ended with code 3; its last words: last words"):
            partner.ask("die")
        with pytest.raises(GtpDied):
            partner.ask("name")


def test_stderr_is_kept() -> None:
    with program() as partner:
        partner.ask("complain")
        deadline = time.monotonic() + 5
        while not partner.errors and time.monotonic() < deadline:
            time.sleep(0.01)
        assert partner.errors == ["a complaint"]


def test_a_flood_on_stderr_does_not_block() -> None:
    with program("import sys\nsys.stderr.write('y\\n' * 200000)\n" + GOOD) as partner:
        assert partner.ask("name") == "name"
        assert len(partner.errors) <= 200


def test_a_program_that_ignores_quit_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0.1)
    deaf = "import sys, time\nfor line in sys.stdin:\n    time.sleep(100)\n"
    partner = program(deaf)
    began = time.monotonic()
    partner.close()
    assert time.monotonic() - began < 50
    assert not partner.is_running


@pytest.mark.parametrize("command", ["no-such-program --gtp", "", []])
def test_a_program_that_is_not_there_is_named(command: str) -> None:
    with pytest.raises(BadInput, match="no program"):
        GtpProgram(command)


@pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed: apt install gnugo")
def test_gnu_go_answers() -> None:
    with GtpProgram("gnugo --mode gtp --level 1") as partner:
        assert partner.ask("name") == "GNU Go"
        partner.ask("boardsize 9")
        assert partner.knows("genmove")
        assert not partner.knows("frobnicate")
        assert partner.ask("genmove b")[0] in "ABCDEFGHJ"
        with pytest.raises(GtpFailed):
            partner.ask("play b Z99")
