"""A picture of a terminal: `python docs/site/terminal.py PICTURE.svg COMMAND ...` runs the command and draws it."""

import io
import os
import shlex
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

COLUMNS = 92
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
    picture, words = Path(sys.argv[1]), sys.argv[2:]
    variables = os.environ | {"FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    done = subprocess.run(words, capture_output=True, text=True, env=variables, check=True)
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text(f"$ {shlex.join([Path(words[0]).name, *words[1:]])}", style="bold"))
    console.print(Text.from_ansi(done.stdout.rstrip()))
    picture.write_text(console.export_svg(code_format=FORMAT, unique_id="terminal"), encoding="utf-8")


if __name__ == "__main__":
    main()
