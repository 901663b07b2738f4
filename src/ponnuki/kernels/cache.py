"""Where compiled kernels are kept.

Numba's own cache notices a change of the file in which a kernel stands, but not of the kernels, constants and
record types that it imports; nor does it tell bounds-checked code from unchecked code; and two processes that
compile one kernel for two board sizes at once may each write the other's code under their own key. So:

- the directory is named after everything that the compiled code depends on (`fingerprint`),
- a lock is held while an entry is written or read (`SharedFunctionCache`),
- a directory that cannot be written falls back to a private temporary one, with one line of notice.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
from numba.core.caching import FunctionCache

try:
    import fcntl
except ImportError:  # no such locks on Windows: numba's atomic renames are all there is
    fcntl = None  # type: ignore[assignment]

PACKAGE = Path(__file__).resolve().parents[1]
KERNEL_ROOMS = ("kernels", "games", "knowledge", "policies", "search")
"""Rooms whose every file counts: a kernel may freeze a constant of any of them into its code."""
PLACE_VARIABLE = "PONNUKI_CACHE_DIR"
UNUSED_AFTER = 30 * 24 * 3600.0
"""Seconds after which the code of older sources is swept away (a guess: a month without a run)."""


def sources(package: Path = PACKAGE) -> list[Path]:
    """All files whose text decides what the compiled code does."""
    rooms = {path for room in KERNEL_ROOMS for path in (package / room).rglob("*.py")}
    users = {path for path in package.rglob("*.py") if "ponnuki.kernels" in path.read_text(encoding="utf-8")}
    return sorted(rooms | users)


def fingerprint() -> str:
    """A name for these sources, this numba, this CPU, and what it is told: bounds checks, how hard to optimise."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(f"{path.relative_to(PACKAGE)}\0".encode())
        digest.update(path.read_bytes())
    cpu = llvmlite.binding
    digest.update(f"{numba.__version__} {llvmlite.__version__} {numba.config.BOUNDSCHECK} {numba.config.OPT}".encode())
    digest.update(f"{cpu.get_host_cpu_name()} {cpu.get_host_cpu_features().flatten()}".encode())
    return digest.hexdigest()[:16]


def place() -> Path:
    """Where the caches of all versions live, whether or not it can be written."""
    try:
        if chosen := os.environ.get(PLACE_VARIABLE):
            return Path(chosen).expanduser().absolute()
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base).absolute() if base else Path("~/.cache").expanduser()) / "ponnuki"
    except RuntimeError:  # a user without a home, as in some containers
        return _temporary_place()


def prepare() -> Path:
    """Point numba at the directory for this fingerprint, making it; called before any kernel is decorated."""
    name = f"kernels-{fingerprint()}"
    directory = place() / name
    try:
        _make_writable(directory)
    except OSError as error:
        directory = _temporary_place() / name
        _make_writable(directory)
        notice(f"cannot write {place()} ({error.strerror}); kernels are cached in {directory.parent} for now")
    numba.config.CACHE_DIR = str(directory)
    return directory


def _make_writable(directory: Path) -> None:
    new = not directory.exists()
    directory.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=directory):
        pass
    os.utime(directory)
    if new:
        _sweep(directory.parent)


def _sweep(parent: Path) -> None:
    """Remove what nobody has used for long; losing a race with another process is harmless."""
    for old in parent.glob("kernels-*"):
        with contextlib.suppress(OSError):
            if time.time() - old.stat().st_mtime > UNUSED_AFTER:
                shutil.rmtree(old, ignore_errors=True)


def _temporary_place() -> Path:
    """A directory that only this user can write: its files are loaded as code."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    shared = Path(tempfile.gettempdir()) / f"ponnuki-cache-{user}"
    try:
        shared.mkdir(mode=0o700, exist_ok=True)
        state = shared.lstat()
        if state.st_uid == user and not state.st_mode & 0o077 and not shared.is_symlink():
            return shared
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="ponnuki-cache-"))


def notice(text: str) -> None:
    """One line on stderr, where it disturbs neither results nor a protocol."""
    print(f"ponnuki: {text}", file=sys.stderr, flush=True)


class SharedFunctionCache(FunctionCache):
    """Numba's cache of one kernel, made safe for processes that start together, and not silent on a first run."""

    _announced = False

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Look a compiled kernel up; a miss means that compiling starts now, so say so, once."""
        found = None
        with contextlib.suppress(OSError), _locked(shared=True):  # someone may have removed the directory
            found = super().load_overload(sig, target_context)
        if found is None and not SharedFunctionCache._announced:
            SharedFunctionCache._announced = True
            notice("compiling kernels for their first run here; this takes up to a minute, once ...")
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel; a full disk costs the next process a compilation, not this one its work."""
        try:
            with _locked(shared=False):
                super().save_overload(sig, data)
        except OSError as error:
            notice(f"compiled code was not kept in {numba.config.CACHE_DIR}: {error.strerror}")


@contextlib.contextmanager
def _locked(shared: bool) -> Iterator[None]:
    """Readers together, a writer alone: numba names an entry in its index before the entry's code is there."""
    with (Path(numba.config.CACHE_DIR) / "lock").open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
        yield
