"""The atlas as a file: a few words about it, then arrays that are used where they stand, mapped into memory.

    16 bytes  "PONNUKI ATLAS" and three zeros
     4 bytes  the version of the format
     4 bytes  the length of the header
     8 bytes  the length of the file
     4 bytes  the CRC-32 of all that follows
    header    JSON: how it was made, and where each array stands; then the arrays, each at a multiple of 64

All numbers are little-endian. The same games give the same bytes. Processes that map the file share its memory.
"""

import contextlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ponnuki.errors import BadInput
from ponnuki.knowledge.atlas.names import MAGIC, PREFIX, find_atlas
from ponnuki.knowledge.atlas.rings import DISTANCES
from ponnuki.knowledge.go_moves import FEATURES
from ponnuki.knowledge.go_reading import READINGS

FORMAT = 2
"""Files of format 1 have no weights for what is read out (`go_reading`): with them, nothing is."""
ALL_FEATURES = FEATURES + READINGS
_ALIGNED = 64
_TYPES = {"first": "<u4", "keys": "<u8", "weights": "<f4", "played": "<u4", "available": "<u8", "levels": "u1"}
"""Arrays of the table. `levels` has the level of a shape, and 128 more for a reply."""
REPLY_BIT = 128
_mapped: list[npt.NDArray[np.uint8]] = []
"""All files that were ever mapped: records have their addresses, so they stay until the process ends."""


@dataclass(frozen=True)
class Atlas:
    """A table in memory, mapped from a file or just made; the arrays are only read."""

    about: Mapping[str, Any]
    """How it was made: games, positions, the support, the sample of the fit, pictures of some shapes."""
    arrays: Mapping[str, npt.NDArray[Any]]
    name: str = "atlas"

    @property
    def count(self) -> int:
        """How many shapes and replies it has."""
        return len(self.arrays["keys"])

    @property
    def shift(self) -> int:
        """What leaves the bits of a key that the index is by."""
        return 64 - (len(self.arrays["first"]) - 2).bit_length()


def index_of(keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint32]:
    """By first bits of a key: where keys with these bits begin, and at last their number."""
    bits = max(1, len(keys).bit_length() - 2)
    buckets = (keys >> np.uint64(64 - bits)).astype(np.int64)
    return np.searchsorted(buckets, np.arange(2**bits + 1)).astype(np.uint32)


# ---- writing --------------------------------------------------------------------------------------------------------


def write_atlas(path: Path, about: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write an atlas; a file is there as a whole or not at all."""
    data = to_bytes(about, arrays)
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise


def to_bytes(about: Mapping[str, Any], arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """The content of the file."""
    stored = {name: np.ascontiguousarray(arrays[name], kind).tobytes() for name, kind in _all_types().items()}
    places, end = {}, 0
    for name, data in stored.items():
        places[name] = [end, len(arrays[name])]
        end = _aligned(end + len(data))
    header = json.dumps({"about": about, "arrays": places}, sort_keys=True, ensure_ascii=True).encode()
    header += b" " * (_aligned(PREFIX.size + len(header)) - PREFIX.size - len(header))
    body = bytearray(end)
    for name, data in stored.items():
        body[places[name][0] : places[name][0] + len(data)] = data
    content = header + bytes(body)
    length = PREFIX.size + len(content)
    return PREFIX.pack(MAGIC, FORMAT, len(header), length, zlib.crc32(content)) + content


def _aligned(end: int) -> int:
    return -(-end // _ALIGNED) * _ALIGNED


def _all_types() -> dict[str, str]:
    return _TYPES | {"features": "<f4"}


# ---- reading --------------------------------------------------------------------------------------------------------


@lru_cache
def load_atlas(name: str) -> Atlas:
    """An atlas by name or path, checked and mapped; once in a process, where it stays."""
    path = find_atlas(name)
    try:
        mapped = np.memmap(path, np.uint8, mode="r")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadInput(f"{path}: not an atlas: it is empty") from None
    header, start = _checked(mapped, path)
    _mapped.append(mapped)
    return Atlas(header["about"], _views(mapped, header["arrays"], start, path), name)


def _checked(mapped: npt.NDArray[np.uint8], path: Path) -> tuple[dict[str, Any], int]:
    """The header and where the arrays begin, of a file that is what it says."""
    if len(mapped) < PREFIX.size or bytes(mapped[: len(MAGIC)]) != MAGIC:
        raise BadInput(f"{path}: not an atlas (see `ponnuki atlas build`)")
    _, version, header, length, checksum = PREFIX.unpack(bytes(mapped[: PREFIX.size]))
    if version > FORMAT:
        raise BadInput(f"{path}: an atlas of format {version}, from a newer version; this one reads format {FORMAT}")
    if len(mapped) != length:
        raise BadInput(f"{path}: the atlas is truncated or too long: {len(mapped)} bytes, and {length} were written")
    if zlib.crc32(mapped.data[PREFIX.size :]) != checksum:
        raise BadInput(f"{path}: the atlas is damaged: its checksum is wrong")
    found = json.loads(bytes(mapped[PREFIX.size : PREFIX.size + header]))
    features = FEATURES if version == 1 else ALL_FEATURES
    if tuple(found["about"]["distances"]) != DISTANCES or found["arrays"]["features"][1] != features:
        raise BadInput(f"{path}: the atlas was made for other features of moves: build it again")
    return found, PREFIX.size + header


def _views(
    mapped: npt.NDArray[np.uint8], places: Mapping[str, Any], start: int, path: Path
) -> dict[str, npt.NDArray[Any]]:
    """The arrays where they stand, if no look into them can go astray."""
    found = {}
    for name, kind in _all_types().items():
        begin, count = places[name]
        part = mapped[start + begin : start + begin + count * np.dtype(kind).itemsize]
        found[name] = np.asarray(part).view(kind)
    count, first = len(found["keys"]), found["first"]
    lengths_agree = all(len(found[name]) == count for name in _TYPES if name != "first")
    if not lengths_agree or len(first) < 2 or first[-1] != count or (np.diff(first.astype(np.int64)) < 0).any():
        raise BadInput(f"{path}: the atlas is damaged: its tables do not fit together")
    return found
