"""Ponnuki: a laboratory for Monte-Carlo Tree Search programs.

    ponnuki.run_race(evaluate, {"a": {...}, "b": {...}})      candidates raced to a verdict with a known risk
    ponnuki.play_match("sims=1000", "gtp:gnugo --mode gtp")   who is stronger, and how sure that is
    ponnuki.analyse(position, sims=10_000)                    the best move, visits, values, variations
    ponnuki.load_run("name")                                  any stored run, read again

These four are the public interface, with `BadInput`, the error for wrong input, and `Race`, the statistics of a race
without anything else. Importing the package loads none of them: each is loaded when it is first used, so that
`ponnuki.race` needs only NumPy and SciPy. Everything else is private by convention.
"""

import importlib

from ponnuki.version import __version__

TYPE_CHECKING = (
    False  # as typing has it: importing that takes longer than all else here, and a command begins with this
)
if TYPE_CHECKING:
    from typing import Any

    from ponnuki.errors import BadInput
    from ponnuki.lab.public.analysis import analyse
    from ponnuki.lab.public.match import play_match
    from ponnuki.lab.public.race import run_race
    from ponnuki.lab.public.runs import load_run
    from ponnuki.race import Race

__all__ = ["BadInput", "Race", "__version__", "analyse", "load_run", "play_match", "run_race"]

_HOMES = {
    "BadInput": "ponnuki.errors",
    "Race": "ponnuki.race",
    "analyse": "ponnuki.lab.public.analysis",
    "load_run": "ponnuki.lab.public.runs",
    "play_match": "ponnuki.lab.public.match",
    "run_race": "ponnuki.lab.public.race",
}


def __getattr__(name: str) -> "Any":
    """Load a public name when it is first asked for (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ponnuki' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
