"""Races with a proven bound on the risk of accepting a bad modification.

Stands alone: anything that returns rewards in [0, 1] can be raced. Start with `Race`; `Campaign` spends a
risk over many races. Reading order: `thresholds`, `risks`, `bounds/`, `selection`, `pending`, `race`,
`campaign`.
"""

from ponnuki.race.bounds import BOUNDS
from ponnuki.race.campaign import Campaign
from ponnuki.race.race import Race
from ponnuki.race.selection import SELECTIONS
from ponnuki.race.verdict import Ask, Standing, Verdict

__all__ = ["BOUNDS", "SELECTIONS", "Ask", "Campaign", "Race", "Standing", "Verdict"]
