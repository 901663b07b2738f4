"""The diagrams of docs/how-it-is-built.md: `python docs/site/diagrams.py` draws them into docs/pictures."""

from pathlib import Path

PICTURES = Path(__file__).parents[1] / "pictures"
STYLE = (
    "text{font:14px sans-serif;fill:#222}.small{font-size:12px;fill:#555}.box{fill:#eef6f5;stroke:#00796b}"
    ".hot{fill:#fff3d6;stroke:#b26a00}.line{stroke:#555;fill:none}.path{stroke:#b26a00;stroke-width:3;fill:none}"
    ".shared{fill:#cfe8e4;stroke:#00796b;stroke-width:2}.node{fill:#fff;stroke:#555}"
)
ARROW = (
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"'
    ' orient="auto-start-reverse">'
    '<path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>'
)
ROOMS = (
    ("cli, web", "commands and pages: they read options and show"),
    ("lab", "runs: driver, journal, races, matches, learning, studies, pages, the public interface"),
    ("farm | race", "where trials are played, on processes or Dask | the statistics, alone, without input or output"),
    ("match | engine", "a pair of games, a call, a command | our players as a GTP program"),
    ("kits", "one for each game: the answers to everything that the others ask"),
    ("players", "a player as data, and at the board: ours, or a GTP or UCI program"),
    ("cluster | gtp | uci", "one search on many machines | protocols"),
    ("search", "the tree, for any game"),
    ("policies, knowledge", "playouts; priors, shapes, capturing races"),
    ("games", "rules as kernels, and naively; coordinates, records"),
    ("kernels | processes", "compiled code, cached | other programs, watched and ended"),
)


def main() -> None:
    """Draw all three."""
    for name, (width, height, parts) in {"rooms": rooms(), "tree": tree(), "sharing": sharing()}.items():
        text = "\n".join([f"<style>{STYLE}</style>", ARROW, '<rect width="100%" height="100%" fill="#fff"/>', *parts])
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">\n{text}\n</svg>\n'
        )
        (PICTURES / f"{name}.svg").write_text(svg, encoding="utf-8")


def rooms() -> tuple[int, int, list[str]]:
    """The layers: each imports only from those under it."""
    parts = []
    for place, (name, about) in enumerate(ROOMS):
        y = 10 + 40 * place
        parts.append(f'<rect class="box" x="10" y="{y}" width="760" height="32" rx="5"/>')
        parts += [text(22, y + 21, name), text(200, y + 21, about, "small")]
    height = 20 + 40 * len(ROOMS)
    parts += [f'<path class="line" d="M790 20V{height - 20}" marker-end="url(#arrow)"/>', text(800, 40, "imports")]
    return 870, height, parts


def tree() -> tuple[int, int, list[str]]:
    """One simulation: down, one node more, a playout, and back."""
    spots = {
        "root": (330, 40), "a": (150, 120), "b": (330, 120), "c": (510, 120),
        "b1": (260, 200), "b2": (400, 200), "new": (400, 280),
    }  # fmt: skip
    edges = [("root", "a"), ("root", "b"), ("root", "c"), ("b", "b1"), ("b", "b2"), ("b2", "new")]
    walked = {("root", "b"), ("b", "b2"), ("b2", "new")}
    parts = [line(spots[a], spots[b], "path" if (a, b) in walked else "line") for a, b in edges]
    words = {
        "root": "41 / 80",
        "a": "9 / 22",
        "b": "27 / 45",
        "c": "5 / 13",
        "b1": "8 / 16",
        "b2": "18 / 28",
        "new": "new",
    }
    for name, (x, y) in spots.items():
        kind = "hot" if name == "new" else "node"
        parts.append(f'<rect class="{kind}" x="{x - 34}" y="{y - 15}" width="68" height="30" rx="6"/>')
        parts.append(text(x, y + 5, words[name], anchor="middle"))
    parts.append('<path class="path" stroke-dasharray="5 4" d="M400 297v65"/>')
    parts.append(
        '<rect class="box" x="330" y="362" width="140" height="30" rx="6"/>'
        + text(400, 382, "won by Black", anchor="middle")
    )
    parts.append('<path class="line" d="M480 377H620V40H368" marker-end="url(#arrow)"/>')
    for x, y, words_ in (
        (20, 45, "1  go down: always to the child"),
        (20, 62, "   with the highest score"),
        (444, 285, "2  add a child that was not there"),
        (420, 335, "3  play on to the end without a tree"),
        (632, 200, "4  add the result"),
        (632, 217, "   to every node"),
        (632, 234, "   of the path"),
        (20, 380, "won by Black / visits"),
    ):
        parts.append(text(x, y, words_.replace("   ", "\u2003"), "small"))
    return 760, 405, parts


def sharing() -> tuple[int, int, list[str]]:
    """Two machines with a tree each, and what an exchange sums."""
    parts = []
    own = {"root": ("400 + 60", "400 + 80"), "a": ("388 + 57", "388 + 78"), "c": ("12 + 3", "12 + 2")}
    own |= {"a1": ("250 + 40", "250 + 50"), "a2": ("137 + 17", "137 + 28"), "c1": ("7", "5")}
    shape = {"root": (0, 60), "a": (-70, 130), "c": (80, 130), "a1": (-120, 200), "a2": (-30, 200), "c1": (80, 200)}
    edges = (("root", "a"), ("root", "c"), ("a", "a1"), ("a", "a2"), ("c", "c1"))
    for machine, middle in enumerate((190, 570)):
        spots = {node: (middle + x, y) for node, (x, y) in shape.items()}
        parts.append(text(middle, 28, f"machine {machine}", anchor="middle"))
        parts += [line(spots[a], spots[b], "line") for a, b in edges]
        for node, (x, y) in spots.items():
            kind = "node" if node == "c1" else "shared"
            parts.append(f'<rect class="{kind}" x="{x - 38}" y="{y - 14}" width="76" height="28" rx="6"/>')
            parts.append(text(x, y + 5, own[node][machine], anchor="middle"))
    parts.append('<rect class="hot" x="250" y="250" width="260" height="60" rx="6"/>')
    parts += [text(380, 274, "sums of the news, level by level", anchor="middle")]
    parts += [text(380, 296, "57 + 78 and 3 + 2; then 40 + 50 and 17 + 28", "small", "middle")]
    for start, end in (((190, 225), (245, 270)), ((570, 225), (515, 270))):
        ends = f"M{start[0]} {start[1]}L{end[0]} {end[1]}"
        parts.append(f'<path class="line" d="{ends}" marker-start="url(#arrow)" marker-end="url(#arrow)"/>')
    for y, words in (
        (
            345,
            "a + b: visits of all at the last exchange, and those that this machine has added since: its news.",
        ),
        (
            365,
            "Coloured: summed. The right move has 17 of 540 visits, less than share (5 %): its moves stay at home.",
        ),
    ):
        parts.append(text(20, y, words, "small"))
    return 760, 380, parts


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words at a place."""
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def line(start: tuple[int, int], end: tuple[int, int], kind: str) -> str:
    """A line between two nodes, under them."""
    return f'<path class="{kind}" d="M{start[0]} {start[1]}L{end[0]} {end[1]}"/>'


if __name__ == "__main__":
    main()
