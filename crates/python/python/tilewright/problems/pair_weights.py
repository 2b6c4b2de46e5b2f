"""``Ntuple-Weights-v1``: a small network that plays 2048."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright import arrays
from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Reals
from tilewright.problems._problem import Problem
from tilewright.problems._seeds import Seeds

#: How many tiles the network tells apart: none, 2, 4 and so on, and 512 with all greater ones.
VALUES = 10

#: The pairs of neighbours that are not the same turned or mirrored, and what a look at each weighs: the four pairs of
#: the second and of the last are looked at twice, once from each end.
PAIRS = ((0, 1), (1, 2), (1, 5), (5, 6))
LOOKS = np.array([1.0, 0.5, 1.0, 0.5])

#: The moves after which a game ends.
MOVES = 1000

_LOW, _HIGH = np.triu_indices(VALUES)

#: The gene of each pair of tiles, whichever comes first.
_GENES = np.zeros((VALUES, VALUES), np.intp)
_GENES[_LOW, _HIGH] = _GENES[_HIGH, _LOW] = np.arange(len(_LOW))


def weights(genomes: NDArray[Any]) -> NDArray[np.float64]:
    """The tables of the network, (n, 4, 100): the same one for all 24 pairs of neighbours."""
    table = genomes[:, _GENES.reshape(-1)]
    return np.asarray(table[:, None] * LOOKS[:, None])


def scores(genomes: NDArray[Any], seeds: Seeds) -> Evaluated:
    """The score of each game."""
    return Evaluated(arrays.game2048.play(weights(genomes), PAIRS, seeds, values=VALUES, max_moves=MOVES))


def problem() -> Problem:
    """The problem."""
    return Problem(
        "Ntuple-Weights-v1",
        "A network of 2048 that adds a weight for each pair of neighbouring tiles: 55 numbers, judged by whole games.",
        Reals(len(_LOW), -500.0, 500.0),
        scores,
        14_590.544,
        664.0,
        directions=("maximize",),
        objectives=("score",),
        budget=25_000,
        is_noisy=True,
        games=1000,
        source="the best of `genetic`, `strategy` and the CMA-ES of the package cma with a hundred times the budget, in `references/best_known.py`",
        measures_what="Search of real numbers where only the sum of a whole game is seen, and the noise is as large as the progress.",
        leaves_out="What a network of 2048 can learn move by move, which is much more.",
    )
