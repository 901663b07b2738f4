"""Draw what happens in an exchange of statistics, for docs/cluster.md: `python benchmarks/cluster_diagram.py FILE.svg`.

The numbers are those of the rule `sum` with three machines, computed here: news are added, and a node is shared where
its move has at least `share` of all visits.
"""

import sys
from pathlib import Path

SHARE = 0.2
NEWS = [{"A": 40, "B": 15, "C": 5}, {"A": 30, "B": 25, "C": 5}, {"A": 35, "B": 20, "C": 5}]
"""Visits of the root's moves that each machine has made by itself since the last exchange."""
WIDTH, HEIGHT, COLUMN = 760, 480, 240
TOTALS = {move: sum(news[move] for news in NEWS) for move in NEWS[0]}
SHARED = [move for move, visits in TOTALS.items() if visits >= SHARE * sum(TOTALS.values())]


def text(x: float, y: float, words: str, size: int = 13, color: str = "#222", anchor: str = "middle") -> str:
    """Some words."""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{color}" text-anchor="{anchor}">{words}</text>'


def line(x: float, y: float, to_x: float, to_y: float, color: str = "#888", arrow: bool = False) -> str:
    """A line, or an arrow."""
    end = ' marker-end="url(#arrow)"' if arrow else ""
    return f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{color}" stroke-width="1.4"{end}/>'


def tree(x: float, y: float, visits: dict[str, int], shared: list[str]) -> str:
    """A root, its moves with their visits, and what is below them."""
    parts = []
    for place, (move, count) in enumerate(visits.items()):
        at = x + 62 * (place - 1)
        color = "#1b6ca8" if move in shared else "#888"
        parts += [
            line(x, y, at, y + 44),
            line(at, y + 58, at - 12, y + 92, color),
            line(at, y + 58, at + 12, y + 92, color),
        ]
        parts += [f'<circle cx="{at}" cy="{y + 52}" r="16" fill="white" stroke="{color}" stroke-width="2"/>']
        parts += [text(at, y + 57, str(count), 13, color), text(at + 20, y + 42, move, 11, color)]
    return "".join([*parts, f'<circle cx="{x}" cy="{y}" r="7" fill="#222"/>'])


def picture() -> str:
    """Three machines above, the sums in the middle, and the same machines below."""
    parts = [
        text(20, 22, "1. Each machine has searched in its own tree; these are its news (visits).", 14, anchor="start")
    ]
    for machine, news in enumerate(NEWS):
        x = COLUMN * machine + 140
        parts += [
            text(x, 48, f"machine {machine}", 12, "#555"),
            tree(x, 64, news, []),
            line(x, 166, x, 198, arrow=True),
        ]
    sums = "    ".join(f"{move} {visits}" for move, visits in TOTALS.items())
    parts += ['<rect x="60" y="202" width="640" height="62" rx="8" fill="#eef5fb" stroke="#1b6ca8"/>']
    parts += [text(380, 226, f"2. One all-reduce adds the news of the root's moves: {sums.replace('    ', ', ')}")]
    least = f"{SHARE * sum(TOTALS.values()):g} of {sum(TOTALS.values())} visits"
    again = f"{' and '.join(SHARED)} have at least {least}: their own moves are added next, down to the depth"
    parts += [text(380, 250, again, 13, "#1b6ca8")]
    parts += [text(20, 324, "3. Every tree has what all machines know, and goes on from there.", 14, anchor="start")]
    for machine in range(len(NEWS)):
        x = COLUMN * machine + 140
        parts += [line(x, 268, x, 300, arrow=True), tree(x, 352, TOTALS, SHARED)]
    parts += [text(380, 468, "blue: nodes whose moves are shared as well", 12, "#1b6ca8")]
    arrow = '<marker id="arrow" markerWidth="9" markerHeight="9" refX="7" refY="4" orient="auto">'
    arrow += '<path d="M0,0 L8,4 L0,8 z" fill="#888"/></marker>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    return f'{head}<defs>{arrow}</defs><rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(picture(), encoding="utf-8")
