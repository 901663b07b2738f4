"""`ponnuki study NAME` for studies that are a file: one command for each file of `lab/studies/tables`."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ponnuki.cli.farms import farm_maker
from ponnuki.cli.options import DEFAULT_STORE, AsJson, Dask, DryRun, Force, Notify, Out, Seed, StorePath, Workers
from ponnuki.cli.status_line import StatusLine
from ponnuki.lab.runs.durations import duration

if TYPE_CHECKING:
    from ponnuki.farm.base import Farm
    from ponnuki.lab.studies.plan import Plan
    from ponnuki.lab.studies.play import StudyOutcome
    from ponnuki.lab.studies.progress import StudyProgress
    from ponnuki.match.trial import Trial

Scale = Annotated[
    str, typer.Option(help="quick: minutes, for a look; evening: hours on two cores; paper: as large as published.")
]


def table_command(name: str) -> Callable[..., None]:
    """The command of one study."""

    def command(
        scale: Scale = "quick",
        workers: Workers = None,
        dask: Dask = None,
        seed: Seed = 0,
        store: StorePath = DEFAULT_STORE,
        out: Out = None,
        force: Force = False,
        dry_run: DryRun = False,
        as_json: AsJson = False,
        notify: Notify = None,
    ) -> None:
        from ponnuki.cli.dry_run import show_study
        from ponnuki.lab.studies.calls import Calls
        from ponnuki.lab.studies.plan import read_plan
        from ponnuki.lab.studies.table import as_json as to_json
        from ponnuki.lab.studies.table import markdown, summary

        plan = read_plan(name, scale, seed)
        if dry_run:
            show_study(plan.title, _cost(plan), as_json)
            return
        samples: list[Trial] = [row.schedule.trial((0, 0)) for row in plan.rows if not isinstance(row.schedule, Calls)]
        samples += [trial for one in plan.campaigns for trial in one.samples()]
        played, folder = _play(plan, store, farm_maker(workers, dask, lambda: samples), out, force)
        if as_json:
            told = to_json(plan, played.results) | {"notes": played.notes}
            typer.echo(json.dumps({"out": str(folder)} | told))
            return
        typer.echo(f"{plan.title}: {plan.question}\n\n{markdown(plan, played.results)}")
        for line in (*played.notes, summary(played.results), f"table, CSV, figure and page: {folder}"):
            if line:
                typer.echo(line)

    return command


def _play(
    plan: "Plan", path: Path, make_farm: "Callable[[], Farm]", out: Path | None, force: bool
) -> "tuple[StudyOutcome, Path]":
    """Play, and write the files; an interruption says how to go on."""
    from ponnuki.cli.output import interruptible, mark_folder, own_folder, writing
    from ponnuki.lab.journal.store import Store
    from ponnuki.lab.studies.files import write_files
    from ponnuki.lab.studies.play import play_study

    folder = own_folder(out, plan.campaigns[0].run_name if plan.campaigns else plan.run_name, force)
    with Store(path, write=True) as store, interruptible(path, "game"), StudyDisplay() as display:
        played = play_study(store, plan, make_farm, display.show)
    with writing(folder):
        mark_folder(folder, played.run)
        write_files(plan, played, folder)
    return played, folder


class StudyDisplay(StatusLine):
    """Progress on stderr: which row, how many games, and the time left by what the games have cost so far."""

    def __init__(self) -> None:
        super().__init__()
        self._since = time.monotonic()
        self._done_before: float | None = None

    def show(self, now: "StudyProgress | str") -> None:
        """Say how it stands."""
        if isinstance(now, str):
            self.say(now)
            return
        if self._done_before is None:
            self._since, self._done_before = time.monotonic(), now.done_seconds
        parts = [now.label, f"{now.done_trials} of {now.all_trials} {now.unit}"]
        done = now.done_seconds - self._done_before
        if done > 0:
            left = (now.all_seconds - now.done_seconds) * (time.monotonic() - self._since) / done
            parts.append(f"about {duration(left)} left")
        self.say("; ".join(parts))


def catalogue() -> str:
    """All studies of this kind, and what each scale costs."""
    from ponnuki.lab.studies.catalog import study_names
    from ponnuki.lab.studies.plan import SCALES, read_plan

    lines = []
    for name in study_names():
        plans = [read_plan(name, scale) for scale in SCALES]
        lines.append(f"{name}: {plans[0].title}" + (f" ({plans[0].source})" if plans[0].source else ""))
        lines += [f"    {plan.scale}: {_cost(plan)}" for plan in plans]
    lines.append("semeai: capturing races with and without the solver; its cost is told by its own options")
    return "\n".join(lines)


def _cost(plan: "Plan") -> str:
    from ponnuki.lab.matches.schedule import Schedule
    from ponnuki.lab.studies.campaigns import counted

    cost = f"about {duration(plan.seconds)} of CPU time"
    if plan.campaigns:
        games = sum(one.games for one in plan.campaigns)
        return f"{counted(len(plan.campaigns), 'campaign')} of {games} games at most, {cost}"
    count = sum((2 if isinstance(row.schedule, Schedule) else 1) * row.schedule.trials for row in plan.rows)
    unit = "games" if isinstance(plan.rows[0].schedule, Schedule) else "calls"
    return f"{count} {unit} in {counted(len(plan.rows), 'row')}, {cost}"
