"""What other programs say, made fit to be stored and shown: without control characters, and not too long.

A program may write anything: sequences that clear the screen or set the title of a window, or megabytes. Sequences are
left out, any other character that does not print becomes a space, and of a long text beginning and end are kept.
"""

import re

LONGEST_TEXT = 500
"""Characters of one line or message."""
LONGEST_RAW = 20
"""Times as many are looked at: sequences may take up most of a text."""
GAP = " [...] "
_SEQUENCE = re.compile(
    r"""\x1b\[ [0-?]* [ -/]* [@-~]                       # cursor, colours, clear screen
    | \x9b [0-?]* [ -/]* [@-~]                          # the same in one character
    | \x1b [\]PX^_] [^\x07\x1b]* (?:\x07 | \x1b\\)?     # the title of the window, other texts for the terminal
    | \x1b [ -/]* [0-~]                                 # all shorter ones""",
    re.VERBOSE,
)


def cleaned(text: str, most: int = LONGEST_TEXT) -> str:
    """The text as one line that a terminal shows and does not obey, of at most so many characters."""
    text = shortened(text, LONGEST_RAW * most)
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in _SEQUENCE.sub("", text))
    return shortened(text, most)


def shortened(text: str, most: int = LONGEST_TEXT) -> str:
    """The text, or the beginning and the end of one that is too long."""
    if len(text) <= most:
        return text
    end = (most - len(GAP)) // 3
    return text[: most - len(GAP) - end] + GAP + text[-end:]
