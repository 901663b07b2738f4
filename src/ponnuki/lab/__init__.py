"""Experiments: studies, benchmarks, reports and figures."""
