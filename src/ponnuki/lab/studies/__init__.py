"""Studies: tables as files (`tables/`), what they plan (`plan.py`) and play (`play.py`), and calls that are no games."""
