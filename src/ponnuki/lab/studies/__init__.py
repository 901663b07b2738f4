"""Studies: the tables of the papers as matches (`plan.py`, `tables/`), and races by simulation (`race_power/`)."""
