"""No kernel calls itself, directly or through others of its module: numba may load such code wrongly from a cache."""

import ast
from pathlib import Path

import ponnuki

SOURCES = Path(ponnuki.__file__).parent


def calls_of_kernels(tree: ast.Module) -> dict[str, set[str]]:
    """The names that each kernel of a module calls."""
    return {
        node.name: {
            call.func.id for call in ast.walk(node) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        }
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(one, ast.Name) and one.id in ("jit", "inline") for one in node.decorator_list)
    }


def reached_from(name: str, calls: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = {name}
    while waiting:
        waiting = {called for one in waiting for called in calls[one] if called in calls} - found
        found |= waiting
    return found


def test_no_kernel_calls_itself():
    modules = {path: calls_of_kernels(ast.parse(path.read_text())) for path in SOURCES.rglob("*.py")}
    assert sum(len(calls) for calls in modules.values()) > 100
    in_circles = [
        f"{path.name}: {name}" for path, calls in modules.items() for name in calls if name in reached_from(name, calls)
    ]
    assert in_circles == []


def test_a_circle_is_noticed():
    text = "@jit\ndef one(x):\n    return two(x)\n\n@jit\ndef two(x):\n    return one(x) if x else 0\n"
    assert reached_from("one", calls_of_kernels(ast.parse(text))) == {"one", "two"}
