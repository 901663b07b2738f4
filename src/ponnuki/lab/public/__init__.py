"""What `import ponnuki` gives: `run_race`, `play_match`, `analyse` and `load_run`.

They are in `race`, `match`, `analysis` and `runs`. Each checks what it was given, calls the same code as the commands,
and returns a report: a value with plain fields, which says itself in one line, shows itself in a notebook, and becomes
a pandas frame. Everything else in the package is private by convention and may change.
"""
