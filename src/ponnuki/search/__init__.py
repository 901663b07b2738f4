"""Monte-Carlo Tree Search for any game."""
