"""Bandit-based genetic programming: draw modifications of a program, race them, keep what is proven, go on from there.

In reading order: `modification` (what can be changed), `seen_moves` (what the program's own games look like),
`individuals` (how modifications are drawn), `settings` and `state` (a campaign, and how far it is), `session` (the
loop), `confirm` (fresh games for what was accepted), `report` and `publish` (what is shown and kept of it).
"""
