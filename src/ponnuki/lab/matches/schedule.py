"""Matches and tournaments as schedules: who meets whom, how often, under what conditions. A match is one pairing.

    players, conditions, openings, seed  ->  `Schedule`  ->  trials by (pairing, number)

A schedule is data: the store keeps it as JSON, and the same one again goes on where its run ended.
"""

import hashlib
import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from ponnuki.errors import BadInput, unknown
from ponnuki.lab.journal.schema import LARGEST_NUMBER
from ponnuki.lab.runs.source import Key, TrialSource
from ponnuki.match.conditions import Conditions, agree
from ponnuki.match.openings import Openings, find_openings
from ponnuki.match.pair import PairTrial
from ponnuki.match.referee import check_referee
from ponnuki.match.seeds import trial_seed
from ponnuki.players.check import check_player
from ponnuki.players.game_player import PlayerFault
from ponnuki.players.parse import named_player
from ponnuki.players.spec import AnySpec
from ponnuki.players.toml import read_toml

log = logging.getLogger(__name__)

Player = tuple[str, AnySpec]
KINDS = ("round-robin", "gauntlet")
CONDITIONS = ("game", "size", "komi", "rules", "longest", "referee", "resign_at", "draw_at")
MOST_PAIRS = 5_000_000
"""Most pairs of games in one schedule, which is kept as a list."""
LONGEST_NAME = 60
"""Characters of a run's name that come from the players."""


@dataclass(frozen=True)
class Schedule(TrialSource):
    """Pairs of games between players; `pairings` are places in `players`, the candidate first."""

    kind: str
    """The kind of the run. It is part of the seeds, so that a match and a tournament play different games."""
    players: tuple[Player, ...]
    pairings: tuple[tuple[int, int], ...]
    conditions: Conditions
    openings: Openings
    seed: int
    pairs: int
    """Pairs of games for each pairing."""
    games_per_trial: ClassVar[int] = 2

    def __post_init__(self) -> None:
        if self.trials > MOST_PAIRS:
            raise BadInput(f"{2 * self.trials} games in all are too many for one run: {2 * MOST_PAIRS} at most")

    def all_keys(self) -> Iterable[Key]:
        """All trials; every pairing gets its first pair before any gets its second."""
        return ((pairing, number) for number in range(self.pairs) for pairing in range(len(self.pairings)))

    def seed_of(self, key: Key) -> int:
        """The seed that decides a trial."""
        return trial_seed(self.kind, self.seed, 0, *key)

    def trial(self, key: Key) -> PairTrial:
        """A pair of games."""
        (first_name, first), (second_name, second) = (self.players[place] for place in self.pairings[key[0]])
        opening = self.openings.in_turn(self.seed, key[1])
        return PairTrial(first, second, self.conditions, self.seed_of(key), opening, (first_name, second_name))

    def label(self, key: Key) -> str:
        """By the names of the players."""
        return f"pair {key[1] + 1} of {' against '.join(self.names_of(key[0]))}"

    def check(self) -> None:
        """A program that is not there is bad input; one that fails is warned of, and its games count as they go."""
        check_referee(self.conditions)
        for name, spec in self.players:
            try:
                check_player(self.conditions.apply(spec))
            except PlayerFault as fault:
                log.warning("%s does not start as it should, and may lose all its games: %s", name, fault)

    def samples(self) -> list[PairTrial]:
        """Trials in which every player takes part."""
        seen: set[int] = set()
        chosen = []
        for number, pairing in enumerate(self.pairings):
            if not seen.issuperset(pairing):
                chosen.append(self.trial((number, 0)))
                seen.update(pairing)
        return chosen

    def names_of(self, pairing: int) -> tuple[str, str]:
        """The names of the two players of a pairing, the candidate first."""
        first, second = self.pairings[pairing]
        return self.players[first][0], self.players[second][0]

    @property
    def trials(self) -> int:
        """Pairs in all."""
        return self.pairs * len(self.pairings)

    def settings(self) -> dict[str, Any]:
        """What makes it this schedule, as JSON values; how many games are played may grow."""
        return {
            "players": [{"name": name, "digest": spec.digest, **spec.settings()} for name, spec in self.players],
            "pairings": [list(pairing) for pairing in self.pairings],
            "conditions": self.conditions.as_json(),
            "openings": {"name": self.openings.name, "digest": _digest(self.openings.listed)},
            "seed": self.seed,
        }


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


