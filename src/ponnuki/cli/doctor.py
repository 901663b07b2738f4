"""`ponnuki doctor`: one line for each thing that matters, with what to do about what is missing."""

from rich.console import Console
from rich.markup import escape


def doctor() -> None:
    """Say what is installed, where kernels are cached, and what is missing."""
    from ponnuki.lab.doctor import findings

    console = Console(soft_wrap=True, highlight=False)
    for finding in findings():
        mark = "[green]ok     [/]" if finding.present else "[yellow]missing[/]"
        advice = "" if finding.present else f"; to get it: {escape(finding.advice)}"
        console.print(f"{mark} {finding.name:<13} {escape(finding.detail)}{advice}")
