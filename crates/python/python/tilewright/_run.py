"""Runs tasks."""

import inspect
import json
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import numpy as np

from tilewright import _tilewright
from tilewright._answer import Answer

GLYPHS = "#.23456789"

#: The keys whose values are documents, in which text of several lines is no name of a file.
DOCUMENTS = (
    "boards",
    "chromosomes",
    "curve",
    "fleets",
    "level",
    "levels",
    "map",
    "model",
    "replay",
    "template",
    "weights",
)

#: The keys whose values are numbers with commas between them, and those of lists of such values.
NUMBERS = ("from", "to", "door", "danger", "random_danger")
LISTS = ("door", "danger")

#: The keys whose values are lists of documents, where one may stand alone.
LISTED = ("fleets", "levels")

#: The types of a document; an array is one if it has two axes.
ALONE = (str, bytes, bytearray, memoryview, os.PathLike, Mapping, Answer)


@dataclass
class Asked:
    """A request, and the outputs that are asked for."""

    task: str
    request: Mapping[str, Any]
    outputs: Mapping[str, str | bytes]


_noted: ContextVar[list[Asked] | None] = ContextVar("_noted", default=None)


@contextmanager
def noted() -> Iterator[list[Asked]]:
    """Within it the functions of the tasks note their requests and do not run them."""
    requests: list[Asked] = []
    token = _noted.set(requests)
    try:
        yield requests
    finally:
        _noted.reset(token)


def run(
    task: str,
    request: Mapping[str, Any],
    *,
    outputs: Mapping[str, str | bytes] | None = None,
    on_event: Any = None,
) -> Answer:
    """Run a task by its name.

    Args:
        task: The name, such as ``match3/generate``.
        request: The keys of the request, as the schema of the task has them. Values may be paths,
            bytes and arrays, as in the functions of the modules.
        outputs: The outputs that are asked for, with their file endings, such as
            ``{"picture": "svg"}``; bytes are the file of an earlier run, which this one resumes.
        on_event: Receives the events of the task.

    Raises:
        RefusedError: The request is invalid, or an input.
        KeyboardInterrupt: Ctrl-C; its attribute ``answer`` is the best answer so far, or None.
    """
    return _run(Asked(task, request, outputs or {}), on_event, 3)


def call(task: str, arguments: Mapping[str, Any], usual: Mapping[str, str]) -> Answer:
    """Run the task of a function with its arguments; ``usual`` are its outputs with their usual
    endings."""
    keys = {name.rstrip("_"): value for name, value in arguments.items() if value is not None}
    on_event = keys.pop("on_event", None)
    given = {name: keys.pop(name, None) for name in usual}
    endings = {
        name: usual[name] if value is True else value
        for name, value in given.items()
        if value is not None and value is not False
    }
    asked = Asked(task, keys, endings)
    requests = _noted.get()
    if requests is not None:
        requests.append(asked)
        return Answer.__new__(Answer)
    return _run(asked, on_event, 4)


def document(request: Mapping[str, Any]) -> tuple[str, dict[str, bytes]]:
    """A request as JSON, and the inputs in it that are not files by their names."""
    inputs: dict[str, bytes] = {}
    keys: dict[str, Any] = {}
    for key, value in request.items():
        if key in LISTED and (isinstance(value, ALONE) or np.ndim(value) == 2):
            value = [value]
        keys[key] = _numbers(key, value) if key in NUMBERS else _plain(value, key, key, inputs)
    return json.dumps(keys, allow_nan=False), inputs


def _run(asked: Asked, on_event: Any, level: int) -> Answer:
    request, inputs = document(asked.request)
    outputs = asked.outputs
    made, stopped = _tilewright.run(
        asked.task,
        request,
        outputs={name: "" if isinstance(it, bytes) else it for name, it in outputs.items()},
        inputs=inputs,
        earlier={name: it for name, it in outputs.items() if isinstance(it, bytes)},
        on_event=on_event,
    )
    return answered(asked.task, made, stopped, level + 1)


