"""Whether GNU Go counts alike the games that we won by counting: each finished game is put before it again.

python benchmarks/recount.py 9x9-cpu=0.389 --store strength.sqlite
"""

from collections import Counter
from pathlib import Path

import typer

from ponnuki.games.go.record import read_sgf
from ponnuki.gtp.client import GtpProgram
from ponnuki.lab.journal.store import Store
from ponnuki.match.pair import CANDIDATE

GNUGO = "gnugo --mode gtp --level 10 --chinese-rules --seed 1"


def main(run: str, store: Path = Path("ponnuki.sqlite")) -> None:
    counts: Counter[str] = Counter()
    program = GtpProgram(GNUGO)
    with Store(store) as opened:
        found = opened.find_run(run)
        for race, _ in opened.series(found):
            for _, trial, told in opened.details(race):
                for game in told["games"]:
                    if game["winner"] == CANDIDATE and game["reason"] == "score":
                        said = _count(program, game["sgf"])
                        same = said == game["result"]
                        kind = (
                            "same score" if same else "same winner" if said[0] == game["result"][0] else "other winner"
                        )
                        counts[kind] += 1
                        if kind == "other winner":
                            typer.echo(f"pair {trial}: {game['result']} ({game['how']}), GNU Go says {said}")
    program.close()
    typer.echo(", ".join(f"{kind}: {count}" for kind, count in sorted(counts.items())))


def _count(program: GtpProgram, sgf: str) -> str:
    record = read_sgf(sgf)
    for command in (f"boardsize {record.size}", "clear_board", f"komi {record.komi}"):
        program.ask(command)
    for color, move in record.moves:
        program.ask(f"play {color} {move}")
    return program.ask("final_score").strip()


if __name__ == "__main__":
    typer.run(main)
