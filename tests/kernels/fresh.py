"""Python started anew, with a cache of its own and, if need be, another copy of the package."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

COMPILING = "compiling kernels for their first run here"

KERNEL_A = """
    from {module} import jit

    @jit
    def step(x):
        return x + {number}
"""
KERNEL_B = """
    import numpy as np
    from {package}.a import step
    from {module} import jit

    @jit
    def total(record):
        result = len(record.values)
        for i in range(len(record.values)):
            result += step(record.values[i])
        return result

    def answer(size):
        record = np.ones(1, np.dtype([("values", "i8", (size,))])).view(np.recarray)[0]
        return total(record)
"""
ANSWER = "from ponnuki.games.b import answer; print(answer(4))"


def environment(place: Path | None, source: Path | None = None, **more: str) -> dict[str, str]:
    """Ours without what would change kernels, with the cache at `place`."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PONNUKI_", "XDG_"))}
    kept |= {"PYTHONDONTWRITEBYTECODE": "1", **more}
    if place is not None:
        kept["PONNUKI_CACHE_DIR"] = str(place)
    if source is not None:
        kept["PYTHONPATH"] = str(source)
    return kept


def python(code: str, place: Path | None, source: Path | None = None, check: bool = True, **more: str) -> Any:
    """Run code to its end."""
    command = [sys.executable, "-c", textwrap.dedent(code)]
    settings = environment(place, source, **more)
    return subprocess.run(command, env=settings, capture_output=True, text=True, check=check, timeout=300)


def started(code: str, place: Path, source: Path) -> "subprocess.Popen[str]":
    """Run code beside us; it reads and prints lines."""
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)],
        env=environment(place, source),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def write(path: Path, text: str, **values: object) -> None:
    """Write a module; `{name}` stands for a value."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text).format(**values), encoding="utf-8")
