"""Which atlas a name means, and what tells one content from another; nothing here needs compiled code."""

import contextlib
import struct
from importlib.resources import files
from pathlib import Path

from ponnuki.errors import BadInput, unknown

MAGIC = b"PONNUKI ATLAS\0\0\0"
SUFFIX = ".atlas"
PREFIX = struct.Struct("<16sIIQI")
"""What a file begins with: the magic, the version of the format, the lengths of header and file, the CRC-32."""
_AS_FIRST_SHIPPED = {"go19": "73c6599f-3931648"}
"""What names of atlases meant before content was part of a player's digest."""


class NoSuchAtlas(BadInput):
    """Neither a name that is known nor a file."""


def known_names() -> list[str]:
    """The atlases that come with the program."""
    folder = files("ponnuki.knowledge.atlas")
    return sorted(entry.name.removesuffix(SUFFIX) for entry in folder.iterdir() if entry.name.endswith(SUFFIX))


def find_atlas(name: str) -> Path:
    """The file of an atlas that comes with the program, or the path itself."""
    if name in known_names():
        return Path(str(files("ponnuki.knowledge.atlas") / f"{name}{SUFFIX}"))
    path = Path(name)
    with contextlib.suppress(OSError, ValueError):
        if path.is_file():
            return path
    if path.name == name and not path.suffix:
        raise NoSuchAtlas(f"{unknown('atlas', name, known_names())} (or name a file)")
    raise NoSuchAtlas(f"{name}: there is no such atlas")


def content_of(name: str) -> str:
    """The checksum and the length that a file says it has; empty where there is none, or where the name says enough."""
    try:
        with find_atlas(name).open("rb") as file:
            _, _, _, length, checksum = PREFIX.unpack(file.read(PREFIX.size))
    except (BadInput, OSError, struct.error):
        return ""
    found = f"{checksum:08x}-{length}"
    return "" if _AS_FIRST_SHIPPED.get(name) == found else found
