"""Which sources decide what a compiled kernel does.

A kernel freezes the kernels, constants and record types of other modules into its code, and through `dispatch` also
kernels of modules that it does not import: the search imports no game. So a kernel can reach

- its own module and all modules that this imports, directly or not;
- for each dispatched function defined in those modules, the modules of the kernels registered for a field of its
  records, and what they import. Its records are those in its signature and those that are global in the modules.
  Kernels for other fields are not compiled into it: an edit of one game costs another nothing.

The rule errs on the side of compiling again. Imports are read from the text of a module, wherever they stand in it, and
a module counts as a whole. An installed library without kernels counts by its version, and the standard library by that
of Python. A kernel for which a source cannot be found has no key, and its code is not kept.

Which kernels are registered is known when a kernel is compiled, not when it is decorated; so is its signature. Sources
are read earlier, when the first kernel of their module is decorated: what is compiled is what was imported, also if a
file has been edited since.
"""

import contextlib
import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

_JOINED_LINES = re.compile(r"\\\r?\n")
_FROM = re.compile(r"\bfrom\b([ \t.\w]*?)\bimport\b[ \t]*(\((?:[^)#]|#[^\n]*)*\)|[^\n;#]*)")
_IMPORT = re.compile(r"\bimport\b[ \t]+([^\n;#(]*)")
_COMMENT = re.compile(r"#[^\n]*")
_WORD = re.compile(r"\w+")
_INSTALLED = ("site-packages", "dist-packages")
"""Folders in which libraries are installed."""


@dataclass(frozen=True)
class _Source:
    """The text of a module, and the modules that it imports."""

    digest: str
    imported: frozenset[str]


@dataclass(frozen=True)
class _Dispatched:
    """A dispatched function and the kernels registered for it, in the order in which they are tried."""

    name: str
    module: str
    kernels: dict[str, Callable[..., Any]] = field(default_factory=dict)


_NOTHING = _Source("", frozenset())
_sources: dict[str, _Source] = {}
"""What has been read, by module; of a library only the top-level package."""
_noted: set[str] = set()
_with_kernels: set[str] = set()
"""Top-level packages that have kernels: they count by their sources, also where they are installed."""
_dispatched: list[_Dispatched] = []


class SourceNotFound(Exception):  # noqa: N818 - it names what happened
    """What a kernel can reach is not known."""


def note_module(name: str) -> None:
    """Read the sources of a module with kernels and of all that it imports, if they have not been read."""
    if name in _noted:
        return
    _noted.add(name)
    _with_kernels.add(_top(name))
    with contextlib.suppress(SourceNotFound):  # whoever asks for a key is told
        _imported_by({name})


