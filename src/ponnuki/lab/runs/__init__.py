"""What all runs have in common.

`source` (all trials that there could be), `supply` (which are played next), `driver` (plays them on a farm and writes
the journal), `interruption`, `opening` (a run is found by its name, or started), `status` and `export`.
"""
