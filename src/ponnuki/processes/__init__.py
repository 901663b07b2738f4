"""Other processes: found, started, limited in time, watched, and ended with everything that they have started.

Reading order: `programs` (where a program is found), `child` (one process of ours, from start to end), `run` (a command
to its end, within a time), `reaper` (the small program that clears up when this process is killed), `parent` (how a
process of ours goes when its parent has gone), `words` (what they say, fit to be shown), `signals` (who handles those
that this process is sent). Workers of a farm, engines and commands all go this way.
"""
