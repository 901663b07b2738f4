"""Results of studies as files: what `ponnuki study` has written below the server's folder, read as text.

A result is a folder with `NAME.md`, `NAME.csv` and `NAME.png`. The page is taken apart into headings, paragraphs and
tables, which are shown as text: nothing in a file becomes part of a page's HTML.
"""

import hashlib
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ponnuki.errors import BadInput
from ponnuki.web.launcher import walked

LARGEST = {"md": 500_000, "csv": 5_000_000, "png": 10_000_000}
"""Bytes of a file that is shown."""
MOST_RESULTS = 200
PNG = b"\x89PNG\r\n\x1a\n"
_HEADING = re.compile(r"#{1,6} (.*)")
_PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_RULE = re.compile(r":?-+:?")
_MARKED = re.compile(r"`([^`]+)`|(?<!\S)\*(\S[^*]*?)\*(?!\w)")
"""Words in a type of their own, which are shown like all others."""


@dataclass(frozen=True, slots=True)
class Result:
    """A folder with the table and the figure of a study."""

    name: str
    folder: Path
    place: str
    """The folder as the server sees it."""
    written: float
    """When, in seconds."""

    @property
    def key(self) -> str:
        """What addresses call it."""
        return hashlib.sha256(str(self.folder).encode()).hexdigest()[:12]

    def read(self, ending: str) -> bytes:
        """One of its three files, if it is what it is called."""
        path = self.folder / f"{self.name}.{ending}"
        try:
            if ending not in LARGEST or path.is_symlink() or path.stat().st_size > LARGEST[ending]:
                raise BadInput(f"{self.place}: {path.name} is too large, or no file of a study")
            data = path.read_bytes()
        except OSError as error:
            raise BadInput(f"{self.place}: {path.name} cannot be read ({error.strerror})") from None
        if ending == "png" and not data.startswith(PNG):
            raise BadInput(f"{self.place}: {path.name} is no picture")
        return data

    def parts(self) -> list["Part"]:
        """Its page."""
        return list(parts_of(self.read("md").decode("utf-8", "replace")))


@dataclass(frozen=True, slots=True)
class Part:
    """A heading, a paragraph, a command, a table (its head first), or the place of the figure."""

    kind: Literal["heading", "text", "code", "table", "figure"]
    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ()


def all_results(root: Path) -> list[Result]:
    """Those below a folder, the newest first."""
    found = [result for folder, files in walked(root) for result in results_in(root, folder, files)]
    return sorted(found, key=lambda one: (-one.written, one.place))[:MOST_RESULTS]


def results_in(root: Path, folder: Path, files: Sequence[str] | None = None) -> list[Result]:
    """Those in one folder."""
    try:
        names = set(files or (path.name for path in folder.iterdir()))
        pages = [folder / name for name in sorted(names) if name.endswith(".md") and _is_result(name[:-3], names)]
        return [Result(page.stem, folder, str(folder.relative_to(root)), page.stat().st_mtime) for page in pages]
    except OSError:  # it is not there, or has gone meanwhile
        return []


def _is_result(stem: str, names: Container[str]) -> bool:
    return f"{stem}.csv" in names and f"{stem}.png" in names


def find_result(root: Path, key: str) -> Result:
    """The one of a key."""
    for one in all_results(root):
        if one.key == key:
            return one
    raise BadInput(f"no result {key!r} below {root}")


def parts_of(text: str) -> Iterator[Part]:
    """Markdown as our own pages have it: paragraphs of one or more lines, with blank lines between."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        if found := _HEADING.fullmatch(lines[0]):
            yield Part("heading", found[1])
            lines = lines[1:]
        if lines and lines[0].startswith("|"):
            yield _table(lines)
        elif lines and lines[0].startswith("    "):
            yield Part("code", "\n".join(line[4:] for line in lines))
        elif lines and _PICTURE.fullmatch(lines[0].strip()):
            yield Part("figure")
        elif words := " ".join(line.strip() for line in lines).strip():
            yield Part("text", _MARKED.sub(r"\1\2", words))


def _table(lines: Sequence[str]) -> Part:
    rows = [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines]
    kept = [row for row in rows if not all(_RULE.fullmatch(cell) for cell in row)]
    width = len(kept[0]) if kept else 0
    return Part("table", rows=tuple((*row, *[""] * width)[:width] for row in kept))
