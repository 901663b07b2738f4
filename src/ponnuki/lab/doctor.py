"""What `ponnuki doctor` looks at: what is installed, what is missing, and what to do about it."""

import importlib.util
import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ponnuki import __version__
from ponnuki.gtp.programs import find_program

CORE_PACKAGES = ("numpy", "numba", "scipy", "matplotlib", "pydantic", "typer", "rich", "sgfmill")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "firefox")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: a thing, whether it is there, what was found, and what to do if it is not."""

    name: str
    present: bool
    detail: str
    advice: str = ""


def findings() -> Iterator[Finding]:
    """Look at everything, in the order in which people need it."""
    yield Finding("ponnuki", True, f"{__version__}, Python {platform.python_version()}, {os.cpu_count()} cores")
    yield _packages()
    yield _kernel_cache()
    yield _extra("MPI", "mpi", "mpi4py", "mpich", program="mpiexec")
    yield _extra("Dask", "cluster", "dask", "distributed")
    yield _extra("web pages", "web", "nicegui")
    yield _extra("OpenSpiel", "dev", "open_spiel", purpose="the reference of the benchmarks")
    yield _program("browser", BROWSERS, "apt install chromium (only needed to look at pages in tests)")
    yield _program("GNU Go", ("gnugo",), "apt install gnugo (an opponent and a referee)")


def _installed(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _packages() -> Finding:
    found = {package: _installed(package) for package in CORE_PACKAGES}
    missing = [package for package, number in found.items() if number is None]
    detail = ", ".join(f"{package} {number}" for package, number in found.items() if number)
    return Finding("packages", not missing, detail, f"pip install {' '.join(missing)}")


def _kernel_cache() -> Finding:
    from ponnuki.kernels import cache  # compiles nothing; says where compiled code is kept

    directory = cache.prepare()
    kernels = list(directory.rglob("*.nbc"))
    size = sum(file.stat().st_size for file in kernels) / 1e6
    state = f"{len(kernels)} compiled kernels, {size:.1f} MB" if kernels else "empty: the first run compiles"
    fallback = directory.parent != cache.place()
    advice = f"make {cache.place()} writable, or set {cache.PLACE_VARIABLE}" if fallback else ""
    return Finding("kernel cache", not fallback, f"{_short(directory)}: {state}", advice)


def _short(path: Path) -> str:
    try:
        return f"~/{path.relative_to(Path.home())}"
    except ValueError:
        return str(path)


def _extra(name: str, extra: str, *packages: str, program: str = "", purpose: str = "") -> Finding:
    found = [f"{package} {_installed(package)}" for package in packages if _installed(package)]
    ready = len(found) == len(packages) and (not program or find_program(program) is not None)
    if program and ready:
        found.append(f"{program} at {find_program(program)}")
    detail = ", ".join(found) or "not installed"
    return Finding(name, ready, detail, f"pip install 'ponnuki[{extra}]'{f' ({purpose})' if purpose else ''}")


def _program(name: str, programs: tuple[str, ...], advice: str) -> Finding:
    path = next((found for program in programs if (found := find_program(program))), None)
    return Finding(name, path is not None, path or "not found", advice)


def open_spiel_is_installed() -> bool:
    """Whether the reference of the benchmarks can be imported, without importing it."""
    return importlib.util.find_spec("pyspiel") is not None
