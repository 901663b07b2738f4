"""One machine's part in the exchange of statistics. Start with `SharedTree.share`.

What is shared of a node is the statistics of its *moves* (a row of a table for each, see `statistics`). The machines
go down level by level: the root's moves first; then, for each move that has enough visits in the sum over all machines,
the moves after it; and so on to the scheme's depth. As sums decide, all machines walk the same nodes. A machine that
lacks one adds zeros, and is given the node if another machine has it.

A node is known by the moves that lead to it from the root. In a tree that merges orders of moves, it is known by the
key of its position, and only the first path of a walk that leads to it counts: its moves are counted once.

Nothing here knows how sums are made: `share` yields this machine's numbers, one array a level, and is sent the sum.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ponnuki.cluster import statistics
from ponnuki.cluster.scheme import Scheme
from ponnuki.cluster.statistics import COLUMNS, COLUMNS_WITHOUT_RAVE, PROOFS, VISITS, Table
from ponnuki.kernels.records import Records
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem, Search
from ponnuki.search.tree import COUNT_BITS, moved

Path = tuple[int, ...]
Rounds = Generator[Table, Table, None]
"""What a machine adds to a sum, and what it is sent back: the sum over all machines."""


@dataclass(slots=True)
class Account:
    """What has been exchanged about the moves of one node."""

    totals: Table
    """Over all machines, and the same on all of them."""
    ply: int
    """Moves of the game before the node, the largest if there are several ways to it."""
    given: dict[int, Table] = field(default_factory=dict)
    """What this machine's nodes were given so far, by the place of the first of them in the tree. There may be more
    than one family: threads may have expanded the same position twice."""


class SharedTree:
    """A search, and what it has exchanged with those of the other machines."""

    def __init__(self, search: Search, scheme: Scheme, machines: int, codes: int) -> None:
        self.search = search
        self.scheme = scheme
        self.machines = machines
        self.exchanges = self.rounds = self.bytes = 0
        self._codes = codes
        self._columns = COLUMNS if scheme.rave else COLUMNS_WITHOUT_RAVE
        self._forget()

    def _forget(self) -> None:
        self._ply = 0
        self._root = Account(self._table(1), 0)
        self._votes: Table | None = None
        self._accounts: dict[Path | int, Account] = {}
        self._keys: dict[Path, Path | int] = {}
        self._nodes: dict[Path, int] = {}

    def _table(self, rows: int) -> Table:
        return np.zeros((rows, self._columns), np.int64)

    # ---- an exchange --------------------------------------------------------------------------------------------

    def share(self, *, silent: bool = False) -> Rounds:
        """Exchange statistics, level by level. A silent machine listens, and keeps its news for the next time."""
        self.exchanges += 1
        if self.scheme.choice == "majority":
            yield from self._vote()
        level: list[Path] = [()]
        walked: set[Path | int] = set()
        news = [self._news(self._root, 0, 1, 1, silent)]
        while level:
            accounts = [self._account(path) for path in level]
            places = [self._place(path) for path in level]
            news += [
                self._news(account, *place, self._codes, silent)
                for account, place in zip(accounts, places, strict=True)
            ]
            sums = yield from self._exchange(news)
            if level == [()]:
                self._settle(self._root, 0, 1, news.pop(0), sums.pop(0))
            for path, account, place, own, total in zip(level, accounts, places, news, sums, strict=True):
                if not place[1] and total[:, VISITS].any() and self.search.expand(path):
                    place = self._place(path)
                self._settle(account, *place, own, total)
            walked.update(self._key(path) for path in level)
            level, news = self._next_level(level, walked), []

    def _exchange(self, news: list[Table]) -> Generator[Table, Table, list[Table]]:
        total = yield from self._ask(np.concatenate([table.ravel() for table in news]))
        rows, first, parts = total.reshape(-1, self._columns), 0, []
        for table in news:
            parts.append(rows[first : first + len(table)])
            first += len(table)
        return parts

    def _place(self, path: Path) -> tuple[int, int]:
        """Where the moves after some moves are in this machine's tree, and how many. Nodes stay where they are."""
        node = self._nodes.get(path)
        if node is None:
            node = self.search.find(path)
            if node is None:
                return 0, 0
            self._nodes[path] = node
        return self.search.family(node)

    def _news(self, account: Account, first: int, count: int, rows: int, silent: bool) -> Table:
        """What this machine adds; where it is silent or lacks the node, nothing."""
        news = self._table(rows)
        if count and not silent:
            given = account.given.get(first)
            statistics.read_news(self.search.tree, first, count, self._table(rows) if given is None else given, news)
        return news

    def _settle(self, account: Account, first: int, count: int, own: Table, total: Table) -> None:
        """Add the sum to the totals, and give the nodes what they lack of it."""
        proofs = account.totals[:, PROOFS]
        account.totals += total
        proofs[:] = total[:, PROOFS]
        if not count:
            return
        values = np.empty_like(total)
        divisor = self.machines if self.scheme.merging == "average" else 1
        statistics.find_values(account.totals, divisor, values)
        given = account.given.get(first)
        changes = values - own if given is None else values - given - own
        statistics.add_changes(self.search.tree, first, count, changes, total)
        account.given[first] = values

    # ---- which nodes --------------------------------------------------------------------------------------------

    def _next_level(self, level: list[Path], walked: set[Path | int]) -> list[Path]:
        """The nodes one move further that all machines together find worth sharing, each position once."""
        paths: dict[Path | int, Path] = {}
        if len(level[0]) < self.scheme.depth:
            least = max(1.0, self.scheme.share * int(self._root.totals[0, VISITS]))
            for path in level:
                visits = self._account(path).totals[:, VISITS]
                for move in np.flatnonzero(visits >= least).tolist():
                    after = (*path, move)
                    if self._key(after) not in walked:
                        paths.setdefault(self._key(after), after)
        return list(paths.values())

    def _key(self, path: Path) -> Path | int:
        """What tells nodes apart: the key of the position where the tree merges them, else the path."""
        if path not in self._keys:
            self._keys[path] = self.search.position_key(path) or path
        return self._keys[path]

    def _account(self, path: Path) -> Account:
        key, ply = self._key(path), self._ply + len(path)
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = Account(self._table(self._codes), ply)
        account.ply = max(account.ply, ply)
        return account

    @property
    def totals(self) -> Table:
        """Of the root's moves, over all machines."""
        return self._account(()).totals

    @property
    def root_is_proved(self) -> bool:
        """Whether some machine has proved the root's result."""
        return bool(self._root.totals[0, PROOFS])

    def is_decided(self, left: int) -> bool:
        """Whether the best move stays the best if each machine makes `left` simulations more."""
        return self.root_is_proved or statistics.is_decided(self.totals, left * self.machines)

    # ---- the move to play ---------------------------------------------------------------------------------------

    def _vote(self) -> Rounds:
        """Say which move this machine would play by its own tree, and learn how many machines would play each."""
        own = np.zeros(self._codes, np.int64)
        best = self.search.report(str, most=1).moves
        if best:
            own[int(best[0].move)] = 1
        self._votes = yield from self._ask(own)

    def _ask(self, own: Table) -> Generator[Table, Table, Table]:
        self.rounds += 1
        self.bytes += own.nbytes
        return (yield own)

    def report(self, name: Callable[[int], str], most: int | None = None) -> SearchReport:
        """What the search knows now; where machines have voted, the move with most votes comes first."""
        if self._votes is None:
            return self.search.report(name, most)
        votes = {name(move): int(self._votes[move]) for move in np.flatnonzero(self._votes).tolist()}
        report = self.search.report(name)
        moves = sorted(report.moves, key=lambda move: -votes.get(move.move, 0))  # equals keep their order
        return replace(report, moves=tuple(moves[:most]))

    # ---- real moves ---------------------------------------------------------------------------------------------

    def reset(self, problem: Problem) -> None:
        """Forget the tree and all exchanges."""
        self.search.reset(problem)
        self._forget()

    def restrict(self, allowed: set[int]) -> None:
        """Consider only some of the root's moves, until the next reset."""
        self.search.restrict(allowed)

    def advance(self, moves: Sequence[int], problem: Problem) -> bool:
        """Go to the position after some moves; what has been exchanged about it stays known. Whether the tree was kept.

        Totals are the same on all machines, so they are kept also where a machine's own tree has nothing to keep.
        """
        if not moves or not self.search.settings.reuse:
            self.reset(problem)
            return False
        root, steps = self._root_after(moves), len(moves)
        old = self.search.tree
        kept = self.search.advance(moves, problem)
        self._ply += steps
        self._root, self._keys, self._nodes, self._votes = root, {}, {}, None
        if not kept:
            root.given.clear()
        path = tuple(moves)
        accounts = self._accounts
        self._accounts = {}
        for key, account in accounts.items():
            if isinstance(key, tuple):
                if key[:steps] != path:
                    continue
                key = key[steps:]
            elif account.ply < self._ply:
                continue
            account.given = _moved_tables(account.given, old) if kept else {}
            self._accounts[key] = account
        return kept

    def _root_after(self, moves: Sequence[int]) -> Account:
        """The root's own statistics after some moves: a row of the table of the node before."""
        before, last = tuple(moves[:-1]), moves[-1]
        account = self._accounts.get(self._key(before))
        if account is None:
            return Account(self._table(1), 0)
        root = Account(account.totals[last : last + 1].copy(), 0)
        root.totals[0, PROOFS] = 0
        given = account.given.get(self._place(before)[0])
        if given is not None:
            root.given[0] = given[last : last + 1].copy()
        return root


def _moved_tables(tables: dict[int, Table], old: Records) -> dict[int, Table]:
    """By the places that families have in the new tree; those that were left out of it are forgotten."""
    places = {}
    for first, table in tables.items():
        word = int(moved(old, np.uint64(first) << COUNT_BITS | np.uint64(1)))
        if word:
            places[word >> int(COUNT_BITS)] = table
    return places
