"""Intervals as bars of letters: whoever looks sees at once where a candidate stands between the thresholds.

┊  ━━━━●━━┊━        the interval, the mean in it, and the marks of the two thresholds
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Letters = tuple[str, str, str]
FINE, COARSE = ("━", "●", "┊"), ("-", "o", "|")
"""An interval's line, its mean and a mark; the second where the output has only ASCII."""
MARGIN = 0.02
"""What is left free beside the outermost values, as a share of the scale."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What the first and the last column of a bar stand for, and the values that are marked in each bar."""

    low: float
    high: float
    marks: Sequence[float] = ()

    @classmethod
    def around(cls, values: Iterable[float], marks: Sequence[float]) -> "Scale":
        """A scale that has room for all of these, within 0 and 1."""
        all_values = [*values, *marks]
        low, high = min(all_values), max(all_values)
        margin = MARGIN * (high - low) or MARGIN
        return cls(max(0.0, low - margin), min(1.0, high + margin), marks)

    def column(self, value: float, width: int) -> int:
        """Where a value stands in so many columns; what is beyond the scale stands at its end."""
        share = (value - self.low) / (self.high - self.low)
        return min(width - 1, max(0, int(share * width)))


def bar(scale: Scale, width: int, interval: tuple[float, float], mean: float | None, letters: Letters = FINE) -> str:
    """One interval in so many columns; without a mean nothing has been played, and only the marks are there."""
    line, dot, mark = letters
    cells = [" "] * width
    for value in scale.marks:
        cells[scale.column(value, width)] = mark
    if mean is not None:
        first, last = (scale.column(value, width) for value in interval)
        for place in range(first, last + 1):
            cells[place] = line if cells[place] == " " else cells[place]
        cells[scale.column(mean, width)] = dot
    return "".join(cells)


def letters_for(encoding: str) -> Letters:
    """What an output with this encoding can show."""
    try:
        "".join(FINE).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return COARSE
    return FINE
