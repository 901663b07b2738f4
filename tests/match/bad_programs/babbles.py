"""Answers a question for a move with something else."""

from talk import Program

Program(lambda asked: "I think therefore I am, and so on for more than forty letters").run()
