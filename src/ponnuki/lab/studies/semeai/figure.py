"""The study `semeai` as a figure: shares of good moves, one panel for each kind of position."""

from collections.abc import Sequence
from pathlib import Path

from ponnuki.lab.pages.figures import PALETTE, figure
from ponnuki.lab.studies.semeai.play import KINDS, Row

PANEL = (6.4, 4.4)  # inches


def draw(rows: Sequence[Row], path: Path) -> None:
    """Bars by way of use, one colour for each program and number of simulations."""
    players = list(dict.fromkeys((row.program, row.rave, row.sims) for row in rows))
    uses = list(dict.fromkeys(row.use for row in rows))
    width = 0.8 / len(players)
    with figure(path, len(KINDS), *PANEL) as axes:
        for axis, kind in zip(axes, KINDS, strict=True):
            for number, (program, rave, sims) in enumerate(players):
                own = [
                    row for row in rows if (row.program, row.rave, row.sims, row.kind) == (program, rave, sims, kind)
                ]
                axis.bar(
                    [uses.index(row.use) + (number - (len(players) - 1) / 2) * width for row in own],
                    [100 * row.share for row in own],
                    width,
                    yerr=[100 * row.error for row in own],
                    color=PALETTE[number % len(PALETTE)],
                    label=f"{program}{'' if rave else ' without RAVE'}, {sims}",
                )
            axis.set_xticks(range(len(uses)), uses, rotation=30, ha="right")
            axis.set_ylim(0, 105)
            axis.set_ylabel("good moves in %")
            axis.set_title(f"the race {kind}")
        axes[-1].legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.0, 1.0))
