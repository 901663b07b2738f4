"""Variant 3 of Hoock and Teytaud 2010, for countable S: the i-th candidate has risk d_i = 6 d0 / (pi^2 i^2), spent as
in 2.

They pair it with taking the smallest i still in the race: `selection="one-at-a-time"`.
"""

from dataclasses import replace

from ponnuki.race.bounds.paper2 import Paper2
from ponnuki.race.risks import RaceRisk, SideRisks, union_split


class Paper3(Paper2):
    """Variant 2 with the risk given by rank instead of by the number of candidates."""

    name = "paper-3"
    summary = "Hoock and Teytaud's variant 3, for countably many candidates"

    @staticmethod
    def _risks(risk: RaceRisk) -> SideRisks:
        return union_split(replace(risk, countable=True))
