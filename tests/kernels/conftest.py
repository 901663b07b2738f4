"""A copy of the package in which kernels may be edited."""

import shutil
from pathlib import Path

import pytest
from fresh import KERNEL_A, KERNEL_B, write

import ponnuki

NEEDED = ("__init__.py", "errors.py", "version.py", "kernels", "games/__init__.py")
"""The parts of the package that kernels need, and nothing that takes long to compile."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    original, copy = Path(ponnuki.__file__).parent, tmp_path / "source" / "ponnuki"
    for part in NEEDED:
        (copy / part).parent.mkdir(parents=True, exist_ok=True)
        if (original / part).is_dir():
            shutil.copytree(original / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(original / part, copy / part)
    write(copy / "games" / "a.py", KERNEL_A, module="ponnuki.kernels", number=10)
    write(copy / "games" / "b.py", KERNEL_B, module="ponnuki.kernels", package="ponnuki.games")
    return tmp_path / "source"
