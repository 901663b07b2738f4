"""Searches as text and as pictures: priors that add up, the root, what is shown of moves by visits."""

import re

import numpy as np
import pytest
from conversation import Partner
from own_player import own_session

from ponnuki.engine.analysis import Estimate, Request, best_lines, kata_line, leela_line, prior_shares
from ponnuki.engine.graphics import search_graphics
from ponnuki.search.report import MoveReport, SearchReport


def report(*moves: MoveReport) -> SearchReport:
    return SearchReport(sum(move.visits for move in moves), 1.0, 0.6, moves, 10)


BEST = MoveReport("C3", 800, 0.6, 0.9, ("C3", "B2", "C2"), prior_visits=44.0)
SECOND = MoveReport("B4", 150, 0.55, 0.75, ("B4", "C3"), prior_visits=24.0)
LUCKY = MoveReport("A1", 1, 1.0, 0.5, ("A1",), prior_visits=4.0)
PASS = MoveReport("pass", 2, 0.0, 0.1, ("pass",), prior_visits=24.0)
REPORT = report(BEST, SECOND, PASS, LUCKY)


def numbers(line: str, key: str) -> list[float]:
    return [float(number) for number in re.findall(rf" {key} ([-\d.]+)", line)]


def test_priors_are_a_distribution_over_all_moves() -> None:
    shares = prior_shares(REPORT)
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["C3"] > shares["B4"] > shares["A1"] == shares["pass"] == 0
    assert sum(numbers(leela_line(REPORT, Request("b")), "prior")) == pytest.approx(10_000, abs=4)
    assert sum(numbers(kata_line(REPORT, Request("b"), None), "prior")) == pytest.approx(1, abs=1e-5)


def test_without_knowledge_all_moves_are_as_likely() -> None:
    even = report(*(MoveReport(move, 1, 0.5, 0.5, (move,), prior_visits=4.0) for move in ("A1", "B2", "C3", "pass")))
    assert prior_shares(even) == dict.fromkeys(("A1", "B2", "C3", "pass"), 0.25)


def test_a_squared_prior_is_the_probability_that_gave_it() -> None:
    chances = {"A1": 0.64, "B2": 0.25, "C3": 0.11}
    wins = {move: 80 * chance**0.5 for move, chance in chances.items()}
    moves = (MoveReport(m, 1, 0.5, (2 + w) / (4 + w), (m,), prior_visits=4 + w) for m, w in wins.items())
    assert prior_shares(report(*moves)) == pytest.approx(chances)


def test_the_root_is_as_katago_writes_it() -> None:
    estimate = Estimate(np.ones((5, 5)), 17.5)
    line = kata_line(REPORT, Request("w", root=True, ownership=True), estimate)
    assert " rootInfo visits 953 utility 0.200000 winrate 0.600000 scoreMean 17.500 scoreLead 17.500 ownership " in line
    assert line.split(" ownership ")[1].split() == ["-1.000"] * 25
    assert kata_line(REPORT, Request("w", root=True), None).endswith(
        " rootInfo visits 953 utility 0.200000 winrate 0.600000"
    )
    assert "rootInfo" not in kata_line(REPORT, Request("w"), None)


def test_the_lines_of_ownership_are_those_of_most_visits() -> None:
    assert best_lines(REPORT, 2) == [(800, ("C3", "B2", "C2")), (150, ("B4", "C3"))]


def test_a_picture_shows_moves_by_visits_and_leaves_out_what_was_hardly_tried() -> None:
    assert search_graphics(REPORT, "w").split("\n") == [
        "VAR w C3 b B2 w C2",
        "COLOR #339933 C3",
        "COLOR #ccffcc B4",
        "LABEL C3 800 B4 150",
        "TEXT 953 simulations in 1.0 s, win rate 60.0%, C3 B2 C2",
    ]


def test_a_picture_orders_by_visits_whatever_is_proved() -> None:
    proved = MoveReport("E5", 40, 1.0, 0.5, ("E5",), proven="win")
    assert "\nLABEL C3 800 B4 150 E5 40\n" in search_graphics(report(proved, BEST, SECOND), "b")


def test_a_picture_of_a_pass_alone_is_a_line_of_text() -> None:
    assert search_graphics(report(PASS), "b") == "TEXT 2 simulations in 1.0 s, win rate 60.0%, pass"


def test_a_real_search_has_priors_that_add_up_and_a_score() -> None:
    partner = Partner(own_session(size=5, sims=50))
    lines = partner.say("kata-genmove_analyze b 1 minmoves 26 rootInfo true ownership true").split("\n")
    assert sum(numbers(lines[1], "prior")) == pytest.approx(1, abs=1e-4)
    owners = [float(word) for word in lines[1].split(" ownership ")[1].split()]
    assert numbers(lines[1], "scoreLead") == pytest.approx([sum(owners) - 7.5], abs=0.1)
