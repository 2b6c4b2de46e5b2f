"""What the tests share: the requests of `golden.json`, a folder with their files, the program."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
GOLDEN = json.loads((ROOT / "crates/cli/tests/golden.json").read_text())
REQUESTS: list[dict[str, Any]] = GOLDEN["requests"]


def program(*words: str, folder: Path) -> bytes:
    """What the command line prints."""
    command = [os.environ["TILEWRIGHT_PROGRAM"], *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.stdout, done.stderr.decode()
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the requests, in which the test runs."""
    for name, text in GOLDEN["files"].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path
