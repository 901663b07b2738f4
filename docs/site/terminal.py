"""A picture of a terminal: `python docs/site/terminal.py PICTURE.svg COMMAND ...` runs the command and draws it.

With `--live` before the picture, what moves on stderr is drawn, as it stood when two thirds of it had been shown.
"""

import contextlib
import io
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

COLUMNS = 92
VARIABLES = os.environ | {"FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
MEAN = "●"
"""What every frame of a race has that is worth a picture."""
FORMAT = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>{lines}</defs>
<rect width="{width}" height="{height}" rx="8" fill="#292929"/>
<g transform="translate(9, 9)">{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main() -> None:
    """Run and draw."""
    live = sys.argv[1] == "--live"
    picture, words = Path(sys.argv[1 + live]), sys.argv[2 + live :]
    shown = moving(words) if live else printed(words)
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text(f"$ {shlex.join([Path(words[0]).name, *words[1:]])}", style="bold"))
    console.print(Text.from_ansi(shown.rstrip()))
    picture.write_text(console.export_svg(code_format=FORMAT, unique_id="terminal"), encoding="utf-8")


def printed(words: list[str]) -> str:
    """What a command prints."""
    return subprocess.run(words, capture_output=True, text=True, env=VARIABLES, check=True).stdout


def moving(words: list[str]) -> str:
    """One of the frames that a command shows in a terminal of its own: each begins where the one before is erased."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=theirs, env=VARIABLES)
    os.close(theirs)
    shown = bytearray()
    with contextlib.suppress(OSError):  # Linux says so when the last writer has closed it
        while part := os.read(ours, 65536):
            shown += part
    os.close(ours)
    assert process.wait() == 0
    frames = [frame for frame in re.split(r"(?:\r?\x1b\[2K|\x1b\[1A)+", shown.decode()) if MEAN in frame]
    return frames[2 * len(frames) // 3].replace("\r", "")


if __name__ == "__main__":
    main()