def pairs_in(games: int) -> int:
    """Games come in pairs."""
    if games < 2 or games % 2:
        raise BadInput(f"games must be an even number from 2 on, as they come in pairs, not {games}")
    if games > LARGEST_NUMBER:
        raise BadInput(f"games is {games}: it must be at most {LARGEST_NUMBER}")
    return games // 2


def match_schedule(a: Player, b: Player, games: int, openings: str, seed: int, options: Mapping[str, Any]) -> Schedule:
    """Two players."""
    if a[0] == b[0]:
        a, b = (f"{a[0]} (A)", a[1]), (f"{b[0]} (B)", b[1])
    conditions = agree([a, b], options)
    found = find_openings(openings, conditions)
    return Schedule("match", (a, b), ((0, 1),), conditions, found, checked_seed(seed), pairs_in(games))


def match_name(match: Schedule) -> str:
    """A name for a match: the players, and a digest, so that other settings are another run."""
    words = "-vs-".join(name for name, _ in match.players)
    plain = "".join(letter if letter.isalnum() or letter in "-.=" else "-" for letter in words)[:LONGEST_NAME]
    return f"{plain.strip('-.')}-{_digest(match.settings())[:6]}"


def checked_seed(seed: Any) -> int:
    """A seed that can be one."""
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise BadInput(f"seed must be a whole number, not negative, not {seed!r}")
    return seed


def read_tournament(path: Path, options: Mapping[str, Any]) -> Schedule:
    """A tournament from its file; options that are not None take precedence.

    kind = "round-robin"      # or "gauntlet": everybody meets the first player, or the one named by `against`
    games = 20                # of each pairing
    [[player]]
    name = "ours"
    sims = 1000
    """
    values = read_toml(path) | {key: value for key, value in options.items() if value is not None}
    known = ("kind", "against", "games", "openings", "seed", "player", *CONDITIONS)
    for key in values:
        if key not in known:
            raise BadInput(f"{path}: {unknown('key', key, known)}")
    players = _players(values.get("player", []), path, values.get("game"))
    conditions = agree(players, {key: values.get(key) for key in CONDITIONS})
    games = values.get("games", 20)
    if not isinstance(games, int) or not isinstance(values.get("openings", ""), str):
        raise BadInput(f"{path}: games must be a whole number and openings a text")
    return Schedule(
        kind="tournament",
        players=tuple(players),
        pairings=_pairings(values, [name for name, _ in players], path),
        conditions=conditions,
        openings=find_openings(values.get("openings", "none"), conditions, path.parent),
        seed=checked_seed(values.get("seed", 0)),
        pairs=pairs_in(games),
    )


def _players(tables: Any, path: Path, game: str | None) -> list[Player]:
    if not isinstance(tables, list) or len(tables) < 2 or not all(isinstance(table, dict) for table in tables):
        raise BadInput(f"{path}: a tournament needs two players at least, each as [[player]] with a name")
    known = {} if game is None else {"game": game}
    players = [named_player(known | table, f"{path}: player {place}") for place, table in enumerate(tables, start=1)]
    names = [name for name, _ in players]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(f"{path}: two players are called {twice!r}")
    return players


def _pairings(values: Mapping[str, Any], names: Sequence[str], path: Path) -> tuple[tuple[int, int], ...]:
    kind = values.get("kind", KINDS[0])
    if kind not in KINDS:
        raise BadInput(f"{path}: {unknown('kind', str(kind), KINDS)}")
    if kind == "round-robin":
        return tuple(combinations(range(len(names)), 2))
    against = values.get("against", names[0])
    if against not in names:
        raise BadInput(f"{path}: against: {unknown('player', str(against), names)}")
    centre = names.index(against)
    return tuple((centre, other) for other in range(len(names)) if other != centre)
