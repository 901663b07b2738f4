"""One machine's part in the exchange of statistics. Start with `SharedTree.share`.

What is shared of a node is the statistics of its *moves* (a row of a table for each, see `statistics`). The machines
go down level by level: the root's moves first; then, for each move that has enough visits in the sum over all machines,
the moves after it; and so on to the scheme's depth. As sums decide, all machines walk the same nodes. A machine that
lacks one adds zeros, and is given the node if another machine has it.

A node is known by the moves that lead to it from the root. In a tree that merges orders of moves, it is known by the
key of its position, and only the first path of a walk that leads to it counts: its moves are counted once.

Nothing here knows how sums are made: `share` yields this machine's numbers, one array a round, and is sent the sum.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from math import inf

import numpy as np

from ponnuki.cluster import statistics
from ponnuki.cluster.accounts import Account, Entry, Parcel, Parcels, Path, RootAccount, Rounds, after_move
from ponnuki.cluster.scheme import Scheme
from ponnuki.cluster.statistics import COLUMNS, COLUMNS_WITHOUT_RAVE, COUNT, PROOFS, VISITS, Table
from ponnuki.cluster.tables import EMPTY, Space, Tables
from ponnuki.search.report import SearchReport
from ponnuki.search.search import Problem, Search


class SharedTree:
    """A search, and what it has exchanged with those of the other machines."""

    def __init__(self, search: Search, scheme: Scheme, machines: int, codes: int, room: int = 0) -> None:
        """`room` is how many numbers at the end of each round are the caller's, to write and to read."""
        self.search = search
        self.scheme = scheme
        self.machines = machines
        self.exchanges = self.rounds = self.bytes = 0
        self._codes = codes
        self._room = room
        self._space = Space()
        self._columns = COLUMNS if scheme.rave else COLUMNS_WITHOUT_RAVE
        self._divisor = machines if scheme.merging == "average" else 1
        self._forget()

    def _forget(self) -> None:
        self._ply = 0
        self._root = self._new_root()
        self._votes: Table | None = None
        self._shared: list[Path] = []  # nodes of the last exchange but for the root, the same on all machines
        self._accounts: dict[Path | int, Account] = {}
        self._totals = Tables(self._codes, self._columns)
        self._given = Tables(self._codes, self._columns)
        self._keys: dict[Path, int] = {}
        self._nodes: dict[Path, int] = {}
        self._entries: dict[Path, Entry] = {}

    def _new_root(self) -> RootAccount:
        return RootAccount(np.zeros((1, self._columns), np.int64), np.zeros((1, self._columns), np.int64))

    # ---- an exchange --------------------------------------------------------------------------------------------

    def share(self, *, silent: bool = False) -> Rounds:
        """Exchange statistics, level by level. A silent machine listens, and keeps its news for the next time.

        The first round has the nodes of the last exchange too: mostly they are shared again, and no other round is
        needed. What was asked for in vain is not used, and stays news.
        """
        self.exchanges += 1
        self._space.clear()
        if self.scheme.choice == "majority":
            yield from self._vote()
        parcels = Parcels()
        yield from self._ask_about([(), *self._shared], parcels, silent)
        least = max(1.0, self.scheme.share * int(self._root.totals[0, VISITS]))
        paths: list[Path] = [()]
        walked: dict[Path | int, Path] = {}
        while paths:
            unknown = [path for path in paths if path not in parcels.places]
            if unknown:
                yield from self._ask_about(unknown, parcels, silent)
            walked.update((self._key(path), path) for path in paths)
            depth = len(paths[0])
            found = self._settle(paths, parcels, least if depth < self.scheme.depth else inf)
            paths = self._next_level(paths, found, walked)
        self._shared = [path for path in walked.values() if path]

    def _ask_about(self, paths: list[Path], parcels: Parcels, silent: bool) -> Rounds:
        """A round about some nodes. The root's own row comes before those of its moves."""
        level = np.array([self._entry(path) for path in paths], np.int64)
        before = 0 if paths[0] else 1
        rows = before + len(paths) * self._codes
        own = self._space.take(rows * self._columns + self._room)
        table = own[: rows * self._columns].reshape(rows, self._columns)
        shape = (len(paths), self._codes, self._columns)
        if silent:
            own[:] = 0
        else:
            root, tables = self._root.given[:before], table[before:].reshape(shape)
            statistics.read_round(self.search.tree, root, table[:before], level, self._given.tables, tables)
        total = (yield from self._ask(own))[: rows * self._columns].reshape(rows, self._columns)
        if before:
            mine = self._root.totals, self._root.given, table[:1], total[:1]
            statistics.settle_root(self.search.tree, *mine, self._divisor)
        parcels.add(paths, Parcel(level, table[before:].reshape(shape), total[before:].reshape(shape)))

    def _entry(self, path: Path) -> Entry:
        """A node as kernels read it, which stays so once this machine has it."""
        known = self._entries.get(path)
        if known is not None:
            return known
        account = self._account(path)
        first, count = self._place(path)
        if not count:
            return first, count, account.slot, EMPTY
        if first not in account.given:
            account.given[first] = self._given.add()
        entry = self._entries[path] = first, count, account.slot, account.given[first]
        return entry

    def _place(self, path: Path) -> tuple[int, int]:
        """Where the moves after some moves are in this machine's tree, and how many. Nodes stay where they are."""
        node = self._nodes.get(path)
        if node is None:
            node = self.search.find(path)
            if node is None:
                return 0, 0
            self._nodes[path] = node
        return self.search.family(node)

    def _settle(self, paths: list[Path], parcels: Parcels, least: float) -> list[list[int]]:
        """Add the sums of a level to the totals, and give its nodes what they lack of them. The moves after them with
        enough visits (`statistics.settle_level`), in the order of the nodes."""
        rows: list[list[tuple[int, int]]] = [[] for _ in parcels.all]
        for i, path in enumerate(paths):
            number, row = parcels.places[path]
            parcel = parcels.all[number]
            if not parcel.level[row, COUNT] and parcel.total[row, :, VISITS].any() and self.search.expand(path):
                parcel.level[row] = self._entry(path)
            rows[number].append((row, i))
        found: list[list[int]] = []
        for parcel, some in zip(parcels.all, rows, strict=True):
            if some:
                tables = self._totals.tables, self._given.tables, parcel.own, parcel.total
                which = np.array(some, np.int64)
                moves = statistics.settle_level(self.search.tree, parcel.level, which, *tables, self._divisor, least)
                found += moves.tolist()
        return sorted(found)

    # ---- which nodes --------------------------------------------------------------------------------------------

    def _next_level(self, paths: list[Path], found: list[list[int]], walked: Mapping[Path | int, Path]) -> list[Path]:
        """The nodes one move further that all machines together find worth sharing, each position once."""
        after: dict[Path | int, Path] = {}
        further = [(*paths[i], move) for i, move, _ in found]
        self._learn_keys(further)
        for path, (_, _, node) in zip(further, found, strict=True):
            if node >= 0:
                self._nodes.setdefault(path, node)
            key = self._key(path)
            if key not in walked:
                after.setdefault(key, path)
        return list(after.values())

    def _key(self, path: Path) -> Path | int:
        """What tells nodes apart: the key of the position where the tree merges them, else the path."""
        if not self.search.settings.merge:
            return path
        if path not in self._keys:
            self._learn_keys([path])
        return self._keys[path] or path

    def _learn_keys(self, paths: list[Path]) -> None:
        """Note the keys of positions, each after as many moves, all that are new at once."""
        if self.search.settings.merge and (new := [path for path in paths if path not in self._keys]):
            self._keys.update(zip(new, self.search.position_keys(new), strict=True))

    def _account(self, path: Path) -> Account:
        key, ply = self._key(path), self._ply + len(path)
        account = self._accounts.get(key)
        if account is None:
            account = self._accounts[key] = Account(self._totals.add(), ply)
        account.ply = max(account.ply, ply)
        return account

    def totals_of(self, path: Path) -> Table | None:
        """Of the moves after some moves, over all machines; None if nothing has been exchanged about them."""
        account = self._accounts.get(self._key(path))
        return None if account is None else self._totals.tables[account.slot]

    @property
    def totals(self) -> Table:
        """Of the root's moves, over all machines."""
        found: Table = self._totals.tables[self._account(()).slot]
        return found

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
        own = np.zeros(self._codes + self._room, np.int64)
        best = self.search.report(str, most=1).moves
        if best:
            own[int(best[0].move)] = 1
        self._votes = (yield from self._ask(own))[: self._codes].copy()

    def _ask(self, own: Table) -> Generator[Table, Table, Table]:
        self.rounds += 1
        self.bytes += own.itemsize * (len(own) - self._room)
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
        self._root, self._votes, self._shared = root, None, []
        self._keys, self._nodes, self._entries = {}, {}, {}
        if not kept:
            root.given[:] = 0
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
            account.given = after_move(account.given, old) if kept else {}
            self._accounts[key] = account
        self._tidy_tables()
        return kept

    def _tidy_tables(self) -> None:
        """Keep the tables of the accounts that are left, and no others."""
        accounts = list(self._accounts.values())
        slots = self._totals.keep([account.slot for account in accounts])
        given = self._given.keep([slot for account in accounts for slot in account.given.values()])
        for account in accounts:
            account.slot = slots[account.slot]
            account.given = {first: given[slot] for first, slot in account.given.items()}

    def _root_after(self, moves: Sequence[int]) -> RootAccount:
        """The root's own statistics after some moves: a row of the table of the node before."""
        before, last = tuple(moves[:-1]), moves[-1]
        root, account = self._new_root(), self._accounts.get(self._key(before))
        if account is not None:
            root.totals[0] = self._totals.tables[account.slot, last]
            root.totals[0, PROOFS] = 0
            place = self._place(before)[0]
            if place in account.given:
                root.given[0] = self._given.tables[account.given[place], last]
        return root
