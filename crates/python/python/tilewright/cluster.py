"""Batches over processes and clusters, with the bytes of one process.

``map`` divides a request into parts, lets an engine do them, and merges them into the answer that
one process gives. ``evaluate`` does the same for a fitness function over genomes. An engine is
``Processes`` on this machine, ``Ray`` or ``Dask``, or any object with the same two members. What
is finished is never lost: work of a process or machine that died is done again.
"""

import keyword
import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tilewright
from tilewright import _tilewright
from tilewright._answer import Answer, write
from tilewright._dask import Dask
from tilewright._engine import Engine, LostError, slices
from tilewright._outputs import Outputs
from tilewright._processes import Processes
from tilewright._ray import Ray
from tilewright._run import Asked, answered, document, noted
from tilewright._types import OnEvent

__all__ = ["Dask", "Engine", "LostError", "Processes", "Ray", "evaluate", "map"]


def map(
    request: str | Mapping[str, Any],
    /,
    *,
    parts: int = 64,
    engine: Engine | None = None,
    folder: str | os.PathLike[str] | None = None,
    outputs: Mapping[str, bool | str | os.PathLike[str]] | None = None,
    on_event: OnEvent | None = None,
    **arguments: Any,
) -> Answer:
    """Divide a request into parts, do them by an engine, and merge them into the answer.

    The answer has the bytes of the function of the task in one process. Files that the request
    names are read here and passed on, so the other machines need no copy of them.

    Args:
        request: The name of a task, such as ``battleship/hunt``, whose function takes the
            remaining keyword arguments; or the request itself, with the name as ``task``.
        parts: Number of parts, from 1 to 100000. A part should take seconds, and there should be
            several for each worker.
        engine: What does the parts [default: a process for each processor of this machine].
        folder: Folder that keeps finished parts, one file each. The same call resumes from it;
            ``tilewright merge`` reads the files too.
        outputs: The outputs that are asked for, as in :func:`tilewright.run`, if the request is a mapping.
        on_event: Receives ``begun`` with the number of parts as ``steps``, ``reached`` with the
            number of finished ones as ``done``, and ``ended``; an exception stops the work.

    Raises:
        RefusedError: The request is invalid or cannot be divided, or the folder holds parts of
            another run.
        LostError: A part was lost again and again.
        KeyboardInterrupt: Ctrl-C; all parts under way are stopped. Its ``answer`` is None.
    """
    asked = _asked(request, outputs, arguments)
    text, inputs = document(asked.request)
    endings = asked.outputs.endings
    for name in asked.outputs.earlier:
        raise ValueError(f"{name}: parts cannot resume a file; a folder keeps them")
    kept = _Kept(folder, parts)
    text, inputs, done = _tilewright.divide(
        asked.task, text, parts, outputs=endings, inputs=inputs, found=kept.files
    )
    missing = [number for number in range(1, parts + 1) if number not in set(done)]
    work = partial(_part, asked.task, text, inputs)
    report: OnEvent = on_event if on_event is not None else lambda _: None
    try:
        report({"event": "begun", "doing": "parts", "steps": parts})
        with ExitStack() as stack:
            own = engine if engine is not None else stack.enter_context(Processes())
            names = [f"{number}/{parts}" for number in missing]
            for index, file in stack.enter_context(closing(own.run(work, names))):
                kept.add(missing[index], file)
                report({"event": "reached", "done": len(kept.files), "part": names[index]})
        report({"event": "ended"})
    except KeyboardInterrupt as stopped:
        stopped.answer = None  # type: ignore[attr-defined]
        raise
    made, stop = _tilewright.merge(kept.files, outputs=endings, inputs=inputs, on_event=None)
    return answered(asked, made, stop, 3)


def evaluate(
    function: Callable[[NDArray[Any]], Any],
    genomes: NDArray[Any],
    *,
    engine: Engine | None = None,
    batch: int | None = None,
) -> NDArray[Any]:
    """Evaluate genomes by a fitness function, slice by slice.

    Args:
        function: Takes a slice of the genomes, and returns an array with a row or number for each.
            The value of a genome must not depend on the others; then the values do not depend on
            the slices. Other processes must be able to import it.
        genomes: The genomes, along the first axis.
        engine: What evaluates [default: a process for each processor, started anew; keep an engine
            for several calls].
        batch: Genomes in a slice [default: four slices for each worker].

    Returns:
        The values, in the order of the genomes.

    Raises:
        ValueError: The function returns another number of values.
        LostError: A slice was lost again and again.
    """
    if batch is not None and batch < 1:
        raise ValueError(f"batch: expected a number from 1, found {batch}")
    with ExitStack() as stack:
        own = engine if engine is not None else stack.enter_context(Processes())
        return np.concatenate(slices(partial(_values, function), genomes, own, batch))


class _Kept:
    """The files of the finished parts, with their names: in a folder if there is one."""

    def __init__(self, folder: str | os.PathLike[str] | None, parts: int) -> None:
        self._folder = None if folder is None else Path(folder)
        self._parts = parts
        found = [] if self._folder is None else sorted(self._folder.glob("*.part"))
        self.files = [(str(path), path.read_bytes()) for path in found]

    def add(self, number: int, file: bytes) -> None:
        name = f"{number:0{len(str(self._parts))}}-of-{self._parts}.part"
        if self._folder is not None:
            write(self._folder / name, file)
            name = str(self._folder / name)
        self.files.append((name, file))


def _asked(
    request: str | Mapping[str, Any],
    outputs: Mapping[str, bool | str | os.PathLike[str]] | None,
    arguments: Mapping[str, Any],
) -> Asked:
    if not isinstance(request, str):
        if arguments:
            raise TypeError(f"the request has its keys itself, and not {next(iter(arguments))!r}")
        keys = dict(request)
        return Asked(str(keys.pop("task", "")), keys, Outputs.of(outputs or {}, {}))
    if outputs is not None:
        raise TypeError("the outputs of a function are its arguments")
    game, _, verb = request.partition("/")
    module = getattr(tilewright, f"game{game}" if game[:1].isdigit() else game, None)
    verb = f"{verb}_" if keyword.iskeyword(verb) else verb
    function = getattr(module, verb, None)
    if function is None or verb not in getattr(module, "__all__", ()):
        return Asked(request, {}, Outputs())
    with noted() as requests:
        function(**arguments)
    return requests[0]


def _part(task: str, request: str, inputs: Mapping[str, bytes], part: str) -> bytes:
    """Does a part, in another process."""
    file, stopped = _tilewright.part(task, request, part, inputs=inputs, on_event=None)
    if stopped is not None:
        raise stopped
    assert file is not None
    return file


def _values(function: Callable[[NDArray[Any]], Any], genomes: NDArray[Any]) -> NDArray[Any]:
    """Evaluates a slice, in another process."""
    values = np.asarray(function(genomes))
    if values.shape[:1] != genomes.shape[:1]:
        raise ValueError(
            f"the fitness function returned {values.shape} for {len(genomes)} genomes; expected a "
            "number or row for each"
        )
    return values
