"""Arrays and nested lists as documents."""

from typing import Any

import numpy as np

GLYPHS = "#.23456789"

#: The keys whose values may be rows of cells.
GRIDS = ("boards", "level", "levels", "map", "template")


def is_rows(value: Any) -> bool:
    """Whether a list is rows of numbers or of single characters."""
    return isinstance(value, (list, tuple)) and bool(value) and all(_is_row(row) for row in value)


def is_grids(value: Any) -> bool:
    """Whether a list is a list of such rows."""
    return isinstance(value, (list, tuple)) and bool(value) and all(is_rows(it) for it in value)


def _is_row(row: Any) -> bool:
    if not isinstance(row, (list, tuple)) or not row:
        return False
    numbers = all(isinstance(cell, (int, np.integer)) for cell in row)
    return numbers or all(isinstance(cell, str) and len(cell) == 1 for cell in row)


def array_of(rows: Any, key: str) -> "np.ndarray[Any, Any]":
    """Rows, or several times rows, as an array."""
    try:
        return np.array(rows)
    except ValueError:
        raise ValueError(f"{key}: expected rows of the same length") from None


def of_array(array: "np.ndarray[Any, Any]", key: str) -> Any:
    """An array as the document that a key takes."""
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
