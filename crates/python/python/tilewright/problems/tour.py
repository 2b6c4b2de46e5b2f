"""``Tour-v1``: the shortest round trip of 50 cities."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Permutation
from tilewright.problems._problem import Problem
from tilewright.problems._seeds import children

#: The number of cities.
CITIES = 50

#: Whole coordinates from 0 to 999, drawn from the seed 1, so that no file holds them.
PLACES: NDArray[np.int64] = (children(1, 0, 2 * CITIES) % np.uint64(1000)).astype(np.int64).reshape(CITIES, 2)


def distances() -> NDArray[np.int64]:
    """How far cities are apart, rounded to whole numbers as in TSPLIB (Reinelt, 1991), so that sums are exact."""
    gaps = PLACES[:, None] - PLACES[None]
    return np.asarray(np.floor(np.sqrt((gaps**2).sum(axis=2)) + 0.5), np.int64)


_DISTANCES = distances()


def lengths(genomes: NDArray[Any]) -> Evaluated:
    """The lengths of the round trips."""
    return Evaluated(_DISTANCES[genomes, np.roll(genomes, -1, axis=1)].sum(axis=1))


def problem() -> Problem:
    """The problem."""
    return Problem(
        "Tour-v1",
        "The shortest round trip through 50 cities: permutations, whose neighbours count and not their places.",
        Permutation(CITIES),
        lengths,
        5829.0,
        26_000.0,
        objectives=("length",),
        budget=50_000,
        is_proved=True,
        source="HiGHS (scipy.optimize.milp) with subtour elimination, in `references/tour.py`",
        measures_what="Whether the operators of permutations keep neighbours, and how many evaluations a fine search takes.",
        leaves_out="Large instances, for which there are better programs than any optimizer without the distances.",
    )
