"""Shortest paths on maps: their lengths, and fields of distances.

A map is an array of shape (rows, columns). Each number is what a step into the cell costs, times its length, which is 1 or for a diagonal step the square root of 2: 1 on
free ground, from 0.001 to 1,000,000. 0 and infinity are walls. So an array of bools is True where it can be walked on, and the numbers of ``tilewright.path`` mean
the same here.
"""

import numpy as np
from numpy.typing import NDArray

from tilewright._tilewright import path_fields, path_lengths
from tilewright.arrays._given import Given, array_of, filled, integers, numbers, shaped, whole

__all__ = ["fields", "lengths"]

#: The costs of cells that are no walls.
LEAST, MOST = 0.001, 1e6

#: The most cells of a map.
MOST_CELLS = 2**24


def _maps(maps: Given) -> tuple[NDArray[np.float64], bool]:
    """Maps, and whether it was one alone."""
    given = array_of(maps, "maps")
    single = given.ndim == 2
    array = numbers(given[np.newaxis] if single else given, "maps", "n, rows, columns")
    if not 0 < array.shape[1] * array.shape[2] <= MOST_CELLS:
        raise ValueError(f"maps: expected 1 to {MOST_CELLS} cells a map, found {array.shape[1]} × {array.shape[2]}")

    # Only an array of numbers can have a cost that is none.
    if given.dtype.kind != "b":
        is_cost = (array >= LEAST) & (array <= MOST) | (array == 0) | (array == np.inf)
        if not is_cost.all():
            at = tuple(int(it) for it in np.argwhere(~is_cost)[0])
            raise ValueError(
                f"maps: row {at[0]}: expected costs from {LEAST} to {MOST:g}, 0 or infinity, found {array[at]} at {list(at[1:])}"
            )
    return array, single


def _cells(cells: Given, name: str, axes: str, size: tuple[int, ...]) -> NDArray[np.uint32]:
    """Cells of maps, as rows and columns."""
    array = integers(cells, name, axes, (0, MOST_CELLS), np.uint32)
    if array.shape[-1] != 2:
        raise ValueError(f"{name}: expected a row and a column on the last axis, found {array.shape[-1]} numbers")
    outside = (array >= np.array(size, np.uint32)).any(axis=-1)
    if outside.any():
        at = tuple(int(it) for it in np.argwhere(outside)[0])
        raise ValueError(f"{name}: row {at[0]}: {array[at].tolist()} is outside the map of {size[0]} × {size[1]} cells")
    return array


def lengths(
    maps: Given,
    starts: Given,
    goals: Given,
    *,
    directions: int = 8,
    corners: str = "never",
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The lengths of shortest paths, by an exact planner.

    Args:
        maps: One map for all queries, shape (rows, columns), which is laid out once; or a map for each, shape (n, rows, columns).
        starts: The row and column of each start, shape (n, 2).
        goals: Those of each goal, shape (n, 2).
        directions: 4 or 8 neighbours.
        corners: When a diagonal step may pass walls: ``never``, past ``one`` of two, or ``always``.
        out: An array of 64-bit floats of the shape (n,) to write to.

    Returns:
        The cost of the cheapest path of each query, shape (n,): its length where every cell costs 1. Infinity where there is none, as from or to a wall.
    """
    array, single = _maps(maps)
    size = array.shape[1:]
    starts = _cells(starts, "starts", "n, 2", size)
    goals = _cells(goals, "goals", "n, 2", size)
    count = len(starts)
    if len(goals) != count:
        raise ValueError(f"goals: expected one for each of {count} starts, found {len(goals)}")
    if not single and len(array) != count:
        raise ValueError(f"maps: expected one map, or one for each of {count} starts, found {len(array)}")
    queries = np.concatenate([starts, goals], axis=1)
    directions = whole(directions, "directions", 4, 8)

    def fill(to: NDArray[np.float64]) -> None:
        path_lengths(array, queries, directions, corners, to)

    return filled(out, (count,), np.float64, fill, array)


def fields(
    maps: Given,
    goals: Given,
    *,
    directions: int = 8,
    corners: str = "never",
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Fields of distances: for each cell what it costs to come from there to the nearest goal.

    Args:
        maps: A map, shape (rows, columns), or several, shape (n, rows, columns).
        goals: The row and column of each goal: of one map or the same on all, shape (goals, 2), or for each map its own, shape (n, goals, 2). A goal in a wall counts as
            none.
        directions: 4 or 8 neighbours.
        corners: When a diagonal step may pass walls: ``never``, past ``one`` of two, or ``always``.
        out: An array of 64-bit floats of the shape of ``maps`` to write to.

    Returns:
        The costs, of the shape of ``maps``: 0 on goals, infinity on walls and where no goal can be reached from.
    """
    array, single = _maps(maps)
    given = array_of(goals, "goals")
    same = given.ndim == 2
    axes = "goals, 2" if same else "n, goals, 2"
    own = shaped(_cells(given, "goals", axes, array.shape[1:]), "goals", axes)
    own = own[np.newaxis] if same else own
    if not same and len(own) != len(array):
        raise ValueError(f"goals: expected those of each of {len(array)} maps, found {len(own)}")
    if own.shape[1] == 0:
        raise ValueError("goals: expected one at least, found none")
    directions = whole(directions, "directions", 4, 8)
    shape = array.shape[1:] if single else array.shape

    def fill(to: NDArray[np.float64]) -> None:
        path_fields(array, own, directions, corners, to if to.ndim == 3 else to[np.newaxis])

    return filled(out, shape, np.float64, fill, array)
