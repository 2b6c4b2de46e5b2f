"""The same requests give the same bytes as the command line."""

import importlib
import json
import keyword
from pathlib import Path
from typing import Any

import pytest
from conftest import REQUESTS, program

import tilewright

NAMES = [kept["task"] for kept in REQUESTS]


def function(task: str) -> Any:
    game, verb = task.split("/")
    module = importlib.import_module(f"tilewright.{'game' if game[0].isdigit() else ''}{game}")
    return getattr(module, f"{verb}_" if keyword.iskeyword(verb) else verb)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kept", REQUESTS, ids=NAMES)
def test_a_task_answers_as_the_command_line_does(kept: dict[str, Any], folder: Path) -> None:
    request, output = kept["request"], kept.get("output")
    (folder / "request.json").write_text(json.dumps({"task": kept["task"], **request}))
    outputs = ["--output", output, "--force"] if output else []
    expected = program("run", "request.json", "--json", *outputs, folder=folder).decode()
    keys = {"from_" if key == "from" else key: value for key, value in request.items()}
    asked = {"output": True} if output else {}
    found = {}
    # A run of this one takes seconds.
    for threads in (8,) if kept["task"] == "2048/tune" else (1, 2, 8):
        tilewright.set_threads(threads)
        answer = function(kept["task"])(**keys, **asked)
        found[threads] = answer.json()
        assert found[threads] == expected
        if output:
            written = {it.name: it.read_bytes() for it in (folder / output).iterdir() if not it.name.startswith(".")}
            assert answer.files == written
    tilewright.set_threads(None)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("format", ["svg", "png", "gif", "apng"])
def test_pictures_and_texts_are_those_of_the_command_line(format: str, folder: Path) -> None:
    request = next(kept["request"] for kept in REQUESTS if kept["task"] == "path/plan")
    (folder / "request.json").write_text(json.dumps({"task": "path/plan", **request}))
    text = program("run", "request.json", "--picture", f"plan.{format}", folder=folder)
    answer = tilewright.run("path/plan", request, outputs={"picture": format})
    assert answer.picture(format) == (folder / f"plan.{format}").read_bytes()
    assert answer.text() == text.decode()


def test_every_task_has_a_function_and_a_golden_request() -> None:
    modules = (tilewright.match3, tilewright.path, tilewright.game2048, tilewright.battleship)
    functions = [getattr(module, name) for module in modules for name in module.__all__]
    assert set(functions) == {function(task) for task in NAMES}
    assert all(it.__doc__ and "Args:" in it.__doc__ for it in functions)
