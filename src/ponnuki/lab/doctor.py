"""What `ponnuki doctor` looks at: what is installed, what is missing, and what to do about it."""

import importlib.util
import os
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ponnuki import __version__
from ponnuki.players.kit import all_kits
from ponnuki.processes.programs import find_program

CORE_PACKAGES = ("numpy", "numba", "scipy", "matplotlib", "pydantic", "typer", "rich", "sgfmill", "cloudpickle")
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
    yield _mpi()
    yield _extra("Dask", "cluster", "dask", "distributed")
    yield _extra("web pages", "web", "nicegui")
    for kit in all_kits():
        if kit.extra:
            yield _extra(kit.title, kit.extra, kit.extra, purpose=f"the game, and programs by {kit.protocols[0]}")
    yield _extra("Optuna", "tune", "optuna", "cmaes", purpose="proposers for tuning")
    yield _extra("pandas", "notebook", "pandas", purpose="reports as frames")
    yield _extra("OpenSpiel", "dev", "open_spiel", purpose="the reference of the benchmarks")
    yield _program("browser", BROWSERS, "apt install chromium (only needed to look at pages in tests)")
    yield _program("GNU Go", ("gnugo",), "apt install gnugo (an opponent and a referee)")
    yield _program("Stockfish", ("stockfish",), "apt install stockfish (an opponent that speaks UCI)")


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

    directory = cache.usable_place()
    kernels = list(directory.glob("kernels-*/*.nbc"))
    size = sum(file.stat().st_size for file in kernels) / 1e6
    state = f"{len(kernels)} compiled kernels, {size:.1f} MB" if kernels else "empty: the first run compiles"
    fallback = directory != cache.place()
    advice = f"make {cache.place()} writable, or set {cache.PLACE_VARIABLE}" if fallback else ""
    return Finding("kernel cache", not fallback, f"{_short(directory)}: {state}", advice)


def _short(path: Path) -> str:
    try:
        return f"~/{path.relative_to(Path.home())}"
    except ValueError:
        return str(path)


def _mpi() -> Finding:
    """MPI is two things: what Python calls, and an implementation, of which there should be one."""
    found = [f"{package} {_installed(package)}" for package in ("mpi4py", "mpich") if _installed(package)]
    launcher = find_program("mpiexec")
    detail = ", ".join([*found, f"mpiexec at {launcher}" if launcher else "no mpiexec"])
    if launcher is None:
        advice = "apt install openmpi-bin, or your cluster's MPI; where there is none: pip install 'ponnuki[mpich]'"
        advice = advice if _installed("mpi4py") else f"pip install 'ponnuki[mpi]', and {advice}"
    else:
        advice = "pip install 'ponnuki[mpi]'"
    return Finding("MPI", bool(_installed("mpi4py")) and launcher is not None, detail, advice)


def _extra(name: str, extra: str, *packages: str, purpose: str = "") -> Finding:
    found = [f"{package} {_installed(package)}" for package in packages if _installed(package)]
    detail = ", ".join(found) or "not installed"
    advice = f"pip install 'ponnuki[{extra}]'{f' ({purpose})' if purpose else ''}"
    return Finding(name, len(found) == len(packages), detail, advice)


def _program(name: str, programs: tuple[str, ...], advice: str) -> Finding:
    path = next((found for program in programs if (found := find_program(program))), None)
    return Finding(name, path is not None, path or "not found", advice)


def open_spiel_is_installed() -> bool:
    """Whether the reference of the benchmarks can be imported, without importing it."""
    return importlib.util.find_spec("pyspiel") is not None
