"""What a run was made with: versions, machine, command. It is stored beside every part of a run."""

import os
import platform
import shlex
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ponnuki import __version__

PACKAGES = ("numba", "numpy", "scipy")


def environment() -> dict[str, Any]:
    """A JSON object that says where and with what we run."""
    return {
        "ponnuki": __version__,
        "python": platform.python_version(),
        **{name: _version(name) for name in PACKAGES},
        "system": platform.platform(),
        "host": platform.node(),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "command": command_line(),
        "folder": str(Path.cwd()),
    }


def command_line() -> str:
    """The command that was given, as it can be given again."""
    program = Path(sys.argv[0])
    ours = program.stem == "ponnuki" or (program.name, program.parent.name) == ("__main__.py", "ponnuki")
    shown = "ponnuki" if ours else str(program)
    return shlex.join([shown, *sys.argv[1:]])


def cpu_name() -> str:
    """The processor as it calls itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def now() -> str:
    """The time, in one form for all tables."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
