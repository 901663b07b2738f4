"""One trial: a pair of games, a Python function or a shell command; openings, referee, game records."""
