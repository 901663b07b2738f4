"""`ponnuki.analyse`: what our player thinks of a position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponnuki.errors import BadInput
from ponnuki.games.board_picture import Heat, Marks, draw_board
from ponnuki.games.common import COLOR_NAMES, GamePosition
from ponnuki.lab.public.table import Table
from ponnuki.players.kit import DEFAULT_GAME, DEFAULT_RULES, Kit, all_kits, find_kit
from ponnuki.players.spec import PlayerSpec
from ponnuki.search.limits import Limit
from ponnuki.search.report import MoveReport, SearchReport

if TYPE_CHECKING:
    import pandas

MARKED = 8
"""Moves that are marked on the board."""
COLUMNS = ("move", "visits", "value", "prior", "proven", "variation")


@dataclass(frozen=True, slots=True, repr=False)
class AnalysisReport:
    """A search of one position. Values are expected results for the player to move, from 0 to 1."""

    position: GamePosition
    best: str
    """The move to play."""
    value: float
    variation: tuple[str, ...]
    """The expected continuation, the best move first."""
    moves: tuple[MoveReport, ...]
    """All moves that were looked at, the one to play first: `.move`, `.visits`, `.value`, `.prior`, `.variation`."""
    simulations: int
    seconds: float

    @classmethod
    def make(cls, position: GamePosition, report: SearchReport) -> "AnalysisReport":
        """From what a search tells."""
        best = report.best
        return cls(position, best.move, best.value, best.variation, report.moves, report.simulations, report.seconds)

    def __str__(self) -> str:
        line = f"{COLOR_NAMES[self.position.to_move]} plays {self.best}, {self.value:.1%}"
        return f"{line}, after {self.simulations} simulations; expected: {' '.join(self.variation)}"

    def __repr__(self) -> str:
        return f"<AnalysisReport {self}>"

    def table(self) -> Table:
        """One row for each move."""
        rows = [
            dict(zip(COLUMNS, (m.move, m.visits, m.value, m.prior, m.proven, " ".join(m.variation)), strict=True))
            for m in self.moves
        ]
        return Table(COLUMNS, rows)

    def to_pandas(self) -> "pandas.DataFrame":
        """One row for each move, as a pandas frame."""
        return self.table().to_pandas()

    def _repr_svg_(self) -> str | None:
        """The board with the best moves on it; None for a game that is not drawn."""
        grid = _kit_of(self.position, None).grid(self.position.size)
        if grid is None:
            return None
        most = max(self.moves[0].visits, 1)
        heat = {
            one.move: Heat(one.visits / most, f"{100 * one.value:.0f}", one.move == self.best)
            for one in self.moves[:MARKED]
            if one.visits
        }
        marks = Marks(last=self.position.last_move, heat=heat)
        return draw_board(grid, grid.stones(self.position.rows()), marks, str(self.position).splitlines()[-1])

    def _repr_html_(self) -> str:
        board = self._repr_svg_() or f"<pre>{escape(str(self.position))}</pre>"
        return f"<p>{escape(str(self))}</p>{board}{self.table()._repr_html_()}"


def analyse(
    position: GamePosition | Sequence[str] | str | Path | None = None,
    *,
    sims: int | None = None,
    time: float | None = None,
    move: int | None = None,
    player: Mapping[str, Any] | None = None,
    game: str | None = None,
    size: int | None = None,
    komi: float | None = None,
    threads: int = 1,
    seed: int = 0,
) -> AnalysisReport:
    """Search a position with one of our players.

    Args:
        position: a position of any game, its rows as text (the game's first player to move), the path of an SGF file,
            or None for the beginning of a game.
        sims: simulations, by default 10 000 unless `time` is given.
        time: seconds, instead of simulations or besides.
        move: for a file, after which move; by default the last.
        player: settings of the player, the keys of a spec file, such as `{"program": "light"}`.
        game: which game; by default that of the position, where there is one.
        size: lines of the board, for None as the position.
        komi: points for White, by default the file's own, or 7.5.
        threads: of the search; with more than one, the same seed does not give the same tree.
        seed: same seed, same tree, with `sims` and one thread.

    Returns:
        The best move, values, visits and variations.

    Raises:
        BadInput: something that was given cannot be used, or the game is over.
    """
    kit = _kit_of(position, game)
    found, own_komi = _read(kit, position, move, size)
    points = komi if komi is not None else own_komi
    values = {"game": kit.name, "size": found.size, "threads": threads, "seed": seed, **(player or {})}
    spec = PlayerSpec.make(values if points is None else {**values, "komi": points}, "analyse")
    limit = Limit(simulations=10_000 if sims is None and time is None else sims, seconds=time, early_stop=False)
    searcher = kit.player(spec)
    try:
        searcher.set_position(found, spec.komi)
        return AnalysisReport.make(found, searcher.search(limit))
    finally:
        searcher.close()


def _kit_of(position: Any, game: str | None) -> Kit[Any]:
    """The kit of the game that was named, or that the position is of."""
    if game is not None:
        return find_kit(game)
    if position is None or isinstance(position, str | Path | Sequence):
        return find_kit(DEFAULT_GAME)
    for kit in all_kits():
        if isinstance(position, type(kit.start(kit.default_size, kit.rules(DEFAULT_RULES)))):
            return kit
    raise BadInput(f"{type(position).__name__} is no position of a game that is installed")


def _read(kit: Kit[Any], position: Any, move: int | None, size: int | None) -> tuple[GamePosition, float | None]:
    """The position, and the komi that came with it."""
    rules = kit.rules(DEFAULT_RULES)
    is_file = isinstance(position, str | Path)
    if not is_file and move is not None:
        raise BadInput("move says after which move of a file: give the path of an SGF file")
    if position is not None and size is not None:
        raise BadInput("size is for the beginning of a game: the position has its own")
    if position is None:
        chosen = kit.default_size if size is None else size
        kit.check_size(chosen)
        return kit.start(chosen, rules), None
    if is_file:
        return _from_file(kit, Path(position), move)
    if isinstance(position, Sequence):
        return type(kit.start(kit.default_size, rules)).from_rows(list(position)), None
    return position, None


def _from_file(kit: Kit[Any], path: Path, move: int | None) -> tuple[GamePosition, float | None]:
    record = kit.read_record(path)
    positions = list(record.positions())
    if move is not None and not 0 <= move < len(positions):
        raise BadInput(f"{path} has {len(positions) - 1} moves: move {move} is not among them")
    komi = getattr(record, "komi", None)
    return positions[-1 if move is None else move], komi
