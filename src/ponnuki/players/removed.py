"""Settings that were removed: a spec that names one is refused with the reason, not as a misspelling.

Specs of old stores may name them. docs/strength.md names the last commit that has the rules themselves.
"""

from collections.abc import Mapping

_TURNED_DOWN = "races turned it down: docs/strength.md"

REMOVED: Mapping[str, str] = {
    "dynamic_komi": _TURNED_DOWN,
    "search.prior_growth": "a race saw no gain: docs/strength.md",
    "playout.eye_spaces": _TURNED_DOWN,
    "playout.three_liberties": _TURNED_DOWN,
    "playout.score_bonus": _TURNED_DOWN,
    "priors.criticality": _TURNED_DOWN,
    "priors.patterns": "the network has taken its place: docs/strength.md",
}
"""By name, with the table that it stood in: why it was removed."""


def removed(name: str, table: str = "") -> str | None:
    """A line about a setting that was removed; None for any other name."""
    reason = REMOVED.get(f"{table}.{name}" if table else name)
    return None if reason is None else f"{name} was removed ({reason})"
