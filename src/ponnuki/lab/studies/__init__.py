"""Studies: tables as files (`tables/`), what they plan (`plan.py`) and play (`play.py`), calls, and campaigns."""
