"""Memory of a search: the whole process after a number of simulations on a fresh 9x9 tree.

python benchmarks/memory.py [--sims 100000] [--size 9] [--program default]
"""

import resource

import typer

from ponnuki.lab.bench.search import search_once


def main(sims: int = 100_000, size: int = 9, program: str = "default") -> None:
    made = search_once(size, program, seed=0, simulations=sims)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    typer.echo(f"{program} on {size}x{size}: {made} simulations, peak {peak:.0f} MB for the whole process")


if __name__ == "__main__":
    typer.run(main)
