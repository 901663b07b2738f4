"""Rows with named columns: plain Python for scripts, a table in a notebook, a frame where pandas is installed."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ponnuki.errors import BadInput

if TYPE_CHECKING:
    import pandas

SHOWN = 20
"""Rows that a notebook shows."""


class Table(Sequence[Mapping[str, Any]]):
    """A list of rows that all have the same keys."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> None:
        self.columns, self._rows = tuple(columns), tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, place: Any) -> Any:
        return self._rows[place]

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        return iter(self._rows)

    def __repr__(self) -> str:
        return f"Table of {len(self)} rows: {', '.join(self.columns)}"

    def column(self, name: str) -> list[Any]:
        """All values of one column."""
        if name not in self.columns:
            raise BadInput(f"there is no column {name!r}: the table has {', '.join(self.columns)}")
        return [row[name] for row in self._rows]

    def to_pandas(self) -> "pandas.DataFrame":
        """The rows as a pandas frame."""
        try:
            import pandas
        except ImportError:
            raise BadInput("pandas is not installed: pip install 'ponnuki[notebook]'") from None
        return pandas.DataFrame(list(self._rows), columns=list(self.columns))

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(_row(row[name] for name in self.columns) for row in self._rows[:SHOWN])
        more = f"<p>{len(self) - SHOWN} more rows</p>" if len(self) > SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _row(values: Iterator[Any]) -> str:
    return f"<tr>{''.join(f'<td>{escape(_shown(value))}</td>' for value in values)}</tr>"


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
