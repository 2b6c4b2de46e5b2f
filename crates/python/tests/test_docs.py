"""What the pages show of Python runs, and prints what stands below it."""

import re
from pathlib import Path

import pytest
from conftest import ROOT

PAGES = [
    "README.md",
    "crates/python/README.md",
    "docs/src/how-to/arrays.md",
    "docs/src/how-to/evolve.md",
    "docs/src/how-to/clusters.md",
    "docs/src/how-to/pygame.md",
    "docs/src/how-to/python.md",
]
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_prints_what_it_shows(
    page: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # A program with a window is run by `test_pygame.py`.
    blocks = [it for it in BLOCK.findall((ROOT / page).read_text()) if "import pygame" not in it[0]]
    assert blocks
    names: dict[str, object] = {"__name__": "__main__"}
    for code, expected in blocks:
        exec(compile(code, page, "exec"), names)
        printed = capsys.readouterr().out
        if expected:
            assert printed == expected
