"""What biases a move before any simulation."""
