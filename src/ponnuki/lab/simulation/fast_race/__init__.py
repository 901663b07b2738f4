"""Races by the thousand: the race of `ponnuki.race` once more, compiled, on simulated rewards.

The same rules trial by trial (a test compares them), at about 20 nanoseconds a trial. Nothing here decides
a real race. Reading order: `rewards`, `state`, one file for each family of bounds, `selection`, `simulate`.
"""

from ponnuki.lab.simulation.fast_race.simulate import Outcomes, Rules, rewards_of, simulate

__all__ = ["Outcomes", "Rules", "rewards_of", "simulate"]
