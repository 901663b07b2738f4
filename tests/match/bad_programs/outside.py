"""Plays where no board is."""

from talk import Program

Program(lambda asked: "T19").run()
