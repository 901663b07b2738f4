"""Where compiled kernels are kept.

Numba's own cache notices a change of the file in which a kernel stands, but not of the kernels, constants and record
types that it imports; it does not tell bounds-checked code from unchecked code; and two processes that compile one
kernel for two board sizes at once may each write the other's code under their own key, as it writes the index of the
entries before the code. So:

- a kernel's code lies in a directory that is named after everything that the code depends on: the sources that the
  kernel can reach (`reach.py`), numba, the CPU, and what numba is told (`machine`);
- an entry is one file. It says what it is for, and has the kernel's LLVM code for callers that are compiled later, and
  its machine code if Python has called it (`library.py`). It is written elsewhere and then renamed, so that a reader
  finds the whole of it or nothing, and no lock is needed, also where several machines share the directory;
- a place that cannot be written falls back to a private temporary one, with one line of notice.
"""

import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from ponnuki.kernels import compiling, reach

PLACE_VARIABLE = "PONNUKI_CACHE_DIR"
UNUSED_AFTER = 30 * 24 * 3600.0
"""Seconds after which the code of older sources is swept away (a guess: a month without a run)."""


@functools.cache
def machine() -> str:
    """What code depends on beside its sources: Python, numba, this CPU, bounds checks, how hard to optimise."""
    cpu = llvmlite.binding
    versions = f"{sys.version} {np.__version__} {numba.__version__} {llvmlite.__version__}"
    told = f"{numba.config.BOUNDSCHECK} {numba.config.OPT}"
    return f"{versions} {told} {cpu.get_host_cpu_name()} {cpu.get_host_cpu_features().flatten()}"


def place() -> Path:
    """Where the caches of all versions live, whether or not it can be written."""
    try:
        if chosen := os.environ.get(PLACE_VARIABLE):
            return Path(chosen).expanduser().absolute()
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base).absolute() if base else Path("~/.cache").expanduser()) / "ponnuki"
    except RuntimeError:  # a user without a home, as in some containers
        return _temporary_place()


@functools.cache
def usable_place() -> Path:
    """The place, or where it cannot be written a temporary one. Decided once, when the first kernel is decorated."""
    chosen = place()
    try:
        chosen.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=chosen):
            return chosen
    except OSError as error:
        refuge = _temporary_place()
        notice(f"cannot write {chosen} ({error.strerror}); kernels are cached in {refuge} for now")
        return refuge


def directory(module: str, signature: Any) -> Path:
    """Where code is kept that a kernel of a module, compiled for a signature, may share with others."""
    digest = hashlib.sha256(f"{machine()} {reach.key(module, signature)}".encode())
    return usable_place() / f"kernels-{digest.hexdigest()[:20]}"


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
    """The kept code of one kernel, in the place of numba's own cache; it is not silent on a first run."""

    _announced = False

    def __init__(self, function: Callable[..., Any]) -> None:
        self._py_func, self._name = function, repr(function)
        self._entries: dict[Any, Path] = {}
        self.enable()
        usable_place()
        reach.note_module(function.__module__)

    @property
    def cache_path(self) -> str:
        """Where the directories of all kernels are."""
        return str(usable_place())

    def flush(self) -> None:
        """Nothing: what has become useless is never found, and swept away in the end."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Look a compiled kernel up; a miss means that compiling starts now, so say so, once. Numba loads all that it
        may compile with only then: that takes as long as loading the kernels of a player."""
        rtsys.initialize(target_context)
        wanted = self._index_key(sig, target_context.codegen())
        with contextlib.suppress(reach.SourceNotFound):
            self._entries[sig] = directory(self._py_func.__module__, sig) / self._file_name(wanted)
            found = _load(self._entries[sig], self._identity(wanted))
            if found is not None:
                return compiling.put_together(target_context, *found)
        if not SharedFunctionCache._announced:
            SharedFunctionCache._announced = True
            notice("compiling kernels for their first run here; this takes up to a minute, once ...")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled kernel under the key of when it was looked for; a full disk costs the next process a
        compilation, not this one its work."""
        path = self._entries.get(sig)
        if path is None or not self._enabled:
            return
        if data.library.has_dynamic_globals:
            warnings.warn(f"{self._name} is not kept: it uses a pointer or a large array of its module", stacklevel=2)
            return
        try:
            _save(path, (self._identity(self._index_key(sig, data.codegen)), compiling.taken_apart(data)))
        except OSError as error:
            notice(f"compiled code was not kept in {path.parent.parent}: {error.strerror}")

    def _identity(self, index_key: Any) -> Any:
        return self._py_func.__module__, self._py_func.__qualname__, index_key

    def _file_name(self, index_key: Any) -> str:
        digest = hashlib.sha256(repr(self._identity(index_key)).encode()).hexdigest()[:20]
        return f"{self._py_func.__name__}-{digest}.nbc"


@functools.cache
def _mark_as_used(directory: Path) -> None:
    """Save a directory from being swept for some more time; one of another user is not ours to save."""
    with contextlib.suppress(OSError):
        os.utime(directory)


def _load(path: Path, identity: Any) -> Any:
    """The content of an entry if it is there, and is for this kernel and these types; a damaged one is not there."""
    try:
        written_for, data = pickle.loads(path.read_bytes())
        _mark_as_used(path.parent)
    except Exception:  # whatever unpickling may raise; the entry is written again
        return None
    return data if written_for == identity else None


def _save(path: Path, entry: Any) -> None:
    content = dumps(entry)
    if not path.parent.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _sweep(path.parent.parent)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", delete=False) as file:
        try:
            file.write(content)
            file.close()
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
