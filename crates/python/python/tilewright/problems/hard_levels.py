"""``Match3-Hard-v1``: few obstacles that leave little to swap."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright import arrays
from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Bits
from tilewright.problems._problem import Problem

#: The sides of a level.
SIDE = 9

#: How many obstacles there may be.
MOST = 14


def codes(genomes: NDArray[Any]) -> NDArray[Any]:
    """The levels of genomes: a bit is an obstacle."""
    return genomes.reshape(-1, SIDE, SIDE) * np.uint8(arrays.match3.kinds().index("obstacle"))


def potentials(genomes: NDArray[Any]) -> Evaluated:
    """The potentials of levels, and how many obstacles too many and cells without refill they have."""
    found = arrays.match3.features(codes(genomes))
    too_many = np.maximum(genomes.sum(axis=1, dtype=np.int64) - MOST, 0)
    return Evaluated(found["potential"], too_many + found["violation"])


def problem() -> Problem:
    """The problem."""
    return Problem(
        "Match3-Hard-v1",
        "A match-3 level of 9 × 9 cells in which at most 14 obstacles leave as few ways to make a line as possible.",
        Bits(SIDE * SIDE),
        potentials,
        212.0,
        888.0,
        objectives=("potential",),
        constraints=("obstacles", "refill"),
        budget=50_000,
        is_proved=True,
        source="HiGHS (scipy.optimize.milp), with the rule of refills added where it is broken, in `references/levels.py`",
        measures_what="How well optimizers of bits pack patterns that overlap, under a limit and a rule of the game.",
        leaves_out="Difficulty for people or bots: the potential is a count of a level and no game is played.",
    )
