"""One search on many machines: their trees exchange what they have learned now and then, or there is one tree, and the
other machines make playouts for it.

In the order of reading: `scheme` (what is exchanged, how often, how merged), `statistics` (the arithmetic), `sharing`
(one machine's part in an exchange), `fast_tree` (one tree for all), and the two ways to run them, with the same
results: `lockstep` and `lockstep_fast` (simulated machines in one process), `mpi` (real ones), where `ranks` has what
one process hears and does, and `rank_slow` and `rank_fast` how it searches.
"""
