"""Races are run on a real cluster too: the one that the tests of the farms start."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "farm"))

from real_cluster import cluster

__all__ = ["cluster"]
