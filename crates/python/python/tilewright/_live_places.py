"""Places on maps, and how arguments become numbers."""

import operator
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._errors import RefusedError

#: The numbers of a place: row, column, floor.
Spot: TypeAlias = tuple[int, int, int]

At: TypeAlias = Sequence[int] | NDArray[np.integer[Any]]
"""A place that is given: ``(row, column)`` on floor 0, or ``(row, column, floor)``."""

Goals: TypeAlias = At | Iterable[At]
"""A place, or several: a list or set of places, or an array with a row for each."""

#: The largest numbers of 16, 32 and 64 bits.
MOST_16, MOST_32, MOST_64 = (1 << 16) - 1, (1 << 32) - 1, (1 << 64) - 1


class Place(NamedTuple):
    """A place on a map. It is a tuple of three numbers: ``(3, 9)`` is not equal to ``Place(3, 9)``, but to its :attr:`cell`."""

    row: int
    """Its row, from 0 at the top."""
    column: int
    """Its column, from 0 at the left."""
    floor: int = 0
    """Its floor, from 0."""

    @property
    def cell(self) -> tuple[int, int]:
        """Its row and column."""
        return self.row, self.column


class Terrain(IntEnum):
    """What a cell is made of. The numbers from 5 to 15 are free for roads, mud or lava."""

    FREE = 0
    SWAMP = 1
    WATER = 2
    WALL = 3
    TREES = 4


class OfMap:
    """What belongs to its map: it cannot be pickled or copied alone."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__
        raise TypeError(f"a {name} belongs to its map and cannot be copied or pickled: pickle the map, and make the {name} anew")


def whole(key: str, value: Any, most: int, least: int = 0) -> int:
    """A whole number of a range."""
    number = operator.index(value)
    if not least <= number <= most:
        raise RefusedError(f"expected a whole number from {least} to {most}, found {number}", key=key)
    return number


def spot(at: At) -> Spot:
    """The numbers of a place."""
    if len(at) not in (2, 3):
        raise RefusedError(f"expected a row, a column and perhaps a floor, found {tuple(at)}")
    row, column, floor = (*at, 0) if len(at) == 2 else at
    numbers = operator.index(row), operator.index(column), operator.index(floor)
    if min(numbers) < 0 or max(numbers) > MOST_32:
        raise RefusedError(f"expected a row, a column and a floor from 0, found {numbers}")
    return numbers


def spots(given: Goals) -> list[Spot]:
    """The numbers of one place or of several."""
    places: list[Any] = list(given)
    if places and isinstance(places[0], (int, np.integer)):
        return [spot(places)]
    return [spot(it) for it in places]


def agent(layer: int, size: int, mask: int) -> Spot:
    """The numbers of an agent."""
    return whole("layer", layer, MOST_32), whole("size", size, MOST_32), whole("mask", mask, MOST_32)
