"""Plays where a stone is."""

from talk import Program

Program(lambda asked: "C3").run()
