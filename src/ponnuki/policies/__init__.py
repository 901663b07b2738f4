"""How to choose a move without a tree."""
