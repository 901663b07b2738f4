"""Errors people can act on: one line that says what was wrong, where, and what would be right."""


class PonnukiError(Exception):
    """A run that failed; the command line prints the message as one line and exits with `exit_code`."""

    exit_code = 1


class BadInput(PonnukiError, ValueError):  # noqa: N818 - it names what was given, not what went wrong inside
    """Something the user gave is not usable; nothing was changed."""

    exit_code = 2
