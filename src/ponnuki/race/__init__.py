"""Races with a proven bound on the risk of accepting a bad modification."""
