"""The study `race-power`: its cases, and what came of them as a table, a figure and comma-separated values."""
