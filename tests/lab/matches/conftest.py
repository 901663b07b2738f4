"""The command as people run it, and the programs of the tests of single matches."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "match"))

from command_fixtures import ponnuki

__all__ = ["ponnuki"]
