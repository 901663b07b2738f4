"""Hex on small boards without any heuristics: what a package that brings a game has to have. Start with `kit.py`."""
