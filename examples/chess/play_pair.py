"""Two games of Stockfish against Stockfish, same opening, colours swapped; prints the candidate's mean result.

It needs a `stockfish` program and nothing else: Stockfish itself says which moves are legal (`go perft 1`) and what
the board looks like (`d`). One thread, a fixed hash and a limit of nodes make it reproducible; the seed decides the
opening. The candidates' settings are in `stockfish.toml`; those of the baseline are the first constant below.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

BASELINE: dict[str, Any] = {"nodes": 10000, "options": {}}
FIXED = {"Threads": "1", "Hash": "16"}
OPENING_PLIES = 6
EVEN = 120
"""Centipawns that an opening may be worth to either side."""
LONGEST = 300
"""Plies before a game is called a draw."""
DECIDED, FOR_PLIES = 1000, 4
"""A game is decided when both programs see this many centipawns for the same side, for so many plies."""
MATE = 30000


class Engine:
    """One Stockfish."""

    def __init__(self, nodes: int, options: dict[str, str]) -> None:
        program = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
        if program is None:
            sys.exit("no stockfish: apt install stockfish")
        self.nodes = nodes
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")
        for name, value in (FIXED | options).items():
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def say(self, line: str) -> None:
        """Send a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def ask(self, line: str, until: str) -> list[str]:
        """All lines up to the one that begins with `until`."""
        assert self.process.stdout is not None
        self.say(line)
        lines = []
        for answer in self.process.stdout:
            lines.append(answer.strip())
            if answer.startswith(until):
                return lines
        sys.exit(f"stockfish has gone after {line!r}")

    def set_board(self, moves: list[str]) -> None:
        """The position after some moves."""
        self.say(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}")

    def legal_moves(self, moves: list[str]) -> list[str]:
        """Every legal move after some moves."""
        self.set_board(moves)
        lines = self.ask("go perft 1", "Nodes searched")
        return sorted(line.partition(":")[0] for line in lines if ": " in line and not line.startswith("Nodes"))

    def fen(self, moves: list[str]) -> str:
        """The board after some moves, as FEN."""
        self.set_board(moves)
        lines = self.ask("d", "Checkers")
        return next(line.removeprefix("Fen: ") for line in lines if line.startswith("Fen: "))

    def think(self, moves: list[str]) -> tuple[str, int]:
        """The best move, "(none)" if there is none, and its value in centipawns for the side to move."""
        self.set_board(moves)
        lines = self.ask(f"go nodes {self.nodes}", "bestmove")
        value = 0
        for line in lines:
            words = line.split()
            if "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                value = int(number) if kind == "cp" else (MATE if int(number) > 0 else -MATE)
        return lines[-1].split()[1], value

    def new_game(self) -> None:
        """Forget the last game."""
        self.say("ucinewgame")
        self.ask("isready", "readyok")


def opening(judge: Engine, seed: int) -> list[str]:
    """Random moves after which a search finds the game even."""
    rng = random.Random(seed)
    while True:
        moves: list[str] = []
        for _ in range(OPENING_PLIES):
            legal = judge.legal_moves(moves)
            if not legal:
                break
            moves.append(rng.choice(legal))
        judge.new_game()
        best, value = judge.think(moves)
        if best != "(none)" and abs(value) <= EVEN:
            return moves


def play(white: Engine, black: Engine, start: list[str]) -> float:
    """White's result."""
    moves, seen, decided = list(start), Counter[str](), 0
    for engine in (white, black):
        engine.new_game()
    while len(moves) < LONGEST:
        white_moves = len(moves) % 2 == 0
        mover = white if white_moves else black
        fen = mover.fen(moves)
        place, side, castling, en_passant, clock, _ = fen.split()
        position = f"{place} {side} {castling} {en_passant}"
        seen[position] += 1
        if seen[position] == 3 or int(clock) >= 100 or is_bare(place):
            return 0.5
        move, value = mover.think(moves)
        if move == "(none)":
            return 0.5 if value == 0 else float(not white_moves)
        value = value if white_moves else -value
        sign = (value >= DECIDED) - (value <= -DECIDED)
        decided = 0 if sign == 0 else sign if decided * sign <= 0 else decided + sign
        if abs(decided) >= FOR_PLIES:
            return float(decided > 0)
        moves.append(move)
    return 0.5


def is_bare(place: str) -> bool:
    """Whether nobody can mate: kings alone, or with one bishop or knight."""
    pieces = sorted(letter.lower() for letter in place if letter.isalpha() and letter not in "Kk")
    return pieces in ([], ["b"], ["n"])


def settings_of(name: str) -> dict[str, Any]:
    """The candidate's keys in the race file beside this script."""
    race = tomllib.loads((Path(__file__).parent / "stockfish.toml").read_text())
    found = next((keys for keys in race["candidate"] if keys["name"] == name), None)
    if found is None:
        sys.exit(f"stockfish.toml has no candidate {name!r}")
    return BASELINE | found


def main() -> None:
    """Play the pair that the arguments name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--candidate", required=True)
    arguments = parser.parse_args()
    chosen = settings_of(arguments.candidate)
    candidate, baseline = (Engine(keys["nodes"], keys["options"]) for keys in (chosen, BASELINE))
    start = opening(baseline, arguments.seed)
    first = play(candidate, baseline, start)
    second = 1.0 - play(baseline, candidate, start)
    for engine in (candidate, baseline):
        engine.say("quit")
    print((first + second) / 2)


if __name__ == "__main__":
    main()
