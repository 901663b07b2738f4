"""The conversation with its reading thread: interruption, pondering, the end of input, faults."""

import io
import os
import threading
import time
from collections.abc import Iterator

import pytest
from conversation import Partner
from random_player import RandomPlayer, new_session

from ponnuki.engine.loop import Engine, converse
from ponnuki.engine.session import Session, Settings
from ponnuki.engine.table import Signals, Table

PATIENCE = 60.0


class Talk:
    """A conversation in a thread of its own, over a real pipe."""

    def __init__(self, session: Session) -> None:
        reader, writer = os.pipe()
        self.source = io.FileIO(reader)
        self.pipe = os.fdopen(writer, "wb", buffering=0)
        self.output: list[str] = []
        self.thread = threading.Thread(target=converse, args=(session, self.source, self.output.append), daemon=True)
        self.thread.start()

    def say(self, text: str) -> None:
        data = text.encode()
        while data:
            data = data[self.pipe.write(data) or 0 :]

    def wait_for(self, text: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while text not in (output := "".join(self.output)):
            assert time.monotonic() < deadline, f"no {text!r} in {output!r}"
            time.sleep(0.005)
        return output

    def finish(self) -> str:
        self.pipe.close()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
        self.source.close()
        return "".join(self.output)


@pytest.fixture
def talk() -> Iterator[Talk]:
    conversation = Talk(new_session())
    yield conversation
    if not conversation.pipe.closed:
        conversation.finish()


def test_replies_come_in_the_order_of_the_commands(talk: Talk) -> None:
    talk.say("".join(f"{number} protocol_version\n" for number in range(200)))
    assert talk.finish() == "".join(f"={number} 2\n\n" for number in range(200))


def test_quit_ends_the_conversation_and_the_player(talk: Talk) -> None:
    talk.say("1 quit\n2 name\n")
    talk.thread.join(PATIENCE)
    assert "".join(talk.output) == "=1 \n\n"


def test_a_last_line_without_its_newline_is_answered(talk: Talk) -> None:
    talk.say("name")
    assert talk.finish() == "= Ponnuki\n\n"


class LateStream(io.RawIOBase):
    """A line without its newline, and the end of input a long time after it."""

    def __init__(self) -> None:
        self.now, self.said = 0.0, [b"name", b""]

    def read(self, size: int = -1) -> bytes:
        data = self.said.pop(0)
        self.now += 0.0 if data else 100.0
        return data

    def monotonic(self) -> float:
        return self.now


def test_it_is_also_answered_if_the_end_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the end of input completes it, so it cannot be older than that."""
    stream, output = LateStream(), list[str]()
    monkeypatch.setattr("ponnuki.engine.loop.time", stream)
    converse(new_session(), stream, output.append)
    assert "".join(output) == "= Ponnuki\n\n"


def test_bytes_that_are_no_text_are_answered(talk: Talk) -> None:
    talk.pipe.write(b"\xff\xfe\x80\n5 name\r\n\xc3(\n")
    assert talk.finish() == "? unknown command\n\n=5 Ponnuki\n\n? unknown command\n\n"


def test_a_line_may_come_in_pieces_and_be_very_long(talk: Talk) -> None:
    for piece in ("1 na", "me", "\n2 ", "z" * 300_000, "\n3 protocol_version"):
        talk.say(piece)
        time.sleep(0.01)
    assert talk.finish() == "=1 Ponnuki\n\n?2 unknown command\n\n=3 2\n\n"


@pytest.mark.parametrize("line", ["name\n", "\n", "# a comment\n", "7 nonsense\n"])
def test_any_line_ends_an_analysis(talk: Talk, line: str) -> None:
    talk.say("3 lz-analyze b 1\n")
    talk.wait_for("info move")
    output = talk.wait_for("info move")
    assert output.startswith("=3\ninfo move ")
    assert "\n\n" not in output
    talk.say(line)
    talk.say("9 protocol_version\n")
    talk.wait_for("=9 2")
    first = "".join(talk.output).split("\n\n")[0]
    assert all(part.startswith("info move") for part in first.split("\n")[1:])


def test_the_end_of_input_ends_an_analysis(talk: Talk) -> None:
    talk.say("analyze b 1\n")
    talk.wait_for("info move")
    assert talk.finish().endswith("\n\n")


class Brief(RandomPlayer):
    """Its searches end by themselves."""

    def search(self, limit, **options):  # type: ignore[no-untyped-def]
        return self._report(None)


def test_an_analysis_that_has_nothing_more_to_search_still_waits_for_input() -> None:
    talk = Talk(Session(Settings(size=5, simulations=1), Brief))
    talk.say("lz-analyze b 1\n")
    talk.wait_for("info move")
    time.sleep(0.05)
    assert "\n\n" not in "".join(talk.output)
    talk.say("\n")
    talk.wait_for("\n\n")
    talk.finish()


class Slow(RandomPlayer):
    """Chooses only when it is told to stop, and counts what it was asked."""

    searches = 0

    def choose(self, limit, *, stop=None, on_report=None, every=0.1, cleanup=False):  # type: ignore[no-untyped-def]
        assert stop is not None
        assert stop.wait(PATIENCE), "nobody interrupted"
        return super().choose(limit, stop=stop, on_report=on_report, every=every, cleanup=cleanup)


def test_a_move_is_interrupted_by_the_interrupt_comment_only() -> None:
    talk = Talk(Session(Settings(size=5, simulations=1), Slow))
    talk.say("1 genmove b\n2 name\n")
    time.sleep(0.1)
    assert talk.output == []
    talk.say("# interrupt\n")
    output = talk.wait_for("=2 Ponnuki")
    assert output.startswith("=1 ")
    talk.say("3 genmove w\n# interrupt\n4 name\n")
    talk.wait_for("=4 Ponnuki")
    talk.finish()


class Ponderer(RandomPlayer):
    """Notes the positions it searches."""

    pondered: list[tuple[str, str]] = []  # noqa: RUF012 - shared on purpose

    def search(self, limit, **options):  # type: ignore[no-untyped-def]
        self.pondered.append((self.position.to_move, self.position.last_move or ""))
        return super().search(limit, **options)


def test_it_thinks_in_the_opponents_time_and_only_then() -> None:
    Ponderer.pondered.clear()
    talk = Talk(Session(Settings(size=5, simulations=1, ponder=True), Ponderer))
    talk.say("1 name\n")
    talk.wait_for("=1 ")
    talk.say("2 genmove b\n")
    move = talk.wait_for("\n\n=2 ").rpartition("=2 ")[2].strip()
    deadline = time.monotonic() + PATIENCE
    while not Ponderer.pondered and time.monotonic() < deadline:
        time.sleep(0.005)
    assert Ponderer.pondered == [("w", move)]
    talk.say("3 time_left w 10 0\n4 play w pass\n5 name\n")
    talk.wait_for("=5 ")
    talk.finish()
    assert ("b", "pass") not in Ponderer.pondered
    assert set(Ponderer.pondered) == {("w", move)}


def test_a_fault_in_a_command_is_an_error_reply_and_changes_nothing(caplog: pytest.LogCaptureFixture) -> None:
    table = Table()

    @table.command("break")
    def _break(call: object) -> str:
        raise ZeroDivisionError("a bug\nover two lines")

    output: list[str] = []
    engine = Engine(new_session(), output.append, Signals.new(), table=table)
    assert engine.handle("5 break")
    assert output == ["?5 internal error: ZeroDivisionError: a bug\nover two lines\n\n"]
    assert "command break" in caplog.text


def test_live_graphics_go_to_stderr_when_they_are_switched_on() -> None:
    partner = Partner(new_session())
    partner.say("genmove b")
    assert partner.noted == []
    partner.say("ponnuki-params live_graphics 1")
    assert partner.say("genmove w").startswith("= ")
    assert partner.noted[0].startswith("gogui-gfx:\nVAR w ")
    assert "\nCOLOR #" in partner.noted[0]
    assert "\nLABEL " in partner.noted[0]
    assert partner.noted[0].endswith("\n")
    assert partner.noted[-1] == "gogui-gfx: CLEAR"


def test_a_stream_that_is_closed_is_the_end_of_input() -> None:
    output: list[str] = []
    converse(new_session(), io.BytesIO(b"1 name\n"), output.append)
    assert output == ["=1 Ponnuki\n\n"]
