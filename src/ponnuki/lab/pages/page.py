"""What pages of reports are made of: one page that needs no other file, tables, pictures, games to download."""

import base64
import io
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ponnuki.lab.journal.store import Run, SessionRow

PAIRS_KEPT = 100
"""Pairs of games in a page at most, spread evenly over the trials (a guess: half a megabyte)."""
STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #333; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem; margin-bottom: .2rem } h2 { font-size: 1.15rem; margin-top: 2.2rem }
table { border-collapse: collapse; width: 100% } td, th { padding: .3rem .6rem; border-bottom: 1px solid #ddd }
th { text-align: left; font-weight: 600 } .n { text-align: right; font-variant-numeric: tabular-nums }
img { max-width: 100% } .note { color: #666; font-size: .9rem } .accepted { color: #007a55; font-weight: 600 }
.dropped, .refuted { color: #b34700 } .confirmed { color: #007a55; font-weight: 600 }
figure.shape { display: inline-block; width: 15rem; vertical-align: top; margin: .5rem 1rem .5rem 0; font-size: .8rem }
 .verdict { font-size: 1.1rem } code { background: #f3f3f3; padding: 0 .25rem }
"""
NONE = "–"
"""What there is no number for."""

Game = tuple[str, str]
"""The name of a file, and SGF."""


def write_page(path: Path, run: Run, parts: Iterable[str]) -> None:
    """A run's page: its name, and what there is to say."""
    name = escape(run.name)
    head = f"<meta charset=utf-8><title>{name}</title><meta name=viewport content='width=device-width'>"
    title = f"<h1>{name}</h1><p class=note>{escape(run.kind)} {run.id}, {run.created[:19].replace('T', ' ')}</p>"
    body = f"<body>{title}{''.join(parts)}</body>"
    path.write_text(f"<!doctype html><html lang=en>{head}<style>{STYLE}</style>{body}</html>", encoding="utf-8")


def table(heads: Sequence[str], rows: Iterable[Sequence[Any]], texts: Iterable[int] = (0,)) -> str:
    """A table; all columns but those of `texts` are numbers, set to the right."""
    left = set(texts)
    kinds = ["" if place in left else " class=n" for place in range(len(heads))]
    top = "".join(f"<th{kind}>{escape(head)}</th>" for kind, head in zip(kinds, heads, strict=True))
    lines = ("".join(f"<td{kind}>{_cell(value)}</td>" for kind, value in zip(kinds, row, strict=True)) for row in rows)
    return f"<table><tr>{top}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


class Marked(str):
    """A cell's text that is shown in the style of its first word: accepted, dropped."""


def _cell(value: Any) -> str:
    text = NONE if value is None else escape(str(value))
    return f"<span class={text.split()[0]}>{text}</span>" if isinstance(value, Marked) else text


def listing(lines: Iterable[str]) -> str:
    """Lines as a list, the empty ones left out."""
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines if line) + "</ul>"


def picture(draw: Callable[[Path], None]) -> str:
    """A figure inside the page."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figure.svg"
        draw(path)
        data = base64.b64encode(path.read_bytes()).decode()
    return f"<img alt='' src='data:image/svg+xml;base64,{data}'>"


def download(pairs: Iterable[Sequence[Game]], count: int) -> str:
    """A zip of some games out of `count` pairs inside the page; both games of a pair or neither. Only what is kept is
    held in memory."""
    every, games, kept = max(1, -(-count // PAIRS_KEPT)), 0, list[Game]()
    for number, pair in enumerate(pairs):
        games += len(pair)
        kept += pair if number % every == 0 else ()
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in kept:
            archive.writestr(name, text)
    kind = kept[0][0].rpartition(".")[2].upper() if kept else "SGF"
    link = base64.b64encode(data.getvalue()).decode()
    return (
        f"<p><a download='games.zip' href='data:application/zip;base64,{link}'>{len(kept)} of "
        f"{games} games</a> as {kind}, with seeds and settings in the comment of the root.</p>"
    )


def sessions(rows: Iterable[SessionRow]) -> Iterator[str]:
    """Who worked on a run, and with what."""
    cells = []
    for started, _, about in rows:
        versions = ", ".join(f"{name} {about[name]}" for name in ("ponnuki", "python", "numpy", "numba") if about[name])
        cells.append(
            (started[:19].replace("T", " "), about["command"], f"{about['cpu']}, {about['cores']} cores", versions)
        )
    yield "<h2>Sessions</h2>" + table(("started", "command", "machine", "versions"), cells, range(4))
