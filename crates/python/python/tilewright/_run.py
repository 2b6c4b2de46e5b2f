"""Runs tasks."""

import json
import os
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from tilewright import _tilewright
from tilewright._answer import Answer

GLYPHS = "#.23456789"


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
    return _run(task, request, outputs or {}, on_event, 3)


def call(task: str, arguments: Mapping[str, Any], usual: Mapping[str, str]) -> Answer:
    """Run the task of a function with its arguments; ``usual`` are its outputs with their usual
    endings."""
    keys = {name.rstrip("_"): value for name, value in arguments.items() if value is not None}
    on_event = keys.pop("on_event", None)
    asked = {name: keys.pop(name, None) for name in usual}
    endings = {
        name: usual[name] if value is True else value
        for name, value in asked.items()
        if value is not None and value is not False
    }
    return _run(task, keys, endings, on_event, 4)


def _run(
    task: str,
    request: Mapping[str, Any],
    outputs: Mapping[str, str | bytes],
    on_event: Any,
    level: int,
) -> Answer:
    inputs: dict[str, bytes] = {}
    document = {key: _plain(value, key, inputs) for key, value in request.items()}
    made, stopped = _tilewright.run(
        task,
        json.dumps(document, allow_nan=False),
        outputs={name: "" if isinstance(it, bytes) else it for name, it in outputs.items()},
        inputs=inputs,
        earlier={name: it for name, it in outputs.items() if isinstance(it, bytes)},
        on_event=on_event,
    )
    answer = None if made is None else Answer(task, made)
    if stopped is not None:
        stopped.answer = answer  # type: ignore[attr-defined]
        raise stopped
    assert answer is not None
    for warning in answer.warnings:
        warnings.warn(warning, stacklevel=level)
    return answer


def _plain(value: Any, key: str, inputs: dict[str, bytes]) -> Any:
    """A value as JSON has it; bytes become inputs with names."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        name = f"data-{len(inputs) + 1}"
        inputs[name] = bytes(value)
        return name
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Answer):
        return value.document
    if isinstance(value, np.ndarray):
        return _of_array(value, key)
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Mapping):
        return {name: _plain(it, name, inputs) for name, it in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)):
        items = [_plain(it, key, inputs) for it in value]
        if key == "boards":
            # An array of boards is a list of them already.
            lists = [it if isinstance(it, list) else [it] for it in items]
            return [board for boards in lists for board in boards]
        return items
    return value


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
