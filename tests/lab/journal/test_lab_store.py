"""The journal: written once, by one, on a disk where that means something."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ponnuki.errors import BadInput
from ponnuki.lab.journal import place as store_place
from ponnuki.lab.journal.place import file_system, writer_of
from ponnuki.lab.journal.store import Store, StoreFailed, TrialRow, unsigned


def rows(count: int, start: int = 0) -> list[TrialRow]:
    return [TrialRow((0, number), 2**64 - 1 - number, 0.5) for number in range(start, start + count)]


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, write=True) as store:
        run = store.add_run("first", "race", {"risk": 0.05})
        store.begin_session(run, 100)
        race = store.open_series(run, 0, {"candidates": ["a"]})
        store.write(race, [TrialRow((0, 1), 2**64 - 1, 0.25, '{"x": 1}'), TrialRow((0, 0), 3, None)])
        store.write_decisions(race, [(0, "accepted", 2)])
    with Store(path) as store:
        run = store.find_run("first")
        assert run.settings == {"risk": 0.05}
        [(race, settings)] = store.series(run)
        assert settings == {"candidates": ["a"]}
        assert [(c, t, unsigned(s), r) for c, t, s, r in store.rewards(race)] == [
            (0, 0, 3, None),
            (0, 1, 2**64 - 1, 0.25),
        ]
        assert list(store.details(race)) == [(0, 1, {"x": 1})]
        assert [row[:3] for row in store.decisions(race)] == [(0, "accepted", 2)]
        [session] = store.sessions(run)
        assert session.budget == 100
        assert {"ponnuki", "cpu", "command", "numpy"} <= set(session.environment)


def test_runs_are_found_by_name_id_or_unique_beginning(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite", write=True) as store:
        alpha, alps = store.add_run("alpha", "race", {}), store.add_run("alps", "race", {})
        assert store.find_run("alpha") == alpha
        assert store.find_run(alps.id) == alps
        assert store.find_run("alph") == alpha
        with pytest.raises(BadInput, match=r"'al' could be any of: alpha, alps"):
            store.find_run("al")
        with pytest.raises(BadInput, match="is no run of"):
            store.find_run("beta")


def test_the_second_writer_is_refused_and_readers_are_not(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, write=True) as store:
        store.add_run("one", "race", {})
        with pytest.raises(BadInput, match=r"is being written by another run \(process \d+"):
            Store(path, write=True)
        imports = "from pathlib import Path; from ponnuki.lab.journal.store import Store"
        code = f"{imports}; Store(Path({str(path)!r}), write=True)"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert "is being written by another run" in other.stderr
        with Store(path) as reader:
            assert [run.name for run in reader.runs()] == ["one"]
        assert writer_of(path)
    assert writer_of(path) is None
    assert [file.name for file in tmp_path.iterdir()] == ["s.sqlite"]
    Store(path, write=True).close()


def test_a_full_disk_is_a_clear_stop_and_the_file_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, write=True) as store:
        run = store.add_run("one", "race", {})
        race = store.open_series(run, 0, {})
        store.write(race, rows(100))
        pages = store._db.execute("PRAGMA page_count").fetchone()[0]
        store._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreFailed, match="is full; what was written is safe"):
            store.write(race, rows(100_000, start=100))
        assert store.count(race) == 100
    with sqlite3.connect(path) as check:
        assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with Store(path, write=True) as store:
        store.write(race, rows(1000, start=100))
        assert store.count(race) == 1100


def test_a_network_file_system_is_refused_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\nserver:/home {tmp_path} nfs4 rw 0 0\n")
    monkeypatch.setattr(store_place, "MOUNTS", mounts)
    with pytest.raises(BadInput, match=r"on a network file system \(nfs4\)"):
        Store(tmp_path / "s.sqlite", write=True)
    assert file_system(Path("/usr"), mounts.read_text()) == "ext4"
    assert [file.name for file in tmp_path.iterdir()] == ["mounts"]


def test_a_place_without_a_write_ahead_log_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Store._pragma
    monkeypatch.setattr(Store, "_pragma", lambda self, text: "delete" if "journal_mode" in text else ask(self, text))
    with pytest.raises(BadInput, match="without a write-ahead log"):
        Store(tmp_path / "s.sqlite", write=True)
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_written_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match="does not exist"):
        Store(tmp_path / "nowhere" / "s.sqlite", write=True)
    with pytest.raises(BadInput, match="is a folder"):
        Store(tmp_path, write=True)
    with pytest.raises(BadInput, match="there is no store"):
        Store(tmp_path / "s.sqlite")
    monkeypatch.setattr(store_place.os, "access", lambda *_: False)
    with pytest.raises(BadInput, match="cannot be written"):
        Store(tmp_path / "s.sqlite", write=True)
    assert list(tmp_path.iterdir()) == []


def test_other_peoples_files_are_left_alone(tmp_path: Path) -> None:
    text, database = tmp_path / "notes.txt", tmp_path / "other.sqlite"
    text.write_text("not a database at all, but long enough to look at" * 20)
    with sqlite3.connect(database) as other:
        other.execute("CREATE TABLE cats (name TEXT)")
    for path in (text, database):
        before = path.read_bytes()
        for write in (True, False):
            with pytest.raises(BadInput, match="is not a store of ponnuki"):
                Store(path, write=write)
        assert path.read_bytes() == before


def test_a_store_of_a_newer_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path, write=True) as store:
        store.add_run("one", "race", {})
    with sqlite3.connect(path) as newer:
        newer.execute("PRAGMA user_version = 99")
    with pytest.raises(BadInput, match="newer ponnuki"):
        Store(path)
