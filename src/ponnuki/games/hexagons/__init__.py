"""What games on boards of hexagons share, where a stone is put on an empty cell and stays: Havannah and Hex.

A game brings its board as records (`board_dtype` and `geometry` of its own `layout`), and says which cells there are
and what wins. Here is the rest: names of cells (`coords`), positions (`position`), records as SGF (`record`), what an
oracle is built of (`naive`), and kernels that work on any board with the fields they name (`layout`, `board`, `play`).
"""
