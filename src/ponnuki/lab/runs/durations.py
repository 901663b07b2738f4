"""Lengths of time as people say them."""

SECONDS_OF = {"d": 86400, "h": 3600, "min": 60}


def duration(seconds: float) -> str:
    """A length of time in the largest unit that gives a number worth reading."""
    for unit, length in SECONDS_OF.items():
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"
