"""The command as people run it, for all tests of this folder."""

from command_fixtures import ponnuki, refusal

__all__ = ["ponnuki", "refusal"]