def note_dispatched(function: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Where the kernels of a dispatched function are to be registered, by field."""
    note_module(function.__module__)
    _dispatched.append(_Dispatched(f"{function.__module__}.{function.__qualname__}", function.__module__))
    return _dispatched[-1].kernels


def registered_modules() -> list[str]:
    """The modules whose kernels are registered here: a process that works on the same records has to import them."""
    return list(dict.fromkeys(kernel.__module__ for one in _dispatched for kernel in one.kernels.values()))


def key(module: str, signature: Any) -> str:
    """A name for all sources that a kernel of a module, compiled for a signature, can reach."""
    named = set(_WORD.findall(repr(signature)))  # numba's names of types have the fields in them, among other words
    modules, chosen = _imported_by({module}), []
    while True:
        fields = named | _fields_of_globals(modules)
        chosen = [
            (one.name, name, kernel)
            for one in sorted(_dispatched, key=lambda one: one.name)
            if one.module in modules
            for name, kernel in one.kernels.items()
            if name in fields
        ]
        more = modules | _imported_by({kernel.__module__ for *_, kernel in chosen})
        if more == modules:
            break
        modules = more
    digest = hashlib.sha256()
    for name in sorted(modules):
        digest.update(f"{name} {_source(name).digest}\n".encode())
    for function, name, kernel in chosen:
        digest.update(f"{function} {name} {kernel.__module__}.{kernel.__qualname__}\n".encode())
    return digest.hexdigest()


# ---- modules and their sources --------------------------------------------------------------------------------------


def _imported_by(modules: set[str]) -> set[str]:
    """Some modules and all that they import, directly or not."""
    found: set[str] = set()
    waiting = set(modules)
    while waiting:
        found |= waiting
        waiting = {name for module in waiting for name in _source(module).imported} - found
    return found


def _source(name: str) -> _Source:
    if name not in _sources:
        _sources[name] = _library(name) if _is_library(name) else _read(name)
    return _sources[name]


def _counted(names: Iterable[str]) -> Iterator[str]:
    """Of names that may be modules: those that are, outside of the standard library; a library as a whole."""
    for name in names:
        top = _top(name)
        if _is_library(top):
            yield top
        elif top in sys.modules and top not in sys.stdlib_module_names and (name in sys.modules or _path(name)):
            yield name


def _is_library(package: str) -> bool:
    """Whether a top-level package is installed and has no kernels."""
    file = _file(sys.modules.get(package)) or ""
    return package not in _with_kernels and any(folder in file for folder in _INSTALLED)


def _library(package: str) -> _Source:
    return _Source(f"version {getattr(sys.modules.get(package), '__version__', '')}", frozenset())


def _read(name: str) -> _Source:
    path = _path(name)
    if path is None and hasattr(sys.modules[name], "__path__"):
        return _NOTHING  # a package without a file of its own
    if path is None or path.suffix != ".py":
        raise SourceNotFound(name)
    try:
        content = path.read_bytes()
    except OSError:
        raise SourceNotFound(name) from None
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    names = set(_imports(content.decode("utf-8", "replace"), package))
    return _Source(hashlib.sha256(content).hexdigest(), frozenset(_counted(names)))


def _path(name: str) -> Path | None:
    """The file of a module, loaded or not; None if there is no such module, or it has no file."""
    if name in sys.modules:
        file = _file(sys.modules[name])
        return Path(file) if file else None
    last = name.rpartition(".")[2]
    for folder in _folders(name.rpartition(".")[0]):
        for path in (folder / f"{last}.py", folder / last / "__init__.py"):
            if path.is_file():
                return path
    return None


def _folders(package: str) -> list[Path]:
    """Where the modules of a package are; nowhere, for a package of which nothing has been loaded."""
    if not package:
        return []
    if package in sys.modules:
        return [Path(folder) for folder in getattr(sys.modules[package], "__path__", ())]
    parent, _, last = package.rpartition(".")
    return [folder / last for folder in _folders(parent)]


def _file(module: ModuleType | None) -> str | None:
    return getattr(module, "__file__", None)


def _top(name: str) -> str:
    return name.partition(".")[0]


def _imports(text: str, package: str) -> Iterator[str]:
    """All names that a module's import statements may mean; some mean nothing, and some stand in comments."""
    text = _JOINED_LINES.sub(" ", text)
    for origin, listed in _FROM.findall(text):
        module = _absolute("".join(origin.split()), package)
        yield module
        yield from (f"{module}.{name}" for name in _first_words(_COMMENT.sub("", listed).strip("()")))
    for listed in _IMPORT.findall(_FROM.sub("", text)):
        for name in _first_words(listed):
            parts = name.split(".")
            yield from (".".join(parts[:count]) for count in range(1, len(parts) + 1))


def _absolute(origin: str, package: str) -> str:
    """A module's full name, given as it stands after `from` in a module of a package."""
    relative = origin.lstrip(".")
    level = len(origin) - len(relative)
    if not level:
        return relative
    parents = package.split(".")
    return ".".join([*parents[: len(parents) - level + 1], *filter(None, [relative])])


def _first_words(listed: str) -> Iterator[str]:
    """The names in `a, b as c`."""
    return (words[0] for part in listed.split(",") if (words := part.split()))


# ---- records --------------------------------------------------------------------------------------------------------


def _fields_of_globals(modules: Iterable[str]) -> set[str]:
    """The fields of all records and record types that a kernel of these modules can name."""
    fields: set[str] = set()
    for name in modules:
        if name in sys.modules and _source(name).imported:
            for value in list(vars(sys.modules[name]).values()):
                if isinstance(value, np.dtype | np.ndarray | np.void):
                    fields.update(_fields(value if isinstance(value, np.dtype) else value.dtype))
    return fields


def _fields(dtype: Any) -> Iterator[str]:
    for name in dtype.base.names or ():
        yield name
        yield from _fields(dtype.base[name])
