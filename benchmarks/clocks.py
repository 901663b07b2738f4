"""A strict referee: games of the engine against itself on real clocks; it must never be late, and should use its time.

    python benchmarks/clocks.py                     # some minutes; --games, --size, --options
    python benchmarks/clocks.py --no-early-stops    # how much time the engine would use if it thought to the end

The referee measures from the moment at which it has sent `genmove` to the moment at which the reply is there, forgives
nothing, and plays under seven settings. They differ in the kind of clock and in what the engine is told of it: the time
left exactly, in whole seconds as most controllers say it, or never. One engine never resigns: its games are much longer
than usual.

For each setting: games, own moves of a player (mean and most), the share of its time that a player used (mean), the
least time that was left when a move arrived, and how often somebody was late. The share of main time counts games of at
least `USUAL` moves. A search stops early when its best move can no longer change; the time that this saves counts as
not used, and is shared among later moves.
"""

import argparse
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field

from ponnuki.engine.clock import Remaining, TimeControl, spend
from ponnuki.gtp.client import GtpProgram

ENGINE = "from ponnuki.cli import main; main()"
WITHOUT_EARLY_STOPS = f"""
import dataclasses
from ponnuki.engine.session import Session

limit = Session.limit
Session.limit = lambda *arguments: dataclasses.replace(limit(*arguments), early_stop=False)
{ENGINE}
"""
USUAL = 0.28
"""Own moves of a usual game by points of the board."""
LONGEST = 1.5
"""Own moves, by points of the board, after which a game is broken off."""


@dataclass(frozen=True)
class Setting:
    """A clock, what is told of it, and whether players resign."""

    name: str
    control: TimeControl
    told: str = "exactly"
    resigns: bool = True


SETTINGS = (
    Setting("5 s sudden death", TimeControl("absolute", 5)),
    Setting("10 s sudden death", TimeControl("absolute", 10)),
    Setting("10 s, whole seconds told", TimeControl("absolute", 10), "whole"),
    Setting("10 s, nothing told, to the very end", TimeControl("absolute", 10), "never", resigns=False),
    Setting("1 s a move (byo-yomi)", TimeControl("byoyomi", 0, 1, 1)),
    Setting("10 s for 25 stones (Canadian)", TimeControl("canadian", 0, 10, 25)),
    Setting("5 s, then 1 s a move", TimeControl("byoyomi", 5, 1, 3), "whole"),
)


@dataclass
class Player:
    """One engine and its clock, as the referee keeps it."""

    program: GtpProgram
    left: Remaining
    moves: int = 0
    used: float = 0.0
    allowed: float = 0.0
    """In overtime: the seconds of the moves that were made."""
    least: float = field(default=float("inf"))
    late: bool = False


def time_settings(control: TimeControl) -> str:
    if control.kind == "absolute":
        return f"kgs-time_settings absolute {control.main:g}"
    return f"kgs-time_settings {control.kind} {control.main:g} {control.period:g} {control.count}"


def move(player: Player, color: str, setting: Setting) -> str:
    """Ask for a move and take its time off the clock."""
    if setting.told != "never":
        seconds = int(player.left.seconds) if setting.told == "whole" else player.left.seconds
        player.program.ask(f"time_left {color} {seconds} {player.left.count}")
    began = time.monotonic()
    answer = player.program.ask(f"genmove {color}")
    seconds = time.monotonic() - began
    before, control = player.left, setting.control
    player.left = spend(control, before, seconds)
    rest = before.seconds - seconds + still_to_come(control, before)
    player.least = min(player.least, rest)
    player.late = player.late or player.left.seconds <= 0
    player.moves, player.used = player.moves + 1, player.used + seconds
    player.allowed += control.per_move if before.count else 0.0
    return answer.lower()


def still_to_come(control: TimeControl, left: Remaining) -> float:
    """Seconds that a player may use beyond those that run now: overtime, or what is left of its periods."""
    if left.count == 0:
        return control.period * control.count
    return control.period * (left.count - 1) if control.kind == "byoyomi" else 0.0


def play(setting: Setting, size: int, engine: str, options: list[str], seed: int) -> list[Player]:
    """One game; a player who is late has lost, but plays on."""
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as spec:
        spec.write("" if setting.resigns else "resign = 0.0\n")
        spec.flush()
        words = [sys.executable, "-c", engine, "gtp", "--size", str(size), "--spec", spec.name, *options]
        players = [
            Player(GtpProgram([*words, "--seed", str(2 * seed + number)], limit=600.0), setting.control.start())
            for number in range(2)
        ]
        for player in players:
            for command in (f"boardsize {size}", "clear_board", time_settings(setting.control)):
                player.program.ask(command)
        passes, turn = 0, 0
        while passes < 2 and turn < 2 * LONGEST * size**2:
            mover, other, color = players[turn % 2], players[1 - turn % 2], "bw"[turn % 2]
            answer = move(mover, color, setting)
            if answer == "resign":
                break
            other.program.ask(f"play {color} {answer}")
            passes, turn = (passes + 1 if answer == "pass" else 0), turn + 1
        for player in players:
            player.program.close()
    return players


def share(player: Player, setting: Setting, size: int) -> float | None:
    """Of the time that a player had, how much it used; None for a game too short to use main time up."""
    if setting.control.main == 0:
        return player.used / player.allowed
    return player.used / (setting.control.main + player.allowed) if player.moves >= USUAL * size**2 else None


def report(setting: Setting, players: list[Player], size: int) -> str:
    moves = [player.moves for player in players]
    shares = [found for player in players if (found := share(player, setting, size)) is not None]
    used = f"{statistics.mean(shares):4.0%}" if shares else "   –"
    least = min(player.least for player in players)
    late = sum(player.late for player in players)
    return (
        f"{setting.name:38} {len(players) // 2:5} {statistics.mean(moves):6.1f} {max(moves):5} {used:>6} "
        f"{least:8.2f} s {late:5}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="for each setting")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--only", type=int, nargs="*", help="numbers of settings, from 1")
    parser.add_argument("--no-early-stops", action="store_true", help="think to the end of each move's time")
    parser.add_argument("--options", default="", help="more options of the engine")
    chosen = parser.parse_args()
    print(f"{'setting':38} {'games':>5} {'moves':>6} {'most':>5} {'used':>6} {'least left':>10} {'late':>5}")
    late, engine = 0, WITHOUT_EARLY_STOPS if chosen.no_early_stops else ENGINE
    for number, setting in enumerate(SETTINGS, 1):
        if chosen.only and number not in chosen.only:
            continue
        games = [play(setting, chosen.size, engine, chosen.options.split(), seed) for seed in range(chosen.games)]
        players = [player for game in games for player in game]
        print(report(setting, players, chosen.size), flush=True)
        late += sum(player.late for player in players)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
