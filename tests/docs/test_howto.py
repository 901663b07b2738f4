"""The Python of the recipes runs as it stands, one block after the other."""

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "howto.md"


def test_the_python_of_the_recipes_runs_as_it_stands(tmp_path: Path) -> None:
    script = tmp_path / "recipes.py"
    script.write_text("\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)))
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "accepted new" in done.stdout
