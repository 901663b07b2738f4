"""What `ponnuki atlas` asks of Go: make an atlas from games, score one or a program's priors, show one."""

import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ponnuki.errors import BadInput
from ponnuki.games.go.collection import Games, read_games
from ponnuki.games.go.layout import longest_playout, vertex_count
from ponnuki.kernels.records import Records, joined
from ponnuki.knowledge import semeai_priors
from ponnuki.knowledge.atlas.build import BuildOptions, OnProgress, build
from ponnuki.knowledge.atlas.file import Atlas, load_atlas, write_atlas
from ponnuki.knowledge.atlas.names import NoSuchAtlas, known_names
from ponnuki.knowledge.atlas.page import page
from ponnuki.knowledge.atlas.priors import new_atlas_priors
from ponnuki.knowledge.atlas.score import score_games
from ponnuki.players.go import GoPlayer
from ponnuki.players.go_programs import PROGRAMS
from ponnuki.players.parse import parse_player
from ponnuki.players.program import changed
from ponnuki.players.spec import PlayerSpec
from ponnuki.policies.go_scratch import go_scratch
from ponnuki.search.thread import new_thread


class GoAtlas:
    """Atlases of Go."""

    def read(self, paths: list[Path], size: int, most: int | None = None) -> Games:
        """The games of files and folders; what was skipped, and why, is in them."""
        return read_games(paths, size, most)

    def build(self, games: Games, out: Path, settings: Mapping[str, Any], on_progress: OnProgress) -> dict[str, Any]:
        """Make an atlas and write it; how it was made."""
        options = changed(BuildOptions(sample=games.count), settings, "atlas")
        about, arrays = build(games, options, on_progress)
        write_atlas(out, about, arrays)
        return {key: value for key, value in about.items() if key != "pictures"} | {"bytes": out.stat().st_size}

    def score(self, what: str, games: Games, progress: Callable[[float], None]) -> dict[str, Any]:
        """How well an atlas, or the priors of a program, foresee the moves of games."""
        if games.count == 0:
            raise BadInput("there are no games to foresee")
        size = games.size
        scratch = joined(semeai_priors.scratch(), go_scratch(size))
        thread = new_thread(vertex_count(size), longest_playout(size), 1, scratch)
        return score_games(games, self._knowledge(what, size), thread, progress).to_json()

    def show(self, name: str) -> str:
        """A page with the pictures of an atlas, as HTML."""
        return page(load_atlas(name))

    def load(self, name: str) -> Atlas:
        """An atlas by name or path."""
        return load_atlas(name)

    def _knowledge(self, what: str, size: int) -> Records:
        """The priors of an atlas, of a named program, or of a player given by settings or a file."""
        if what in PROGRAMS:
            return GoPlayer(PlayerSpec.make({"size": size, "program": what})).knowledge(size)
        if not what.endswith(".toml"):
            with contextlib.suppress(NoSuchAtlas):
                return new_atlas_priors(what, size, 1.0)
        return GoPlayer(_player(what, size)).knowledge(size)


def _player(text: str, size: int) -> PlayerSpec:
    """One of our players, as it is written on a command line, on boards of some size."""
    if not text.endswith(".toml") and "=" not in text and ":" not in text:
        known = ", ".join([*known_names(), *PROGRAMS])
        raise BadInput(f"{text!r} is no atlas and no program: name a file, one of {known}, or settings")
    _, spec = parse_player(text)
    if not isinstance(spec, PlayerSpec):
        raise BadInput(f"{text}: another program does not tell its priors")
    return spec.model_copy(update={"size": size})


ATLAS = GoAtlas()
