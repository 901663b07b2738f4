"""Counting decides a race exactly as playing it out does."""

from functools import cache

import pytest

from ponnuki.knowledge.semeai_count import wins

pytestmark = [pytest.mark.kernel, pytest.mark.uncompiled]
LASTS = (0, 1, 2, 4, 7)  # no eye, one to three points, four, five and six


@cache
def takes(attacker: int, fills: tuple[int, int], lasts: tuple[int, int], shared: int, mover: int) -> bool:
    """Whether the attacker takes the other side; he must not pass, the other may.

    A move fills a fillable or a shared liberty, or one of the eye when nothing else is left. Suicide is illegal.
    """
    other = 1 - mover
    after = []
    if fills[other] > 0:
        after.append((_less(fills, other), lasts, shared))
    if shared > 0:
        after.append((fills, lasts, shared - 1))
    if fills[other] + shared == 0 and lasts[other] > 0:
        after.append((fills, _less(lasts, other), shared))
    found = []
    for new_fills, new_lasts, new_shared in after:
        if new_fills[other] + new_lasts[other] + new_shared == 0:
            found.append(mover == attacker)
        elif new_fills[mover] + new_lasts[mover] + new_shared > 0:
            found.append(takes(attacker, new_fills, new_lasts, new_shared, other))
    if mover == attacker:
        return any(found)
    return all(found) and takes(attacker, fills, lasts, shared, other)


def _less(pair: tuple[int, int], side: int) -> tuple[int, int]:
    return (pair[0] - 1, pair[1]) if side == 0 else (pair[0], pair[1] - 1)


def both_with_a_liberty(most_fill, most_shared):
    return [
        ((fill, enemy_fill), (last, enemy_last), shared)
        for last in LASTS
        for enemy_last in LASTS
        for shared in range(most_shared + 1)
        for fill in range(most_fill + 1)
        for enemy_fill in range(most_fill + 1)
        if fill + last + shared > 0 and enemy_fill + enemy_last + shared > 0
    ]


@pytest.mark.parametrize("mover", [0, 1])
def test_who_wins_by_counting_wins_by_playing_it_out(mover):
    for fills, lasts, shared in both_with_a_liberty(most_fill=6, most_shared=3):
        counted = wins(fills[0], lasts[0], fills[1], lasts[1], shared, mover == 0)
        assert counted == takes(0, fills, lasts, shared, mover), (fills, lasts, shared)


def test_two_sides_without_eyes_and_two_shared_liberties_live_together():
    assert not wins(0, 0, 0, 0, 2, True)
    assert not wins(0, 0, 0, 0, 2, False)
    assert wins(1, 0, 0, 0, 2, True)


def test_an_eye_has_the_shared_liberties_for_itself():
    assert wins(0, 1, 3, 0, 2, True)
    assert not wins(0, 1, 3, 0, 2, False)
    assert wins(3, 0, 0, 1, 2, True)  # as it comes too late


def test_the_larger_eye_wins_where_equal_eyes_live_together():
    assert wins(0, 2, 0, 1, 1, False)
    assert not wins(0, 1, 0, 1, 1, True)
