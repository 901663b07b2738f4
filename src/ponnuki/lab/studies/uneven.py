"""Calls that play: two games between players of whom the stronger gives the other points, so that both may win.

A match has one komi for both games of a pair, so a komi that hurts one colour helps the same player a game later. Here
the points go with the player: with Black it has so many more komi to make up for, with White so many fewer to live on.
"""

from collections.abc import Mapping
from typing import Any

from ponnuki.match.conditions import Conditions
from ponnuki.match.game import play_game
from ponnuki.match.seeds import split
from ponnuki.match.trial import TrialResult
from ponnuki.players.game_player import join_game
from ponnuki.players.parse import parse_player


def given(words: Mapping[str, Any], seed: int) -> TrialResult:
    """Two games, one with each colour; the reward is the mean result of `a`, which gives `b` the points."""
    won = [_won(words, colour, one) for colour, one in zip("bw", split(seed, 2), strict=True)]
    return TrialResult(sum(won) / len(won), {"won": won})


def _won(words: Mapping[str, Any], colour: str, seed: int) -> float:
    """What `a` gets for a game with this colour: 1, a half or 0."""
    points = float(words["points"]) if colour == "b" else -float(words["points"])
    conditions = Conditions(words["game"], int(words["size"]), float(words["komi"]) + points)
    specs = [parse_player(str(words[side]).format(**words), conditions.game)[1] for side in "ab"]
    giver, taker = (conditions.apply(spec) for spec in specs)
    black, white = (giver, taker) if colour == "b" else (taker, giver)
    black_seed, white_seed = split(seed, 2)
    with join_game(black, black_seed) as black_player, join_game(white, white_seed) as white_player:
        game = play_game(conditions.start(), conditions, black_player, white_player)
    return 0.5 if game.winner is None else float(game.winner == colour)
