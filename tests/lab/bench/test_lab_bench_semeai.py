"""`ponnuki bench semeai --uses`: what the solver costs a search."""

from itertools import islice

from ponnuki.lab.bench.semeai import costs


def test_the_first_row_of_a_program_is_its_own_measure():
    (row,) = islice(costs(1), 1)
    assert (row.program, row.use, row.sims) == ("mogo", "none", 1_000)
    assert row.rate == row.plain > 0
