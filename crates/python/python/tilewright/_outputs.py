"""The outputs that are asked for: in which form, and where they are written."""

import os
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tilewright._answer import Answer
from tilewright._errors import RefusedError


@dataclass
class Outputs:
    """What is asked for, by the names of the outputs."""

    #: The endings of their files; an empty one is the usual one.
    endings: dict[str, str] = field(default_factory=dict)
    #: Files that an earlier run made, which this one resumes.
    earlier: dict[str, bytes] = field(default_factory=dict)
    #: Where they are written.
    paths: dict[str, Path] = field(default_factory=dict)

    @classmethod
    def of(cls, asked: Mapping[str, Any], usual: Mapping[str, str]) -> "Outputs":
        """The outputs that are asked for by True, a form, a path, or the bytes of an earlier file.

        Raises:
            RefusedError: A value is something else.
        """
        outputs = cls()
        for name, value in asked.items():
            if value is not None and value is not False:
                outputs._ask(name, value, usual.get(name, ""))
        return outputs

    def _ask(self, name: str, value: Any, usual: str) -> None:
        if value is True:
            self.endings[name] = usual
        elif isinstance(value, (bytes, bytearray, memoryview)):
            self.endings[name] = usual
            self.earlier[name] = bytes(value)
        elif isinstance(value, os.PathLike) or isinstance(value, str) and _is_path(value):
            path = Path(value)
            if name == "picture" and not path.suffix:
                raise RefusedError(f"expected a path with an ending such as .svg, found {str(path)!r}", key=name)
            self.paths[name] = path
            self.endings[name] = path.suffix[1:].lower()
            if name == "checkpoint" and path.is_file():
                self.earlier[name] = path.read_bytes()
        elif isinstance(value, str) and value:
            self.endings[name] = value
        else:
            raise RefusedError(f"expected True, False, a form or a path, found {value!r}", key=name)

    def write(self, answer: Answer) -> None:
        """Writes the outputs that have a path."""
        for name, path in self.paths.items():
            try:
                answer.save(path, name)
            except ValueError as error:
                # A search that found nothing has no file; what is written during the work may be complete already.
                if not path.exists():
                    warnings.warn(f"{name}: {path} was not written: {error}", stacklevel=5)


def _is_path(value: str) -> bool:
    """Whether a text is a path: it has a folder or an ending."""
    return any(mark in value for mark in (os.sep, os.altsep or os.sep, "/", "."))
