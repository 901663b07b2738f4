"""Behaves."""

from talk import Program

Program().run()
