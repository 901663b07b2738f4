"""The page of all commands, made from the command line itself."""

from typing import Any

from typer.main import get_command

from ponnuki.cli.commands import app
from ponnuki.cli.games import _filled


def commands_page() -> str:
    """Every command with its arguments and options."""
    root: Any = get_command(app)
    parts = [
        "# Commands",
        "",
        "This page is made from the command line itself; `ponnuki COMMAND -h` prints the same.",
        "",
    ]
    parts += ["## ponnuki", "", "Options that stand before the command:", "", *_table(root)]
    for name, command in sorted(root.commands.items()):
        if hasattr(command, "commands"):
            for part, inner in sorted(command.commands.items()):
                parts += _section(f"{name} {part}", inner)
        else:
            parts += _section(name, command)
    return "\n".join(parts) + "\n"


def _section(name: str, command: Any) -> list[str]:
    arguments = [_name(one) for one in command.params if one.param_type_name == "argument"]
    usage = " ".join(["ponnuki", name, *arguments, "[OPTIONS]"])
    return [f"## {name}", "", _filled(command.help) or "", "", f"    {usage}", "", *_table(command)]


def _table(command: Any) -> list[str]:
    rows = [f"| {_name(one)} | {_cell(_about(one))} |" for one in command.params if not getattr(one, "hidden", False)]
    return ["| | |", "| --- | --- |", *(row for row in rows), ""] if rows else []


def _name(one: Any) -> str:
    if one.param_type_name == "argument":
        return f"`{one.metavar or one.name.upper()}`"
    return ", ".join(f"`{word}`" for word in [*one.opts, *one.secondary_opts])


def _about(one: Any) -> str:
    text = _filled(getattr(one, "help", None)) or ""
    default = one.default
    shown = "" if default in (None, False, (), [], 0) or callable(default) or one.required else f" (default: {default})"
    return text + ("" if "Default:" in text else shown)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
