"""A race without a file: players on the command line, options for keys; killed and resumed it is the same race."""

import json
import re
import time
from pathlib import Path

import pytest
from commands_here import here
from race_commands import start, trials_of
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.lab.races.session import Session
from ponnuki.players.parse import parse_player, with_limits
from ponnuki.players.spec import GtpSpec, UciSpec
from ponnuki.processes.programs import find_program

RACE = ("race", "uci=stockfish,nodes=20", "uci=stockfish,nodes=60", "--openings", "ends.epd", "--preset", "gain")
ENDS = "6k1/8/8/8/8/8/R6R/K7 w - -\n7k/5ppp/8/8/8/8/R4PPP/6K1 b - -\n8/8/8/8/8/k2q4/8/K7 b - -\n"
"""Games that are soon over."""
BUDGET = 4


def session(*texts: str, **options: object) -> Session:
    return Session.of_players([parse_player(text) for text in texts], options)


def test_candidates_are_players_of_their_own_and_no_changes_of_the_baseline() -> None:
    race = session("sims=20,search.expand_after=3", "sims=40", "sims=40", size=5, preset="simplify", seed=3)
    assert race.contest.names == ("sims=40 (1)", "sims=40 (2)")
    assert race.contest.candidates[0].settings() == {"sims": 40}  # type: ignore[attr-defined]
    assert (race.file.size, race.file.seed, race.file.accept_above) == (5, 3, 0.497)
    assert session("sims=20", "sims=40").name != session("sims=20", "sims=50").name


def test_the_game_and_its_variance_come_from_the_players() -> None:
    race = session("uci:old", "uci:new")
    assert (race.file.game, race.file.size, race.file.prior_variance) == ("chess", 8, 0.0324)
    assert session("sims=20", "sims=40").file.prior_variance == 0.125


def test_limits_from_options_are_for_whoever_has_said_none() -> None:
    for text, limits, kept in (
        ("uci:x", {"tc": "1+0.1", "nodes": None}, {"uci": "x", "tc": "1+0.1"}),
        ("uci=x,nodes=5", {"tc": "1+0.1"}, {"uci": "x", "nodes": 5}),
        ("uci:x", {"nodes": 7}, {"uci": "x", "nodes": 7}),
    ):
        assert with_limits(parse_player(text), limits)[1] == UciSpec.make(kept)
    assert with_limits(parse_player("gtp:x"), {"tc": "9"})[1] == GtpSpec.make({"gtp": "x", "tc": "9"})
    with pytest.raises(BadInput, match="--nodes is for UCI programs, which x is not"):
        with_limits(parse_player("gtp:x"), {"nodes": 7})
    with pytest.raises(BadInput, match="--tc is for UCI and GTP programs, which sims=1 is not"):
        with_limits(parse_player("sims=1"), {"tc": "9"})


def test_what_belongs_into_a_file_is_refused_beside_one(tmp_path: Path) -> None:
    for words, message in (
        (("race.toml", "--tc", "1"), "--tc is for a race without a file"),
        (("uci:x", "sims=5"), "no program of ours plays chess"),
        (("uci:x",), "cannot be read"),
    ):
        result = CliRunner().invoke(app, ["race", *words, "--store", str(tmp_path / "store")])
        assert isinstance(result.exception, BadInput)
        assert message in str(result.exception)


STOCKFISH = pytest.mark.skipif(find_program("stockfish") is None, reason="needs Stockfish: apt install stockfish")


@STOCKFISH
def test_a_race_of_stockfish_by_nodes_that_was_killed_gives_the_same_bytes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("whole", "killed")]
    for folder in folders:
        folder.mkdir()
        (folder / "ends.epd").write_text(ENDS, encoding="utf-8")
    words = (*RACE, "--budget", str(BUDGET), "--name", "race", "--json", "--workers", "1")
    process = start(*words, folder=folders[1])
    deadline = time.monotonic() + 120
    while trials_of(folders[1]) < 2 and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    results = []
    for folder in folders:
        done = here(*words, folder=folder)
        assert done.returncode == 0, done.stderr
        results.append(here("export", "race", "--csv", folder=folder).stdout)
    told = json.loads(done.stdout)
    assert (told["trials"], told["reproducible"]) == (BUDGET, True)
    assert results[0] == results[1]


@STOCKFISH
def test_the_page_of_a_race_has_pairs_both_kinds_of_elo_and_how_games_ended(tmp_path: Path) -> None:
    (tmp_path / "ends.epd").write_text(ENDS, encoding="utf-8")
    early = ("--resign-at", "moves=1,score=300", "--budget", str(BUDGET), "--name", "race", "--workers", "1")
    for words in ((*RACE, *early), ("report", "race")):
        done = here(*words, folder=tmp_path)
        assert done.returncode == 0, done.stderr
    page = (tmp_path / "ponnuki-out" / "race" / "report.html").read_text(encoding="utf-8")
    pairs, ends = (page.partition(f"<h2>{title}</h2>")[2].partition("<h2>")[0] for title in TITLES)
    heads, [row] = rows_of(pairs)
    assert heads[6:] == ["Elo", "from the bounds", "normalised Elo", "from the bounds"]
    assert sum(int(count) for count in row[1:6]) == BUDGET
    low, high = (float(end) for end in row[7].split(" … "))
    assert low < float(row[6]) < high
    heads, [row] = rows_of(ends)
    assert "adjudication" in heads
    assert sum(int(count) for count in row[1:]) == 2 * BUDGET
    assert "not by the rules" in ends


TITLES = ("Pairs of games", "How games ended")


def rows_of(text: str) -> tuple[list[str], list[list[str]]]:
    """The heads and rows of a table."""
    heads, *rows = [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in text.split("<tr>")[1:]]
    return heads, rows
