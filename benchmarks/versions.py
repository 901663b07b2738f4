"""Older versions of our own program as opponents: a commit is built in an environment of its own and plays over GTP.

    python benchmarks/versions.py d606eaa                                             # build it, print its GTP command
    python benchmarks/versions.py d606eaa --with sims=1000 -- --size 9 --games 100    # today's program against it
    python benchmarks/versions.py d606eaa --with cpu=0.3 --race -- --size 9 --preset gain
    python benchmarks/versions.py d606eaa --with sims=500 --now sims=474 -- --size 9  # other settings for today's

A build is kept beside the compiled kernels and used again. `--with` takes settings as `ponnuki match` does, if the
older version knows them; what follows `--` goes to `ponnuki match` or, with `--race`, to `ponnuki race`. Several
commits are several opponents: matches one after the other, or one race against the first in which today's program and
the others are candidates. An older version plays one move before the first game, so that it compiles in nobody's time.
"""

import argparse
import io
import shlex
import shutil
import subprocess
import sys
import tarfile
from itertools import pairwise
from pathlib import Path

from ponnuki.kernels.cache import place

ROOT = Path(__file__).parents[1]


def main(words: list[str]) -> int:
    """Build older versions; with settings or options for a match, play them."""
    mark = words.index("--") if "--" in words else len(words)
    chosen, options = parser().parse_args(words[:mark]), words[mark + 1 :]
    players = [command(build(full_hash(commit)), chosen.settings) for commit in chosen.commits]
    if not (chosen.settings or chosen.now or options):
        print(*players, sep="\n")
        return 0
    for player in players:
        play_a_move(player, options)
    ours = chosen.now or chosen.settings or "sims=1000"
    if chosen.race:
        runs = [["race", players[0], ours, *players[1:], *options]]
    else:
        runs = [["match", ours, player, *options] for player in players]
    return max(subprocess.run([sys.executable, "-m", "ponnuki", *run], check=False).returncode for run in runs)


def parser() -> argparse.ArgumentParser:
    """What may stand before `--`."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("commits", nargs="+", metavar="COMMIT")
    options.add_argument("--with", dest="settings", default="", help="settings of the older versions: sims=1000")
    options.add_argument("--now", help="settings of today's program; default: those of --with")
    options.add_argument("--race", action="store_true", help="race instead of playing a fixed number of games")
    return options


def full_hash(commit: str) -> str:
    """The whole name of a commit."""
    found = subprocess.run(
        ["git", "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        sys.exit(f"no commit {commit} in this repository")
    return found.stdout.strip()


def build(commit: str) -> Path:
    """The `ponnuki` command of a commit, installed in an environment of its own."""
    home = place() / "versions" / commit[:12]
    program = home / "env" / "bin" / "ponnuki"
    if program.exists():
        return program
    print(f"building {commit[:12]}; this takes a minute or two ...", file=sys.stderr)
    shutil.rmtree(home, ignore_errors=True)
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(home / "source", filter="data")
    try:
        subprocess.run([sys.executable, "-m", "venv", home / "env"], check=True)
        pip = [home / "env" / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, home / "source"], check=True)
    except BaseException:
        shutil.rmtree(home, ignore_errors=True)
        raise
    return program


def command(program: Path, settings: str) -> str:
    """How `ponnuki match` names an older version with settings: a GTP program that reads them from a file."""
    pairs = [setting.partition("=") for setting in settings.split(",") if setting]
    lines = [f"{key.strip()} = {toml(value.strip())}" for key, _, value in pairs]
    spec = program.parents[2] / f"{settings.replace('/', '_') or 'default'}.toml"
    spec.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"gtp:{shlex.quote(str(program))} gtp --spec {shlex.quote(str(spec))} --seed {{seed}}"


def play_a_move(player: str, options: list[str]) -> None:
    """Let an older version compile what it needs for the match."""
    named = dict(pairwise(options))
    game = ["--game", named["--game"]] if "--game" in named else []
    words = [*shlex.split(player.removeprefix("gtp:").replace("{seed}", "0")), *game]
    subprocess.run(
        words,
        input=f"boardsize {named.get('--size', 9)}\ngenmove b\nquit\n",
        text=True,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def toml(value: str) -> str:
    """A value as TOML writes it: numbers and truth values as they are, anything else in quotes."""
    if value in ("true", "false"):
        return value
    try:
        float(value)
    except ValueError:
        return f'"{value}"'
    return value


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
