"""`ponnuki warm`: kernels are compiled ahead of time, for images, clusters and the impatient."""

import json
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.options import AsJson

if TYPE_CHECKING:
    from ponnuki.cli.status_line import StatusLine
    from ponnuki.lab.warm import Job

Games = Annotated[list[str] | None, typer.Option("--game", help="Which game; may be repeated. Default: {default}.")]
Sizes = Annotated[list[int] | None, typer.Option("--size", help="Which board; may be repeated. Default: the game's.")]
Programs = Annotated[
    list[str] | None, typer.Option("--program", help="Which of our programs; may be repeated. Default: default.")
]


def warm(games: Games = None, sizes: Sizes = None, programs: Programs = None, as_json: AsJson = False) -> None:
    """Compile the kernels of some games, sizes and programs now, so that no later run waits for them."""
    from ponnuki.cli.status_line import StatusLine
    from ponnuki.kernels.cache import usable_place
    from ponnuki.lab.warm import jobs, warm_up

    wanted = jobs(games, sizes, programs)
    done = []
    with StatusLine() as line:
        for number, job in enumerate(wanted, start=1):
            title = f"{number} of {len(wanted)}: {job}"
            line.say(title, always=True)
            done.append(warm_up(job, partial(_say, line, title)))
            if not as_json:
                _print(job, done[-1].kernels, done[-1].seconds)
    if as_json:
        rows = [{"game": one.job.game, "size": one.job.size, "program": one.job.program, "kernels": one.kernels,
                 "seconds": round(one.seconds, 3)} for one in done]  # fmt: skip
        typer.echo(json.dumps({"place": str(usable_place()), "jobs": rows}))
    else:
        typer.echo(f"kernels are in {usable_place()}")


def _say(line: "StatusLine", title: str, kernel: str, count: int) -> None:
    line.say(f"{title}: compiling kernel {count}, {kernel}")


def _print(job: "Job", kernels: int, seconds: float) -> None:
    said = f"{kernels} kernels compiled in {seconds:.1f} s" if kernels else f"all there already ({seconds:.1f} s)"
    typer.echo(f"{job}: {said}")
