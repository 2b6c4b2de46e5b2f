"""``Paths-Dangerous-v1``: fast paths and safe ones across a map."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Integers
from tilewright.problems._problem import Problem
from tilewright.problems._seeds import children

#: The size of the map.
ROWS, COLUMNS = 24, 32

#: The row in which paths begin, west of the map, and end, east of it.
HOME = 12

#: How many camps there are, and how far each is dangerous.
CAMPS, REACH = 16, 6

#: How many blocks of wall there are, each of five rows in one column.
BLOCKS, HEIGHT = 6, 5

#: The longest time that a cell takes; the shortest is 1.
SLOWEST = 9

#: The corner of the hypervolume: no path of the front takes as long or is as dangerous.
CORNER = (600.0, 1500.0)


def _draws(seed: int, count: int, ends: tuple[int, int]) -> NDArray[np.int64]:
    """Pairs of whole numbers below the ends."""
    draws = children(seed, 0, 2 * count).reshape(count, 2)
    return (draws % np.array(ends, np.uint64)).astype(np.int64)


def danger() -> NDArray[np.int64]:
    """The danger of each cell: what the camps add, none of them near the northern or southern end."""
    rows, columns = np.mgrid[:ROWS, :COLUMNS]
    total = np.zeros((ROWS, COLUMNS), np.int64)
    for row, column in _draws(7, CAMPS, (ROWS - 8, COLUMNS)):
        gap = np.maximum(np.abs(rows - row - 4), np.abs(columns - column))
        total += np.maximum(REACH - gap, 0) ** 2
    return total


def times() -> NDArray[np.int64]:
    """How long each cell takes, from 1 to ``SLOWEST``: roads and mud."""
    draws = children(31, 0, ROWS * COLUMNS) % np.uint64(SLOWEST)
    return draws.astype(np.int64).reshape(ROWS, COLUMNS) + 1


def walls() -> NDArray[np.bool_]:
    """The blocks of wall."""
    made = np.zeros((ROWS, COLUMNS), bool)
    for row, column in _draws(11, BLOCKS, (ROWS - HEIGHT, COLUMNS)):
        made[row : row + HEIGHT, column] = True
    return made


def _above(cells: NDArray[Any]) -> NDArray[np.int64]:
    """The sums of each column above a row."""
    return np.concatenate([np.zeros((1, COLUMNS), np.int64), cells.cumsum(axis=0)])


_SUMS = tuple(_above(cells) for cells in (times(), danger(), walls()))


def judged(genomes: NDArray[Any]) -> Evaluated:
    """The time and the danger of each path, and the number of its cells that are walls.

    Gene ``c`` is the row in which the path leaves column ``c`` to the east. It enters the column in the row of the gene
    before, or in ``HOME``, and walks up or down within it; east of the map it walks home, a cell at a time.
    """
    before = np.concatenate([np.full((len(genomes), 1), HOME), genomes[:, :-1]], axis=1)
    low, high = np.minimum(before, genomes), np.maximum(before, genomes) + 1
    columns = np.arange(COLUMNS)
    # The cells of each column that are walked are those between two rows.
    time, dangers, blocked = (
        (above[high, columns] - above[low, columns]).sum(axis=1) for above in _SUMS
    )
    time += np.abs(genomes[:, -1] - HOME)
    return Evaluated(np.stack([time, dangers], axis=1), blocked)


def problem() -> Problem:
    """The problem."""
    return Problem(
        "Paths-Dangerous-v1",
        "Paths across a map of 24 × 32 cells that are fast, safe, or in between, and pass no wall.",
        Integers(COLUMNS, 0, ROWS - 1),
        judged,
        633_622.0,
        0.0,
        directions=("minimize", "minimize"),
        objectives=("time", "danger"),
        constraints=("walls",),
        corner=CORNER,
        budget=50_000,
        is_proved=True,
        source="all labels of a dynamic program over columns and rows, in `references/paths.py`",
        measures_what="How well a front of 52 points is spread out while most random genomes are infeasible.",
        leaves_out="Planning of paths, for which there are exact planners: an optimizer is not shown the map.",
    )
