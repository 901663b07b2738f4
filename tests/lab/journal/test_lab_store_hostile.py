"""Stores in odd places, in damaged files and on full disks: one line each, and nothing lost."""

import errno
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ponnuki.cli.output import named_folder
from ponnuki.errors import BadInput, PonnukiError
from ponnuki.lab.journal import place
from ponnuki.lab.journal.place import writer_of
from ponnuki.lab.journal.schema import damaged, understood
from ponnuki.lab.journal.store import Store, StoreFailed, TrialRow
from ponnuki.lab.races.history import history_of
from ponnuki.lab.runs.export import csv_lines
from ponnuki.lab.runs.status import summary
from ponnuki.match.conditions import Conditions
from ponnuki.match.openings import find_openings
from ponnuki.players.parse import parse_player
from ponnuki.players.toml import read_toml

NOBODY = 65534


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with one race of forty trials."""
    found = tmp_path / "s.sqlite"
    with Store(found, write=True) as store:
        run = store.add_run("one", "race", {"risk": 0.05})
        store.begin_session(run, 100)
        series = store.open_series(run, 0, {"candidates": ["a"]})
        store.write(series, [TrialRow((0, number), number, number % 2, '{"x": 1}') for number in range(40)])
    return found


def everything(path: Path) -> None:
    """All that a command reads of a race."""
    with Store(path) as store, understood(path):
        for run in store.runs():
            summary(store, run)
            list(csv_lines(store, run))
            for series, _ in store.series(run):
                list(store.details(series))
                store.unfinished(series)


# ---- who writes ---------------------------------------------------------------------------------------------------


def test_a_symbolic_link_is_no_way_around_the_writer(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to(path.name)
    with Store(path, write=True):
        with pytest.raises(BadInput, match="is being written by another run"):
            Store(link, write=True)
        assert writer_of(link)
    with Store(link, write=True):
        with pytest.raises(BadInput, match="is being written by another run"):
            Store(path, write=True)
        assert writer_of(path)
    assert writer_of(link) is None
    assert sorted(file.name for file in tmp_path.iterdir()) == ["link.sqlite", "s.sqlite"]


def test_a_link_to_a_store_that_is_not_there_yet_makes_it_there(tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    link.symlink_to("real.sqlite")
    with Store(link, write=True):
        pass
    assert (link.is_symlink(), (tmp_path / "real.sqlite").exists()) == (True, False)
    with Store(link, write=True) as store:
        store.add_run("one", "race", {})
    with Store(tmp_path / "real.sqlite") as store:
        assert [run.name for run in store.runs()] == ["one"]


def test_a_circle_of_links_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    for write in (True, False):
        with pytest.raises(BadInput, match="cannot be reached"):
            Store(tmp_path / "a", write=write)


@pytest.mark.parametrize("name", ["file:foo", ":memory:", "file:foo?mode=memory", "a%20b#c"])
def test_a_name_is_a_name_and_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(Path(name), write=True) as store:
        store.add_run("one", "race", {})
    assert [file.name for file in tmp_path.iterdir()] == [name]
    with Store(Path(name)) as store:
        assert [run.name for run in store.runs()] == ["one"]


def test_a_disk_that_is_full_for_the_lock_is_one_line_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(place.os, "write", full)
        with pytest.raises(BadInput, match=r"cannot be written \(No space left on device\): name another --store"):
            Store(tmp_path / "s.sqlite", write=True)
    assert list(tmp_path.iterdir()) == []
    Store(tmp_path / "s.sqlite", write=True).close()


# ---- odd places ---------------------------------------------------------------------------------------------------


def test_a_folder_is_no_store_also_for_readers(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a folder: --store names a file"):
        Store(tmp_path)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_path_that_cannot_be_is_one_line(tmp_path: Path, name: str) -> None:
    for write in (True, False):
        with pytest.raises(BadInput, match="cannot be reached") as caught:
            Store(tmp_path / name, write=write)
        assert str(caught.value).isprintable()


@contextmanager
def powerless() -> Iterator[None]:
    """As a user whom permissions hold back: root becomes nobody for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that others may enter; pytest's own are closed to them."""
    folder = Path(tempfile.mkdtemp(prefix="ponnuki-test-"))
    folder.chmod(0o755)
    yield folder
    for one in (folder, *folder.rglob("*")):
        one.chmod(0o755)
    shutil.rmtree(folder)


def test_a_store_that_cannot_be_written_can_be_read(reachable: Path, path: Path) -> None:
    copy = reachable / "s.sqlite"
    shutil.copy(path, copy)
    copy.chmod(0o444)
    reachable.chmod(0o555)
    with powerless():
        everything(copy)
        with pytest.raises(BadInput, match="cannot be written"):
            Store(copy, write=True)
    assert [file.name for file in reachable.iterdir()] == ["s.sqlite"]


