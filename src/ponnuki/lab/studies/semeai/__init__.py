"""The study `semeai`: positions of two kinds, who plays them right, and what came of it as a table and a figure.

In the first kind the race must be played, in the second it is won already and a move in it is wasted. Start with
`positions.py`.
"""
