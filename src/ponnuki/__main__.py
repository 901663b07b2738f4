"""`python -m ponnuki`: the command line."""

from ponnuki.cli import main

main()
