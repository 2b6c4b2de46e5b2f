"""The answers of tasks."""

import html
import io
import json
import os
import secrets
from collections.abc import Iterator, KeysView
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright._errors import RefusedError
from tilewright._missing import missing

if TYPE_CHECKING:
    import pandas

    from tilewright._tilewright import Answered

PICTURES = ("svg", "png", "gif", "apng")


class Answer:
    """The answer of a task: documents, a text, a picture, files.

    The keys of the first document are items and attributes: ``answer["levels"]`` is
    ``answer.levels``. An answer can be pickled; then it keeps its documents, its text, its picture
    as SVG, and the files that were asked for.

    Attributes:
        task: The name of the task, such as ``match3/generate``.
        verdict: How it ended: ``done``; ``no``, if the answer is no, such as no level found;
            ``wrong``, if some inputs were; ``stopped``.
        reached: How far a stopped task came, in words.
        warnings: The warnings of the task.
        timing: How long the work took: a dictionary for each part of it that was timed, with its name as ``of``, empty
            for all of it, and the times, such as ``plan_us``, ``seconds`` or ``moves_per_second``.
    """

    task: str
    verdict: str
    reached: str | None
    warnings: list[str]
    timing: list[dict[str, Any]]

    def __init__(self, task: str, made: "Answered") -> None:
        self.task = task
        self.verdict = made.verdict
        self.reached = made.reached if made.verdict == "stopped" else None
        self.warnings = made.warnings
        timed = [json.loads(event) for event in made.timing]
        self.timing = [{"of": event["of"], **event["times"]} for event in timed]
        self._made: Answered | None = made
        self._kept: dict[str, Any] = {}

    def json(self) -> str:
        """The documents, one in each line: the bytes that the command line prints."""
        return self._keep("json", lambda made: made.json())  # type: ignore[no-any-return]

    def text(self) -> str:
        """The answer as text for people."""
        return self._keep("text", lambda made: made.text())  # type: ignore[no-any-return]

    @property
    def documents(self) -> list[dict[str, Any]]:
        """All documents."""
        return self._keep(  # type: ignore[no-any-return]
            "documents", lambda _: [json.loads(line) for line in self.json().splitlines()]
        )

    @property
    def document(self) -> dict[str, Any]:
        """The first document; empty if there is none."""
        return self.documents[0] if self.documents else {}

    def __getitem__(self, key: str) -> Any:
        if key in self.document:
            return self.document[key]
        raise KeyError(f"the answer of {self.task} has no {key!r}; it has {self._names()}")

    def __contains__(self, key: object) -> bool:
        return key in self.document

    def __iter__(self) -> Iterator[str]:
        return iter(self.document)

    def keys(self) -> KeysView[str]:
        """The keys of the first document."""
        return self.document.keys()

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self.document:
            return self.document[name]
        found = f"; its document has {self._names()}" if not name.startswith("_") else ""
        raise AttributeError(f"the answer of {self.task} has no {name!r}{found}", name=name, obj=self)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.document]

    def array(self, *path: str | int) -> "np.ndarray[Any, Any]":
        """The value at a path of keys and indices in the document, as an array: numbers as int64 or
        float64, null as NaN, rows of text as characters.

        Raises:
            KeyError, IndexError: There is no such value.
            ValueError: The value is no array, such as rows of different lengths.
        """
        value = self._at(path)
        if isinstance(value, list) and value and all(isinstance(row, str) for row in value):
            return np.array([list(row) for row in value])
        if not isinstance(value, list):
            raise ValueError(f"the value is no array: {type(value).__name__}")
        array = np.asarray(value)
        return array if array.dtype != object else np.asarray(value, dtype=np.float64)

    def frame(self, *path: str | int, output: str | None = None) -> "pandas.DataFrame":
        """A table of pandas: of the list of objects at a path in the document; without a path of the
        documents, if there are several, or of the first list of objects in the document. With
        ``output`` of the file of that output, such as ``logbook``, which must have been asked for.
        """
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise missing(error, "a table", "pandas") from None

        if output is not None:
            name, data = next(iter(self._files(output, None).items()))
            if name.endswith(".csv"):
                return pandas.read_csv(io.BytesIO(data))
            rows = [json.loads(line) for line in data.splitlines()]
        elif not path and len(self.documents) > 1:
            rows = self.documents
        else:
            rows = self._at(path) if path else self._first_rows()
        frame = pandas.json_normalize(rows)
        about = [it for it in frame if it in ("schema", "version") or str(it).startswith("request.")]
        return frame.drop(columns=about)

    def svg(self) -> str:
        """The picture as SVG."""
        return self.picture("svg").decode()

    def png(self) -> bytes:
        """The picture as PNG."""
        return self.picture("png")

    def gif(self) -> bytes:
        """The animation as GIF; most tasks must be asked for it, by ``picture="gif"``."""
        return self.picture("gif")

    def picture(self, format: str) -> bytes:
        """The picture in a format: ``svg``, ``png``, ``gif`` or ``apng``.

        Raises:
            ValueError: The answer has no picture.
        """
        drawn = self._keep(format, lambda made: made.picture(format))
        if drawn is None:
            raise ValueError(f"the answer of {self.task} has no picture")
        return drawn  # type: ignore[no-any-return]

    @property
    def files(self) -> dict[str, bytes]:
        """The files of the outputs that were asked for, by their names."""
        return self._keep("files", self._asked)  # type: ignore[no-any-return]

    def file(self, ending: str, output: str = "output") -> bytes:
        """The file of an output in the format of an ending, such as ``json``.

        Raises:
            ValueError: There is no such file; some must be asked for before the task runs, by the
                keyword of the output.
        """
        own = f"{output}.{ending}" if ending else output
        files = self._files(output, ending)
        if own not in files:
            raise ValueError(f"there is no such file; ask for it with {output}={ending or True!r}")
        return files[own]

    def save(self, path: str | os.PathLike[str], output: str = "output") -> None:
        """Write the answer to a file, whole or not at all: a picture, or the file of an output, in the form that the
        ending of the name says; what has one form only, such as a network, takes any name. Files that belong to it are
        written beside it. An output of many files is written to a folder of that name.

        Raises:
            RefusedError: The output has no such form.
            ValueError: There is no such file; some must be asked for before the task runs.
        """
        path = Path(path)
        ending = path.suffix[1:].lower()
        if ending in PICTURES:
            return write(path, self.picture(ending))
        files = self._files(output, ending)
        own = files.pop(f"{output}.{ending}" if ending else output, None)
        if own is None and not files:
            asked = str(path) if output == "output" else ending or True
            raise ValueError(f"there is no such file; ask for it with {output}={asked!r}")
        folder = path if own is None else path.parent
        for name, data in files.items():
            write(folder / name, data)
        if own is not None:
            write(path, own)

    def __repr__(self) -> str:
        line = next((line for line in self.text().splitlines() if line.strip()), "")
        return f"<{self.task}: {self.verdict}{': ' + line.strip() if line else ''}>"

    def _repr_svg_(self) -> str | None:
        try:
            return self.svg()
        except ValueError:
            return None

    def _repr_html_(self) -> str:
        return f"<div>{self._repr_svg_() or ''}<pre>{html.escape(self.text())}</pre></div>"

    def __getstate__(self) -> dict[str, Any]:
        keep: dict[str, Any] = {"json": self.json(), "text": self.text(), "files": self.files}
        svg = self._repr_svg_()
        if svg is not None:
            keep["svg"] = svg.encode()
        return {**self.__dict__, "_made": None, "_kept": keep}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def _keep(self, name: str, make: Any) -> Any:
        """What was made once."""
        if name not in self._kept:
            if self._made is None and name != "documents":
                raise ValueError(f"{name} is not kept in a pickled answer")
            self._kept[name] = make(self._made)
        return self._kept[name]

    def _asked(self, made: "Answered") -> dict[str, bytes]:
        files: dict[str, bytes] = {}
        for output, ending in made.outputs.items():
            if output != "picture":
                files.update(made.files(output, ending))
        return files

    def _files(self, output: str, ending: str | None) -> dict[str, bytes]:
        """The files of an output; without an ending in the form that was asked for."""
        if self._made is None:
            return dict(self.files)
        if ending is None:
            ending = self._made.outputs.get(output)
        if ending is None:
            raise ValueError(f"the output was not asked for: use {output}=True")
        return self._made.files(output, ending)

    def _product(self, output: str) -> bytes | None:
        """The file of an output, if the task has made it, asked for or not."""
        if self._made is None:
            named = [data for name, data in self.files.items() if name.partition(".")[0] == output]
            return named[0] if named else None
        ending = self._made.outputs.get(output, "")
        try:
            files = self._made.files(output, ending)
        except RefusedError:
            return None
        return files.get(f"{output}.{ending}" if ending else output)

    def _at(self, path: tuple[str | int, ...]) -> Any:
        value: Any = self.document
        for depth, key in enumerate(path):
            try:
                value = value[key]
            except (KeyError, TypeError):
                keys = ", ".join(value) if isinstance(value, dict) else f"no keys: it is {type(value).__name__}"
                place = "".join(f"[{it!r}]" for it in path[:depth])
                raise KeyError(f"the answer of {self.task}{place} has no {key!r}; it has {keys}") from None
        return value

    def _names(self) -> str:
        return ", ".join(self.document) or "nothing"

    def _first_rows(self) -> list[dict[str, Any]]:
        for value in self.document.values():
            if isinstance(value, list) and value and all(isinstance(it, dict) for it in value):
                return value
        return [self.document]


def write(path: Path, data: bytes) -> None:
    """Writes a file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # Ctrl-C may come at any time: what removes the file is in place before it is there.
    new = path.parent / f".tilewright-{secrets.token_hex(8)}"
    try:
        with new.open("xb") as file:
            file.write(data)
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
