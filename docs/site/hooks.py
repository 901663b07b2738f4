"""What the site has beside the pages of `docs`: pages made from the code and from files elsewhere in the repository.

`commands.md` comes from the command line itself, `source.md` and `examples.md` from the READMEs there, and every folder
of results gets a page that lists its files. Links of the pages to such places are turned to where the site has them.
"""

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))

from commands import commands_page

ROOT = Path(__file__).parents[2]
ELSEWHERE = {"src/ponnuki/README.md": "source.md", "examples/README.md": "examples.md"}
"""Pages of the repository that are pages of the site too."""
LINK = re.compile(r"(\]\()([^)\s#]+)([^)\s]*\))")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made."""
    files.append(File.generated(config, "commands.md", content=commands_page()))
    for place, name in ELSEWHERE.items():
        files.append(File.generated(config, name, content=(ROOT / place).read_text(encoding="utf-8")))
    results = ROOT / "docs" / "results"
    folders = sorted(folder for folder in results.iterdir() if folder.is_dir())
    for folder in folders:
        if not (folder / "index.md").exists():
            files.append(File.generated(config, f"results/{folder.name}/index.md", content=_listing(folder)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turn links to the repository and to folders into links to pages."""
    home = posixpath.dirname(page.file.src_uri)
    place = next((posixpath.dirname(key) for key, name in ELSEWHERE.items() if name == page.file.src_uri), None)

    def turned(match: re.Match[str]) -> str:
        target = match[2]
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        start = posixpath.join("docs", home) if place is None else place
        path = posixpath.normpath(posixpath.join(start, target))
        if path in ELSEWHERE:
            wanted = ELSEWHERE[path]
        elif (ROOT / path).is_dir() and path.startswith("docs/results"):
            wanted = f"{path.removeprefix('docs/')}/index.md"
        elif place is not None and path.startswith("docs/"):
            wanted = path.removeprefix("docs/")
        else:
            return match[0]
        return f"{match[1]}{posixpath.relpath(wanted, home or '.')}{match[3]}"

    return LINK.sub(turned, markdown)


def _listing(folder: Path) -> str:
    """A page for a folder: its files, pictures shown."""
    lines = [f"# {folder.name}", ""]
    for file in sorted(folder.iterdir()):
        if file.is_file():
            picture = file.suffix in (".png", ".svg")
            lines.append(f"{'!' if picture else '- '}[{file.name}]({file.name})\n")
    return "\n".join(lines)
