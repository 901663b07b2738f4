"""Which function it is that judges candidates: a text that changes when the function does.

A run goes on only with the function that it began with. So the fingerprint has the source of the function, of the
functions of its own module that it uses, and the values that it takes from around it. What it imports is not looked
into. Whatever has no source, or values without a lasting form, gets another fingerprint in each process: then a call
starts another run rather than going on with one that may be different.
"""

import ast
import hashlib
import inspect
import textwrap
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any


def fingerprint(function: Callable[..., Any], code: bytes) -> str:
    """`module:name` and a digest; `code` is the function as it is sent to workers."""
    name = getattr(function, "__qualname__", type(function).__qualname__)
    parts: list[str] = []
    is_plain = isinstance(function, FunctionType) and name != "<lambda>" and _collect(function, parts, set())
    text = "\n".join(parts).encode() if is_plain else code
    return f"{getattr(function, '__module__', '')}:{name} {hashlib.sha256(text).hexdigest()[:16]}"


def _collect(function: FunctionType, parts: list[str], seen: set[int]) -> bool:
    """Add what a function is made of; False if that cannot be found."""
    if id(function) in seen:
        return True
    seen.add(id(function))
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        around = inspect.getclosurevars(function)
    except (OSError, SyntaxError, TypeError, ValueError):  # no file, or the middle of an expression
        return False
    parts.append(ast.unparse(tree))
    parts.append(repr((function.__defaults__, function.__kwdefaults__)))
    for name, value in sorted({**around.globals, **around.nonlocals}.items()):
        if isinstance(value, FunctionType) and value.__module__ == function.__module__:
            if not _collect(value, parts, seen):
                return False
        elif isinstance(value, ModuleType | type) or callable(value):
            parts.append(f"{name}={getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}")
        else:
            parts.append(f"{name}={value!r}")
    return True
