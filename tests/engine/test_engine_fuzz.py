"""Forty thousand lines, legal games among hostile input: every reply well formed, the board always the oracle's."""

from pathlib import Path

import pytest
from conversation import Partner
from fuzzer import Fuzzer
from model import Model
from own_player import session_of_sizes

LINES = 10_000
SEEDS = range(4)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.slow
def test_no_input_breaks_the_engine_or_its_board(seed: int, tmp_path: Path) -> None:
    partner = Partner(session_of_sizes(size=5, komi=7.5))
    fuzzer = Fuzzer(seed, Model(5, 7.5), tmp_path, thinking=0.025)
    for _ in range(LINES):
        step = fuzzer.step()
        fuzzer.judge(step, partner.say(step.line))
        session = partner.engine.session
        assert partner.going
        assert session.position.rows() == fuzzer.model.rows(), step.line
        assert session.komi == fuzzer.model.komi, step.line
        assert session.game.moves == tuple(fuzzer.model.moves), step.line
    assert min(fuzzer.counts.values()) > LINES // 200, fuzzer.counts
