"""Runs tasks."""

import inspect
import json
import keyword
import math
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tilewright import _tilewright
from tilewright._answer import Answer
from tilewright._errors import RefusedError
from tilewright._grids import GRIDS, array_of, is_grids, is_rows, of_array
from tilewright._outputs import Outputs

#: The keys whose values are documents, in which text of several lines is no name of a file.
DOCUMENTS = (
    "board",
    "boards",
    "chromosomes",
    "curve",
    "fleets",
    "for",
    "game",
    "knows",
    "level",
    "levels",
    "like",
    "map",
    "model",
    "regions",
    "replay",
    "script",
    "template",
    "weights",
)

#: The keys whose values are numbers with commas between them, and those of lists of such values.
NUMBERS = ("from", "to", "goal", "door", "danger", "random_danger", "fleet")
LISTS = ("goal", "door", "danger")

#: The keys that take the file of an answer, and not its document; with the output that is that file.
MADE = dict.fromkeys(("network", "stage", "weights", "model", "for"), "output") | {"replay": "record"}

#: The keys whose values are lists of documents, where one may stand alone.
LISTED = ("fleets", "knows", "levels", "like")

#: The types of a document; an array is one if it has two axes.
ALONE = (str, bytes, bytearray, memoryview, os.PathLike, Mapping, Answer)


@dataclass
class Asked:
    """A request, and the outputs that are asked for."""

    task: str
    request: Mapping[str, Any]
    outputs: Outputs


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
    outputs: Mapping[str, bool | str | os.PathLike[str] | bytes] | None = None,
    on_event: Any = None,
) -> Answer:
    """Run a task by its name.

    Args:
        task: The name, such as ``match3/generate``.
        request: The keys of the request, as the schema of the task has them. Values may be paths,
            bytes and arrays, as in the functions of the modules.
        outputs: The outputs that are asked for, as by the keywords of the functions: in a form, such as
            ``{"picture": "svg"}``, or written to a path, such as ``{"picture": "level.svg"}``.
        on_event: Receives the events of the task.

    Raises:
        RefusedError: The request is invalid, or an input: missing, damaged, of another kind. Where several
            are asked about, the others are done before, and its ``answer`` has them.
        KeyboardInterrupt: Ctrl-C; its attribute ``answer`` is the best answer so far, or None.
    """
    return _run(Asked(task, request, Outputs.of(outputs or {}, {})), on_event, 3)


def call(task: str, arguments: Mapping[str, Any], usual: Mapping[str, str]) -> Answer:
    """Run the task of a function with its arguments; ``usual`` are its outputs with their usual
    endings."""
    keys = {name.rstrip("_"): value for name, value in arguments.items() if value is not None}
    on_event = keys.pop("on_event", None)
    given = {name: keys.pop(name, None) for name in usual}
    asked = Asked(task, keys, Outputs.of(given, usual))
    requests = _noted.get()
    if requests is not None:
        requests.append(asked)
        return Answer.__new__(Answer)
    return _run(asked, on_event, 4)


def document(request: Mapping[str, Any]) -> tuple[str, dict[str, bytes]]:
    """A request as JSON, and the inputs in it that are not files by their names.

    Raises:
        RefusedError: A value cannot stand in a request.
    """
    inputs: dict[str, bytes] = {}
    keys: dict[str, Any] = {}
    for key, value in request.items():
        if key in LISTED:
            value = _list_of(key, value)
        keys[key] = _numbers(key, value) if key in NUMBERS else _plain(value, key, key, inputs)
    return json.dumps(keys), inputs


def _run(asked: Asked, on_event: Any, level: int) -> Answer:
    request, inputs = document(asked.request)
    outputs = asked.outputs
    made, stopped = _tilewright.run(
        asked.task,
        request,
        outputs=outputs.endings,
        paths={name: os.fspath(path) for name, path in outputs.paths.items()},
        inputs=inputs,
        earlier=outputs.earlier,
        on_event=on_event,
    )
    return answered(asked, made, stopped, level + 1)


def answered(
    asked: Asked,
    made: _tilewright.Answered | None,
    stopped: BaseException | None,
    level: int,
) -> Answer:
    """The answer of a task, whose outputs are written; raises what stopped it or was wrong, and warns of what the task
    does."""
    answer = None if made is None else Answer(asked.task, made)
    if answer is not None:
        asked.outputs.write(answer)
    if stopped is not None:
        stopped.answer = answer  # type: ignore[attr-defined]
        raise stopped
    assert answer is not None
    for warning in answer.warnings:
        warnings.warn(warning, stacklevel=level)
    if answer.verdict == "wrong":
        raise _wrong(answer)
    return answer


