"""Bandit-based genetic programming: draw modifications of a program, race them, keep what is proven, go on from there.

In reading order: `modification` (what can be changed), `seen_moves` (what the program's own games look like),
`individuals` (how one is made at random), `settings` and `state` (a campaign, and how far it is), `proposals` (the
candidates of an iteration), `session` (the loop), `confirm` (fresh games for what was accepted). What is shown and kept
of a campaign is in `lab/pages`.
"""
