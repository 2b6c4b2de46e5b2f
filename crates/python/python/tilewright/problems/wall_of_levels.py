"""``QD-Wall-v1``: a wall of symmetric levels, one for each share of special cells and each potential."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright import arrays
from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Integers
from tilewright._evolve_settings import Axis
from tilewright.problems._problem import Problem

#: The sides of a level.
SIDE = 9

#: The potential of a level without special cells.
OPEN = 888

#: What the genes mean: four of six are ordinary cells, so that random levels look like levels.
KINDS = ("ordinary", "ordinary", "ordinary", "ordinary", "obstacle", "overlay2")


def codes(genomes: NDArray[Any]) -> NDArray[Any]:
    """The levels of genomes."""
    known = arrays.match3.kinds()
    table = np.array([known.index(kind) for kind in KINDS], np.uint8)
    return np.asarray(table[genomes].reshape(-1, SIDE, SIDE))


def judged(genomes: NDArray[Any]) -> Evaluated:
    """The symmetry of each level, its cells without refill, its share of special cells and of the potential."""
    levels = codes(genomes)
    found = arrays.match3.features(levels)
    symmetry = (levels == levels[:, :, ::-1]).mean(axis=(1, 2))
    special = (levels != arrays.match3.kinds().index("ordinary")).mean(axis=(1, 2))
    measures = np.stack([special, found["potential"] / OPEN], axis=1)
    return Evaluated(symmetry, found["violation"], measures)


def problem() -> Problem:
    """The problem."""
    return Problem(
        "QD-Wall-v1",
        "Match-3 levels of 9 × 9 cells that look the same in a mirror, for each density and each potential.",
        Integers(SIDE * SIDE, 0, len(KINDS) - 1),
        judged,
        145.97530864197532,
        0.0,
        directions=("maximize",),
        objectives=("symmetry",),
        constraints=("refill",),
        measures=("special cells", "potential"),
        axes=(Axis(0.0, 0.6, 12), Axis(0.0, 1.0, 20)),
        budget=100_000,
        source="the best of the four optimizers, pyribs and MAP-Elites of few changes with a hundred times the budget, bin by bin, in `references/best_known.py`; 146 would be a perfect level in each bin that any of them reached",
        measures_what="How many kinds of solutions an optimizer keeps, and how good each is.",
        leaves_out="Whether the levels are fun, or even won; the bins that no level reaches are counted as empty for all.",
    )
