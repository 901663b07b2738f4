"""Figures for files: one look for all of them. matplotlib without a display."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, PercentFormatter

DOTS_PER_INCH = 130
PANELS_IN_A_ROW = 3
_NARROW = 8
"""A logarithmic axis whose end is at most so many times its start gets more ticks."""
INK = "#333333"
FLOOR = "#999999"
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f00", "#000000")  # colour-blind safe
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "legend.title_fontsize": 8,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@contextmanager
def figure(path: Path, panels: int, width: float, height: float) -> Iterator[list[Axes]]:
    """Panels of this size, three in a row, saved to `path` at the end."""
    columns = min(max(panels, 1), PANELS_IN_A_ROW)
    rows = -(-max(panels, 1) // columns)
    with plt.rc_context(STYLE):
        drawing, axes = plt.subplots(
            rows, columns, figsize=(width * columns, height * rows), squeeze=False, layout="constrained"
        )
        for unused in axes.flat[panels:]:
            unused.set_visible(False)
        try:
            yield list(axes.flat[:panels])
            drawing.savefig(path, dpi=DOTS_PER_INCH)
        finally:
            plt.close(drawing)


def short_number(value: float, _: object = None) -> str:
    """12 000 as 12k, 3 000 000 as 3M."""
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if abs(value) >= unit:
            return f"{value / unit:g}{name}"
    return f"{value:g}"


def log_games(axis: Axis) -> None:
    """A logarithmic axis of games with short numbers."""
    low, high = axis.get_view_interval()
    axis.set_major_locator(
        LogLocator(10, subs=(1.0, 2.0, 5.0) if high > _NARROW * low else (1.0, 1.5, 2.0, 3.0, 5.0, 7.0))
    )
    axis.set_major_formatter(FuncFormatter(short_number))
    axis.set_minor_formatter(NullFormatter())


def percent_ticks(axis: Axis) -> None:
    """Shares as percentages, with as many digits after the point as the ticks need. Call it when the limits are set."""
    ticks = [100 * tick for tick in axis.get_ticklocs()]
    decimals = next((n for n in range(4) if all(abs(round(tick, n) - tick) < 1e-9 for tick in ticks)), 4)
    axis.set_major_formatter(PercentFormatter(1.0, decimals=decimals))
