"""`ponnuki judge`: results from counts, PGN and logs, what is said of them, and what cannot be used."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from ponnuki.cli.commands import app
from ponnuki.errors import BadInput
from ponnuki.lab.judge.results import read_results

LOG = """Started game 1 of 8 (new vs old)
Finished game 1 (new vs old): 1-0 {White mates}
Finished game 4 (old vs new): 1/2-1/2 {Draw by 3-fold repetition}
Finished game 2 (old vs new): 0-1 {Black mates}
Score of new vs old: 2 - 0 - 1  [0.833] 3
Finished game 3 (new vs old): 0-1 {White's connection stalls}
Finished game 5 (new vs old): 1-0 {Black loses on time}
Finished game 6 (old vs new): * {No result}
"""


# As fastchess prints it, in the description of its issue 258.
FASTCHESS = """Starting tournament...
Started game 1 of 8 (Engine1 vs Engine2)
Finished game 1 (Engine1 vs Engine2): 1-0 {Engine2 loses by adjudication}
Started game 2 of 8 (Engine2 vs Engine1)
Finished game 2 (Engine2 vs Engine1): 1-0 {Engine2 wins by adjudication}
--------------------------------------------------
Results of Engine1 vs Engine2:
Elo: -0.00 +/- 0.00, nElo: nan +/- nan
Games: 2, Wins: 1, Losses: 1, Draws: 0, Points: 1.0 (50.00 %)
Ptnml(0-2): [0, 0, 1, 0, 0]
--------------------------------------------------
"""

# The end of a test of the engine Zeno, as its notes have it; the counts before it are made up.
SUMMARY = """Results of Zeno passed-pawns vs Zeno develop (8+0.08, 1t, 1MB, UHO_Lichess_4852_v1.epd):
Ptnml(0-2): [12, 20, 44, 24, 16], WL/DD Ratio: 4.10
--------------------------------------------------
Results of Zeno passed-pawns vs Zeno develop (8+0.08, 1t, 1MB, UHO_Lichess_4852_v1.epd):
Elo: 19.83 +/- 6.77, nElo: 24.25 +/- 8.26
Games: 6804, Wins: 2718, Losses: 2330, Draws: 1756, Points: 3596.0 (52.85 %)
Ptnml(0-2): [352, 579, 1264, 743, 464], WL/DD Ratio: 4.82
LLR: 4.60 (100.0%) (-4.60, 4.60) [9.00, 16.00]
"""


def judged(*words: str) -> dict[str, object]:
    result = CliRunner().invoke(app, ["judge", *words, "--json"], catch_exceptions=False)
    found: dict[str, object] = json.loads(result.stdout)
    return found


def game(white: str, black: str, result: str, number: str = "?", fen: str = "") -> str:
    set_up = f'[SetUp "1"]\n[FEN "{fen}"]\n' if fen else ""
    names = f'[Round "{number}"]\n[White "{white}"]\n[Black "{black}"]\n'
    return f'[Event "e"]\n{names}[Result "{result}"]\n{set_up}\n1. e4 *\n\n'


def test_a_log_gives_pairs_by_number_in_the_order_in_which_they_were_complete(tmp_path: Path) -> None:
    (tmp_path / "log.txt").write_text(LOG, encoding="utf-8")
    results = read_results(tmp_path / "log.txt")
    assert (results.player, results.other) == ("new", "old")
    assert results.in_order is not None
    assert results.in_order.tolist() == [1.0, 0.25]
    assert results.left_out == 2
    assert read_results(tmp_path / "log.txt", "old").counts.tolist() == results.counts[::-1].tolist()


def test_games_of_a_log_of_fastchess_give_the_counts_that_it_prints(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(FASTCHESS, encoding="utf-8")
    results = read_results(tmp_path / "log")
    assert (results.player, results.other, results.left_out) == ("Engine1", "Engine2", 0)
    assert results.counts.tolist() == [0, 0, 1, 0, 0]
    assert results.in_order is not None


def test_a_log_that_has_no_games_is_judged_by_its_last_counts(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(SUMMARY, encoding="utf-8")
    words = ("--accept-above", "9nelo", "--drop-below", "16nelo", "--risk", "0.01")
    found = judged(str(tmp_path / "log"), *words)
    assert (found["player"], found["other"], found["pairs"]) == ("Zeno passed-pawns", "Zeno develop", 3402)
    assert found["elo"] == pytest.approx(19.83, abs=0.005)
    assert found["nelo"] == pytest.approx(24.25, abs=0.005)
    assert found["llr"] == pytest.approx(4.60, abs=0.005)
    assert "the order of the games plays no part" in str(found["promise"])
    assert judged(str(tmp_path / "log"), "--player", "Zeno develop")["counts"] == [464, 743, 1264, 579, 352]
    (tmp_path / "fishtest").write_text("Ptnml(0-2): 320, 12431, 27275, 12858, 316\n", encoding="utf-8")
    assert judged(str(tmp_path / "fishtest"))["pairs"] == 53200
    with pytest.raises(BadInput, match="its counts name no player"):
        read_results(tmp_path / "fishtest", "Stockfish")


def test_a_pgn_file_gives_pairs_of_one_round_or_of_one_opening(tmp_path: Path) -> None:
    rounds = (
        game("a", "b", "1-0", "1")
        + game("a", "b", "0-1", "2")
        + game("b", "a", "1-0", "2")
        + game("b", "a", "0-1", "1")
    )
    (tmp_path / "rounds.pgn").write_text(rounds, encoding="utf-8")
    assert read_results(tmp_path / "rounds.pgn").in_order == pytest.approx([0.0, 1.0])
    openings = "".join(
        game(white, black, result, fen=fen)
        for white, black, result, fen in (
            ("a", "b", "1-0", "x"),
            ("a", "b", "1/2-1/2", "y"),
            ("b", "a", "1/2-1/2", "y"),
            ("b", "a", "1-0", "x"),
            ("a", "b", "*", "z"),
        )
    )
    (tmp_path / "openings.pgn").write_text(openings, encoding="utf-8")
    results = read_results(tmp_path / "openings.pgn")
    assert results.in_order == pytest.approx([0.5, 0.5])
    assert results.left_out == 1


def test_the_order_of_the_file_decides_unless_it_is_judged_by_its_counts(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    lines = []
    for pair, reward in enumerate(rng.choice([0.25, 0.5, 0.75, 1.0], 400)):
        second = {0.25: "1/2-1/2", 0.5: "1/2-1/2", 0.75: "0-1", 1.0: "0-1"}[float(reward)]
        first = {0.25: "0-1", 0.5: "1/2-1/2", 0.75: "1/2-1/2", 1.0: "1-0"}[float(reward)]
        lines += [
            f"Finished game {2 * pair + 1} (n vs o): {first} {{}}",
            f"Finished game {2 * pair + 2} (o vs n): {second} {{}}",
        ]
    path = tmp_path / "log"
    path.write_text("\n".join(lines), encoding="utf-8")
    ordered, counted = judged(str(path)), judged(str(path), "--unordered")
    assert ordered["decision"] == counted["decision"] == "accepted"
    assert isinstance(ordered["decided_after"], int)
    assert 0 < ordered["decided_after"] < 400
    assert counted["decided_after"] is None
    assert "the order in which they ended" in str(ordered["promise"])
    assert "the order of the games plays no part" in str(counted["promise"])


def test_counts_are_judged_with_elo_intervals_and_the_usual_ratio_beside() -> None:
    found = judged("--pairs", "24,7350,23669,7717,28", "--accept-above", "0.5nelo", "--drop-below", "2.5nelo")
    assert found["llr"] == pytest.approx(2.94, abs=0.006)
    assert (found["pairs"], found["llr_of"]) == (38788, "normalised Elo")
    low, high = found["elo_interval"]  # type: ignore[misc]
    assert low < found["elo"] < high
    text = CliRunner().invoke(app, ["judge", "--pairs", "[3, 20, 60, 22, 4]"]).stdout
    assert "verdict: undecided" in text
    assert "asymptotic, no finite-sample guarantee" in text


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        ("nothing here", (), "no game with a result in it"),
        (game("a", "b", "1-0") + game("a", "b", "1-0"), (), "no two games with colours swapped"),
        (game("a", "b", "1-0") + game("c", "a", "1-0"), (), "games of 3 players"),
        (game("a", "b", "1-0"), ("--player", "c"), "unknown player 'c'"),
        (game("a", "b", "1-0"), ("--pairs", "1,1,1,1,1"), "either a file or --pairs"),
        (game("a", "b", "1-0"), ("--risk", "2"), "risk is 2"),
    ],
)
def test_what_cannot_be_judged_is_one_line(text: str, words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text(text, encoding="utf-8")
    result = CliRunner().invoke(app, ["judge", str(tmp_path / "file"), *words])
    assert isinstance(result.exception, BadInput)
    assert message in str(result.exception)
