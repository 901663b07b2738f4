"""The atlas: the surroundings of moves in games of strong players, how often each was there and how often played.

`rings.py` says what surroundings are and names them by keys, `lookup.py` finds those of a move in a table, `file.py`
keeps the table in a file that processes share, `priors.py` makes a search use it. `build.py` makes one from games, with
`counting.py` and `fit.py`; `naive.py` does the same slowly, for tests.
"""
