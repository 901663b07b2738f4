"""The documentation is built as a site, where a broken link is an error; links of pages outside it are tried here."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
OUTSIDE = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")


def tool(name: str) -> ModuleType:
    """A module of docs/site."""
    spec = importlib.util.spec_from_file_location(f"docs_site_{name}", ROOT / "docs" / "site" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_site_builds_without_a_broken_link(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=ROOT, env=quiet, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    api = (tmp_path / "site" / "api" / "index.html").read_text()
    for name in ("run_race", "play_match", "analyse", "load_run"):
        assert f'id="ponnuki.{name}"' in api


def test_the_page_of_commands_has_every_command_and_option() -> None:
    page = tool("commands").commands_page()
    for words in ("## race", "## bench search", "## warm", "`--dry-run`", "`FILE.toml`", "`-q`"):
        assert words in page
    assert "{games}" not in page
    assert "{default}" not in page


@pytest.mark.parametrize("page", OUTSIDE)
def test_links_of_pages_outside_the_site_lead_somewhere(page: str) -> None:
    file = ROOT / page
    links = [link for link in LINK.findall(file.read_text()) if "://" not in link]
    missing = [link for link in links if not (file.parent / link).exists()]
    assert missing == []
    assert links


def test_every_commit_that_the_notes_name_is_in_the_history() -> None:
    text = "".join((ROOT / "docs" / f"{name}.md").read_text() for name in ("results", "strength", "search"))
    commits = set(re.findall(r"\| ([0-9a-f]{7}) \|", text)) | set(re.findall(r"commit \**([0-9a-f]{7})\b", text))
    known = subprocess.run(["git", "rev-list", "--abbrev-commit", "--abbrev=7", "HEAD"], cwd=ROOT, capture_output=True)
    shallow = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, text=True)
    if known.returncode or shallow.stdout.strip() != "false":
        pytest.skip("no git, or not the whole history")
    history = known.stdout.decode().split()
    assert len(commits) > 20
    assert [commit for commit in sorted(commits) if not any(one.startswith(commit) for one in history)] == []


def test_what_is_cited_is_what_is_released() -> None:
    import ponnuki

    cited = (ROOT / "CITATION.cff").read_text()
    assert f"\nversion: {ponnuki.__version__}\n" in cited
    assert f"## {ponnuki.__version__}" in (ROOT / "CHANGELOG.md").read_text()
