"""The file of an atlas: the same bytes back, one clear line for anything else, one map for all processes."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ponnuki.errors import BadInput
from ponnuki.knowledge.atlas import file
from ponnuki.knowledge.atlas.file import ALL_FEATURES, index_of, load_atlas, to_bytes, write_atlas
from ponnuki.knowledge.atlas.names import find_atlas, known_names
from ponnuki.knowledge.atlas.priors import atlas_record
from ponnuki.knowledge.atlas.rings import DISTANCES
from ponnuki.knowledge.go_moves import FEATURES

ABOUT = {"distances": list(DISTANCES), "games": 3}


def arrays(count=50, features=ALL_FEATURES):
    random = np.random.default_rng(1)
    keys = np.sort(random.integers(1, 2**64, count, dtype=np.uint64))
    return {
        "keys": keys,
        "first": index_of(keys),
        "weights": random.normal(size=count).astype(np.float32),
        "played": np.arange(count, dtype=np.uint32),
        "available": np.arange(count, dtype=np.uint64) * 2**33,
        "levels": np.zeros(count, np.uint8),
        "features": random.normal(size=features).astype(np.float32),
    }


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "some.atlas"
    write_atlas(place, ABOUT, arrays())
    load_atlas.cache_clear()
    return place


def refusal(path):
    load_atlas.cache_clear()
    with pytest.raises(BadInput) as refused:
        load_atlas(str(path))
    text = str(refused.value)
    assert "\n" not in text
    assert str(path) in text
    return text


def test_what_is_written_is_read_back(path):
    atlas = load_atlas(str(path))
    assert atlas.about == ABOUT
    assert atlas.count == 50
    for name, values in arrays().items():
        assert np.array_equal(atlas.arrays[name], values)
        assert not atlas.arrays[name].flags.writeable


def test_the_same_tables_give_the_same_bytes_and_no_half_file_stays(path):
    assert path.read_bytes() == to_bytes(dict(reversed(ABOUT.items())), arrays())
    assert [place.name for place in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 1000])
def test_the_index_says_where_keys_with_the_same_first_bits_are(count, tmp_path):
    write_atlas(tmp_path / "any.atlas", ABOUT, arrays(count))
    load_atlas.cache_clear()
    atlas = load_atlas(str(tmp_path / "any.atlas"))
    first = atlas.arrays["first"]
    for place, key in enumerate(atlas.arrays["keys"].tolist()):
        bucket = key >> atlas.shift
        assert first[bucket] <= place < first[bucket + 1]


def test_a_foreign_an_empty_and_a_missing_file_are_no_atlas(path):
    path.write_bytes(b"(;GM[1]SZ[19];B[qd])" * 10)
    assert "not an atlas" in refusal(path)
    path.write_bytes(b"")
    assert "not an atlas" in refusal(path)
    path.unlink()
    assert "no such atlas" in refusal(path)


def test_a_truncated_file_says_so(path):
    data = path.read_bytes()
    for length in (len(data) - 1, 100, 40):
        path.write_bytes(data[:length])
        assert f"truncated or too long: {length} bytes" in refusal(path)
    path.write_bytes(data[:20])
    assert "not an atlas" in refusal(path)


def test_one_changed_bit_anywhere_after_the_beginning_is_found(path):
    data = path.read_bytes()
    for place in (40, len(data) // 2, len(data) - 100):
        changed = bytearray(data)
        changed[place] ^= 4
        path.write_bytes(bytes(changed))
        assert "damaged" in refusal(path)


def test_a_newer_format_is_named(path, monkeypatch):
    monkeypatch.setattr(file, "FORMAT", 7)
    write_atlas(path, ABOUT, arrays())
    monkeypatch.undo()
    assert "format 7, from a newer version; this one reads format 2" in refusal(path)


def test_an_atlas_of_the_format_before_is_still_read_and_reads_nothing_out(path, monkeypatch):
    assert atlas_record(load_atlas(str(path)), 5)[0].reads
    monkeypatch.setattr(file, "FORMAT", 1)
    write_atlas(path, ABOUT, arrays(features=FEATURES))
    monkeypatch.undo()
    load_atlas.cache_clear()
    older = atlas_record(load_atlas(str(path)), 5)[0]
    assert not older.reads
    assert np.array_equal(older.feature[:FEATURES], arrays(features=FEATURES)["features"])


def test_an_atlas_of_other_features_or_with_tables_that_do_not_fit_is_refused(path):
    write_atlas(path, ABOUT, arrays(features=ALL_FEATURES + 1))
    assert "build it again" in refusal(path)
    write_atlas(path, ABOUT | {"distances": [3, 4]}, arrays())
    assert "build it again" in refusal(path)
    write_atlas(path, ABOUT, arrays() | {"first": np.array([0, 70, 50], np.uint32)})
    assert "do not fit together" in refusal(path)


def test_an_unknown_name_is_one_line_that_names_what_there_is():
    with pytest.raises(BadInput, match=r"unknown atlas 'nowhere'; .*\(or name a file\)"):
        find_atlas("nowhere")
    for name in known_names():
        assert load_atlas(name).count > 0


MAPPED = """
import sys
from ponnuki.knowledge.atlas.file import load_atlas
atlas = load_atlas(sys.argv[1])
total = int(atlas.arrays["played"].sum())
print([line.split()[1] for line in open("/proc/self/maps") if line.rstrip().endswith(sys.argv[1])], total, flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="the system does not tell what is mapped")
def test_two_processes_map_the_same_file_and_share_it(path):
    """`r--s`: read only, and shared with all who map it."""
    started = [
        subprocess.Popen([sys.executable, "-c", MAPPED, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    try:
        lines = [process.stdout.readline().decode().split("]") for process in started]
    finally:
        for process in started:
            process.communicate(b"")
    assert lines == [["['r--s'", f" {sum(range(50))}\n"]] * 2
