"""Is gone before anybody can ask it anything."""

import sys

sys.exit("cannot find my opening book")
