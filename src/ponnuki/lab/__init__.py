"""Experiments, in rooms: runs and their journal, simulation, studies, reports and figures, benchmarks."""
