"""What the pages show of Python: each block is a script of its own, prints what stands below it, and has right types."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

PAGES = [
    "README.md",
    "crates/python/README.md",
    "docs/src/problems.md",
    "docs/src/how-to/arrays.md",
    "docs/src/how-to/evolve.md",
    "docs/src/how-to/clusters.md",
    "docs/src/how-to/pygame.md",
    "docs/src/how-to/python.md",
]
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


def blocks(page: str) -> list[tuple[str, str]]:
    """The blocks of a page, each with what it prints."""
    found: list[tuple[str, str]] = BLOCK.findall((ROOT / page).read_text())
    assert found
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_page_prints_what_it_shows(page: str, folder: Path) -> None:
    for code, expected in blocks(page):
        # A program with a window is run by `test_pygame.py`.
        if "import pygame" in code:
            continue
        script = folder / "script.py"
        script.write_text(code)
        done = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, code + done.stderr
        if expected:
            assert done.stdout == expected


#: The two checkers of types that editors and their users have; the second one is Pyright, with Node.js in its package.
CHECKERS = {
    "mypy": ["--config-file", str(ROOT / "crates/python/pyproject.toml")],
    "basedpyright": ["--pythonpath", sys.executable],
}


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_types_of_all_blocks_are_right(checker: str, tmp_path: Path) -> None:
    pytest.importorskip(checker)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')
    for page in PAGES:
        for number, (code, _) in enumerate(blocks(page)):
            name = page.removesuffix(".md").replace("/", "_").replace("-", "_")
            (tmp_path / f"{name}_{number}.py").write_text(code)
    command = [sys.executable, "-m", checker, *CHECKERS[checker], "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
