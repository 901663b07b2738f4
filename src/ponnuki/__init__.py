"""Ponnuki: a laboratory for Monte-Carlo Tree Search programs.

Importing the package costs nothing; each room is imported when it is entered:
`ponnuki.games.go` for the rules of Go, `ponnuki.race` for races with a proven risk.
"""

__version__ = "0.1.0"
