"""What the functions take."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._answer import Answer

Array: TypeAlias = NDArray[np.integer[Any]] | NDArray[np.str_]

Rows: TypeAlias = Sequence[Sequence[int]] | Sequence[Sequence[str]]
"""Rows of numbers or of single characters: nested lists, the same as an array."""

Document: TypeAlias = str | os.PathLike[str] | bytes | Mapping[str, Any] | Array | Rows | Answer
"""The name of a file, its content as bytes or as text of several lines, or a document: an object as JSON has it, an answer that
is one or has made one, an array, or rows as nested lists. An array of characters is a layout. In an array of numbers, which is a
map, 0 is a wall, 1 a free cell, and 2 to 9 are costs."""

Documents: TypeAlias = str | os.PathLike[str] | bytes | Sequence[Mapping[str, Any] | Array | Rows] | Rows | Array
"""The name of a file with a document in each line, its content as bytes, or the documents. An array
of numbers is a board, or boards along its first axis."""

Numbers: TypeAlias = str | Sequence[float] | NDArray[np.integer[Any]]
"""Numbers, such as a row and a column, or the lengths of ships: a tuple, a list, an array, or text with commas between them."""

File: TypeAlias = str | os.PathLike[str] | bytes | Answer
"""The name of a file that a task has made, its content as bytes, or the answer of that task."""

Event: TypeAlias = dict[str, Any]
"""What a task reports while it works; ``event`` names the kind, such as ``begun``, ``reached``,
``values``, ``item``, ``note`` or ``warning``."""

OnEvent: TypeAlias = Callable[[Event], object]
"""Receives events, on the thread that called. An exception stops the task; the attribute ``answer``
of the exception is the best answer so far."""