def answered(
    task: str,
    made: _tilewright.Answered | None,
    stopped: BaseException | None,
    level: int,
) -> Answer:
    """The answer of a task; raises what stopped it, and warns of what the task does."""
    answer = None if made is None else Answer(task, made)
    if stopped is not None:
        stopped.answer = answer  # type: ignore[attr-defined]
        raise stopped
    assert answer is not None
    for warning in answer.warnings:
        warnings.warn(warning, stacklevel=level)
    return answer


def _plain(value: Any, key: str, place: str, inputs: dict[str, bytes]) -> Any:
    """A value as JSON has it; bytes become inputs that are named by their place, in brackets that hardly a file has."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        name = f"<{place}>"
        inputs[name] = bytes(value)
        return name
    if isinstance(value, str) and key in DOCUMENTS and is_text(value):
        return _plain(text(value).encode(), key, place, inputs)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Answer):
        return _of_answer(value, key)
    if isinstance(value, np.ndarray):
        return _of_array(value, key)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {name: _plain(it, name, f"{place} {name}", inputs) for name, it in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)):
        items = [_plain(it, key, f"{place}[{at}]", inputs) for at, it in enumerate(value)]
        if key == "boards":
            # An array of boards is a list of them already.
            lists = [it if isinstance(it, list) else [it] for it in items]
            return [board for boards in lists for board in boards]
        return items
    return value


def is_text(value: str) -> bool:
    """Whether a document is text of several lines and not the name of a file."""
    return "\n" in value.strip()


def text(value: str) -> str:
    """Text of several lines without the indentation and the empty lines of a string in triple quotes."""
    return f"{inspect.cleandoc(value)}\n"


def _numbers(key: str, value: Any) -> Any:
    """Numbers as text with commas between them, or a list of such texts."""
    if not isinstance(value, (list, tuple, np.ndarray)):
        return value
    if key in LISTS:
        if any(np.ndim(it) == 0 and not isinstance(it, str) for it in value):
            raise ValueError(f"{key}: expected a list of tuples of numbers, found {value!r}")
        return [it if isinstance(it, str) else _joined(it) for it in value]
    return _joined(value)


def _joined(numbers: Any) -> str:
    plain = [it.item() if isinstance(it, np.generic) else it for it in numbers]
    return ",".join(str(int(it) if isinstance(it, float) and it.is_integer() else it) for it in plain)


def _of_answer(answer: Answer, key: str) -> Any:
    """The document of an answer, or the only level of one that has a list of them."""
    document = answer.document
    made = document.get("levels")
    if key not in ("level", "levels", "template") or not isinstance(made, list):
        return document
    if len(made) != 1:
        raise ValueError(
            f"{key}: expected one level, the answer has {len(made)}: give answer['levels'][0]['level'] or another of them"
        )
    return made[0]["level"]


def _of_array(array: "np.ndarray[Any, Any]", key: str) -> Any:
    if array.dtype.kind == "U" and array.ndim == 2:
        return {"layout": ["".join(row) for row in array.tolist()]}
    if key == "map":
        return {"layout": _layout(array)}
    if key == "boards":
        boards = array[np.newaxis] if array.ndim == 2 else array
        return [{"board": board} for board in boards.tolist()]
    return array.tolist()


def _layout(array: "np.ndarray[Any, Any]") -> list[str]:
    if array.ndim != 2 or array.dtype.kind not in "biu":
        raise TypeError(
            f"map: expected an array of whole numbers with two axes, found {array.dtype} with {array.ndim}"
        )
    if array.size and not (0 <= array.min() and array.max() < len(GLYPHS)):
        raise ValueError("map: expected numbers from 0 to 9: 0 wall, 1 free, 2 to 9 costs")
    return ["".join(GLYPHS[int(cell)] for cell in row) for row in array]