def test_a_log_that_cannot_be_merged_is_not_left_out_silently(reachable: Path, path: Path) -> None:
    copy = reachable / "s.sqlite"
    with Store(path, write=True) as store:
        store.add_run("in the log", "race", {})
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
    reachable.chmod(0o555)
    with powerless(), pytest.raises(StoreFailed, match=r"copy it .* with s.sqlite-wal, which has its last trials"):
        Store(copy)


def test_a_path_through_a_closed_folder_is_one_line(reachable: Path) -> None:
    closed = reachable / "closed"
    closed.mkdir()
    find_openings("none", Conditions())
    closed.chmod(0)
    with powerless():
        for write in (True, False):
            with pytest.raises(BadInput, match=r"cannot be reached \(Permission denied\)"):
                Store(closed / "s.sqlite", write=write)
        with pytest.raises(BadInput, match=r"cannot be written \(Permission denied\): name another --out"):
            named_folder(closed / "out", "run")
        with pytest.raises(BadInput, match="cannot be read: Permission denied"):
            read_toml(closed / "race.toml")
        with pytest.raises(BadInput, match="is no player"):
            parse_player(str(closed / "player"))
        with pytest.raises(BadInput, match="cannot be read: Permission denied"):
            find_openings(str(closed / "openings"), Conditions())


# ---- damage -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["run", "session", "race", "trial", "detail", "issued", "decision"])
def test_a_missing_table_is_one_line_for_readers(path: Path, table: str) -> None:
    with sqlite3.connect(path) as store:
        store.execute(f"DROP TABLE {table}")
    with pytest.raises(StoreFailed, match=rf"is damaged, or was changed by another program \(no such table: {table}"):
        everything(path)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("UPDATE run SET settings = '{\"a\":'", "not JSON"),
        ("UPDATE run SET settings = '[]'", "no JSON object"),
        ("UPDATE run SET name = x'00ff'", "a run named"),
        ("UPDATE session SET environment = 'x'", "not JSON"),
        ("UPDATE session SET extent = 'many'", "TypeError"),
        ("UPDATE race SET settings = '{}'", "KeyError: 'candidates'"),
        ("UPDATE detail SET details = '{'", "not JSON"),
        ("UPDATE trial SET reward = 'x'", "could not convert string to float"),
        ("UPDATE trial SET reward = 7", "has a reward that is not from 0 to 1"),
        ("INSERT INTO decision VALUES (1, 9, 'dropped', 3, '')", "IndexError"),
    ],
)
def test_broken_values_are_one_line_for_readers(path: Path, change: str, reason: str) -> None:
    with sqlite3.connect(path) as store:
        store.execute(change)
    with pytest.raises(StoreFailed, match="is damaged, or was changed by another program") as caught:
        everything(path)
    assert reason in str(caught.value)
    assert str(caught.value).isprintable()


def test_flipped_bytes_anywhere_are_one_line_or_no_harm(path: Path) -> None:
    whole, rng = path.read_bytes(), random.Random(0)
    lines: list[str] = []
    for _ in range(200):
        data = bytearray(whole)
        start = rng.randrange(len(data) - 64)
        data[start : start + 64] = rng.randbytes(64)
        path.write_bytes(data)
        try:
            everything(path)
        except PonnukiError as error:
            lines.append(str(error))
    assert lines  # few: most of the file is trials, whose rewards may be anything from 0 to 1
    assert all(line.isprintable() for line in lines)


def test_a_file_that_was_cut_off_is_one_line(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])
    with pytest.raises(StoreFailed, match="is damaged"):
        everything(path)


def test_a_run_is_not_resumed_from_what_makes_no_sense(path: Path) -> None:
    with sqlite3.connect(path) as store:
        store.execute("UPDATE trial SET reward = 'x'")
    with Store(path, write=True) as opened, pytest.raises(StoreFailed, match="is damaged"):
        history_of(opened, opened.find_run("one"))


def test_what_was_said_about_damage_stays_short() -> None:
    assert len(str(damaged(Path("s"), "\x1b[2J" + "x" * 100_000))) < 500


def test_a_refused_name_leaves_no_store(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        for name in ("", "a\0b", "x" * 300):
            with pytest.raises(BadInput, match="the name of a race"):
                store.add_run(name, "race", {})
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_breaks_off_prints_nothing(path: Path) -> None:
    """What was being read is closed after the file, which is no error."""
    code = (
        "import sys; from pathlib import Path; from ponnuki.lab.journal.store import Store\n"
        "store = Store(Path(sys.argv[1])); rows = store.rewards(1); next(rows); store.close(); del rows"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
