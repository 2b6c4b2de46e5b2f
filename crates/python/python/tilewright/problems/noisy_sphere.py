"""``Sphere-Noisy-v1``: the bottom of a bowl, seen through noise."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Reals
from tilewright.problems._problem import Problem
from tilewright.problems._seeds import Seeds, bells, children, units

#: The number of genes.
GENES = 20

#: The standard deviation of a game.
NOISE = 0.5


#: Where the bowl is lowest: not in the middle, where optimizers begin.
LOWEST: NDArray[np.float64] = units(children(3, 0, 1), GENES)[0] - 0.5


def heights(genomes: NDArray[Any]) -> NDArray[np.float64]:
    """The sums of the squared distances, added gene by gene, so that they are the same on every processor."""
    total = np.zeros(len(genomes))
    for gene, lowest in zip(genomes.T, LOWEST):
        total += (gene - lowest) ** 2
    return total


def seen(genomes: NDArray[Any], seeds: Seeds) -> Evaluated:
    """The sums with noise."""
    return Evaluated(heights(genomes)[:, None] + NOISE * bells(seeds))


def problem() -> Problem:
    """The problem."""
    return Problem(
        "Sphere-Noisy-v1",
        "The bottom of a bowl of 20 dimensions, its height each time seen with an error of 0.5: does an optimizer believe its luck?",
        Reals(GENES, -1.0, 1.0),
        seen,
        0.0,
        8.14,
        objectives=("height",),
        budget=20_000,
        is_proved=True,
        source="by definition: the genome `noisy_sphere.LOWEST`",
        is_noisy=True,
        truth=heights,
        measures_what="Whether an optimizer spends its evaluations well between new genomes and second looks, and whether it believes its luck: what counts is what the genome that it claims is worth on average.",
        leaves_out="Noise that grows with the value, is skewed, or is the same for all genomes of a generation.",
    )
