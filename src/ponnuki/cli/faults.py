"""Games that were lost by a fault, in words."""

from collections.abc import Mapping

RACE_SIDES = {"candidate": "candidates", "baseline": "the baseline"}
"""What a pair of games calls its players, as a race calls them."""


def faults_in_words(faults: Mapping[tuple[str, str], int], sides: Mapping[str, str] = RACE_SIDES) -> list[str]:
    """One part of a line for each side that has lost games by a fault, and one for trials that are lost for good."""
    told = []
    for side in sorted({side for side, _ in faults}):
        kinds = ", ".join(f"{count} by {kind}" for (who, kind), count in sorted(faults.items()) if who == side)
        told.append(f"{sides[side]} lost {kinds}" if side else f"{faults['', 'lost']} trials lost for good")
    return told
