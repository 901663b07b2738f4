"""The command as people run it, for all tests of this folder."""

from command_fixtures import ponnuki, ponnuki_here, refusal

__all__ = ["ponnuki", "ponnuki_here", "refusal"]