def _wrong(answer: Answer) -> RefusedError:
    """The error for inputs that could not be read, beside which others were done."""
    wrong = [it for it in answer.documents if "error" in it]
    first = wrong[0] if wrong else {"error": "an input is wrong"}
    place = [str(first["file"])] if "file" in first else []
    place += [f"line {first['line']}"] if first.get("line") is not None else []
    # The error of a file may begin with its name already.
    error = str(first["error"])
    where = ": ".join(it for it in place if not error.startswith(it))
    others = len(answer.documents) - 1
    more = f"; {len(wrong)} of {others + 1} inputs are wrong, `answer` has the others" if others else ""
    return RefusedError(f"{where}: {error}{more}" if where else f"{error}{more}", answer=answer)


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
        if key in MADE:
            name = f"<{place}>"
            inputs[name] = _file_of(value, key)
            return name
        return _of_answer(value, key)
    if isinstance(value, np.ndarray):
        return of_array(value, key)
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, Mapping):
        return {str(name): _plain(it, name, f"{place} {name}", inputs) for name, it in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, range)):
        if key in GRIDS and (is_rows(value) or key == "boards" and is_grids(value)):
            return of_array(array_of(value, key), key)
        items = [_plain(it, key, f"{place}[{at}]", inputs) for at, it in enumerate(value)]
        if key == "boards":
            # An array of boards is a list of them already.
            lists = [it if isinstance(it, list) else [it] for it in items]
            return [board for boards in lists for board in boards]
        return items
    return _single(value, key, place)


def _single(value: Any, key: str, place: str) -> Any:
    """A value without parts, if a request can have it."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        if key == "terminal_value" and value < 0:
            return "-inf"
        expected, found = "a finite number", str(value)
    else:
        expected, found = "a whole number" if key == "seed" else "a value that JSON has", type(value).__name__
    argument = place.split()[0].partition("[")[0]
    argument += "_" * keyword.iskeyword(argument)
    raise RefusedError(f"expected {expected}, found {found}", key=argument)


def _list_of(key: str, value: Any) -> Any:
    """A list of documents, of which one may stand alone; an answer of several levels brings all of them."""
    is_one = isinstance(value, ALONE) or is_rows(value)
    if is_one or isinstance(value, np.ndarray) and value.ndim == 2:
        value = [value]
    if key != "levels" or not isinstance(value, (list, tuple)):
        return value
    return [level for it in value for level in _levels(it)]


def _levels(value: Any) -> list[Any]:
    made = value.document.get("levels") if isinstance(value, Answer) else None
    return [it["level"] for it in made] if isinstance(made, list) and made else [value]


def content(given: Any, key: str) -> bytes:
    """The bytes of a document: those of a file if it is a name, else its own; text of several lines is
    a document itself."""
    inputs: dict[str, bytes] = {}
    plain = _plain(given, key, key, inputs)
    if not isinstance(plain, str):
        return json.dumps(plain).encode()
    return inputs[plain] if plain in inputs else Path(plain).read_bytes()


def is_text(value: str) -> bool:
    """Whether a document is text of several lines and not the name of a file."""
    return "\n" in value.strip()


def text(value: str) -> str:
    """Text of several lines without the indentation and the empty lines of a string in triple quotes."""
    return f"{inspect.cleandoc(value)}\n"


def _numbers(key: str, value: Any) -> Any:
    """Numbers as text with commas between them, or a list of such texts."""
    if not isinstance(value, (list, tuple, range, np.ndarray)):
        return _single(value.item() if isinstance(value, np.generic) else value, key, key)
    if key in LISTS:
        if any(np.ndim(it) == 0 and not isinstance(it, str) for it in value):
            raise ValueError(f"{key}: expected a list of tuples of numbers, found {value!r}")
        return [it if isinstance(it, str) else _joined(key, it) for it in value]
    return _joined(key, value)


def _joined(key: str, numbers: Any) -> str:
    plain = [_single(it.item() if isinstance(it, np.generic) else it, key, key) for it in numbers]
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


def _file_of(answer: Answer, key: str) -> bytes:
    """The file that an answer has made for a key."""
    found = answer._product(MADE[key])
    if found is None:
        raise RefusedError(f"the answer of {answer.task} has no file of that kind", key=key)
    return found
