"""What kernels are given: arrays of any layout and type, checked and made as the kernels want them."""

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright._tilewright import child_seeds

Given: TypeAlias = ArrayLike | Any
"""An array, nested lists, or an object with ``__dlpack__``."""

#: The most bytes of a result: a bound of what a mistyped number would allocate.
MOST_BYTES = 1 << 32


def array_of(given: Given, name: str) -> NDArray[Any]:
    """What is given as an array, without a copy where that is possible."""
    if isinstance(given, np.ndarray):
        return given
    if hasattr(given, "__dlpack__"):
        try:
            tensor: Any = given
            return np.from_dlpack(tensor)
        except (AttributeError, BufferError, RuntimeError, TypeError, ValueError) as error:
            raise TypeError(f"{name}: expected an array in the memory of the CPU: {error}") from error
    try:
        return np.asarray(given)
    except ValueError:
        raise ValueError(f"{name}: expected rows of the same length") from None


def shaped(array: NDArray[Any], name: str, axes: str) -> NDArray[Any]:
    """The array, if it has these axes, such as ``n, rows, columns``."""
    expected = axes.count(",") + 1
    if array.ndim != expected:
        raise ValueError(f"{name}: expected an array of {expected} axes [{axes}], found {array.ndim}")
    return array


def integers(given: Given, name: str, axes: str, limits: tuple[int, int], dtype: type[np.generic]) -> NDArray[Any]:
    """Whole numbers within limits, as a contiguous array of a type that holds them."""
    array = shaped(array_of(given, name), name, axes)
    # An empty list has no type of its own.
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"{name}: expected whole numbers, found {array.dtype}")
    low, high = limits
    if array.size and not _is_within(array, low, high):
        at = tuple(int(it) for it in np.argwhere((array < low) | (array > high))[0])
        place = "" if len(at) == 1 else f" at {list(at[1:])}"
        raise ValueError(f"{name}: row {at[0]}: expected {low} to {high}, found {int(array[at])}{place}")
    return np.ascontiguousarray(array, dtype)


def _is_within(array: NDArray[Any], low: int, high: int) -> bool:
    """Whether whole numbers are within limits."""
    if low == 0 and array.dtype.kind == "i" and high <= np.iinfo(array.dtype).max:
        # Negative numbers are then larger than the limit: one pass instead of two.
        array = array.view(array.dtype.str.replace("i", "u"))
        return int(array.max()) <= high
    return int(array.min()) >= low and int(array.max()) <= high


def numbers(given: Given, name: str, axes: str) -> NDArray[np.float64]:
    """Numbers as a contiguous array of 64-bit floats."""
    array = shaped(array_of(given, name), name, axes)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name}: expected numbers, found {array.dtype}")
    return np.ascontiguousarray(array, np.float64)


def finite(array: NDArray[np.float64], name: str) -> NDArray[np.float64]:
    """The array, if all its numbers are finite."""
    is_finite = np.isfinite(array)
    if not is_finite.all():
        at = tuple(int(it) for it in np.argwhere(~is_finite)[0])
        raise ValueError(f"{name}: row {at[0]}: expected finite numbers, found {array[at]} at {list(at[1:])}")
    return array


def whole(value: Any, name: str, low: int, high: int) -> int:
    """A whole number within limits."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: expected a whole number, found {value!r}") from None
    if not low <= found <= high:
        raise ValueError(f"{name}: expected {low} to {high}, found {found}")
    return found


def children(seed: int, count: int) -> NDArray[np.uint64]:
    """The children of a seed, from which the items of a task, the games of a batch or the rows of an array draw.

    Args:
        seed: The seed.
        count: How many children, the first ones.

    Returns:
        Their seeds, shape (count,).
    """
    count = whole(count, "count", 0, MOST_BYTES // 8)
    return child_seeds(whole(seed, "seed", 0, 2**64 - 1), count)


def seeds_of(seed: Given, rows: int, name: str = "seed") -> NDArray[np.uint64]:
    """A seed for each row: the children of a number, or the elements of an array."""
    limits = (0, 2**64 - 1)
    try:
        return child_seeds(whole(seed, name, *limits), rows)
    except TypeError:
        seeds = integers(seed, name, "n", limits, np.uint64)
    if len(seeds) != rows:
        raise ValueError(f"{name}: expected one for each of {rows} rows, found {len(seeds)}")
    return seeds


def game_seeds(seeds: Given, rows: int) -> NDArray[np.uint64]:
    """A seed for each game of each row."""
    found = integers(seeds, "seeds", "n, games", (0, 2**64 - 1), np.uint64)
    if len(found) != rows:
        raise ValueError(f"seeds: expected a row for each of {rows} rows, found {len(found)}")
    return found


def room(shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """A new array of zeros, if it is not too large."""
    size = np.dtype(dtype).itemsize
    for side in shape:
        size *= side
    if size > MOST_BYTES:
        raise ValueError(f"the result would have {size} bytes, at most {MOST_BYTES} are possible")
    return np.zeros(shape, dtype)


def filled(
    out: NDArray[Any] | None,
    shape: tuple[int, ...],
    dtype: type[np.generic],
    fill: Callable[[NDArray[Any]], None],
    *inputs: NDArray[Any],
) -> NDArray[Any]:
    """What ``fill`` writes into an array of zeros: a new one, or ``out``. It reads ``inputs`` meanwhile."""
    if out is None:
        result = room(shape, dtype)
        fill(result)
        return result
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out: expected an array, found {type(out).__name__}")
    if out.shape != shape or out.dtype != dtype:
        expected = f"{np.dtype(dtype)} of the shape {shape}"
        raise ValueError(f"out: expected {expected}, found {out.dtype} of the shape {out.shape}")
    if not out.flags.writeable:
        raise ValueError("out: the array is read-only")

    # A view of an input, or one with gaps, is written at the end.
    is_apart = not any(np.may_share_memory(out, it) for it in inputs)
    if is_apart and out.flags.c_contiguous and out.flags.aligned:
        out.fill(0)
        fill(out)
        return out
    result = room(shape, dtype)
    fill(result)
    out[...] = result
    return out
