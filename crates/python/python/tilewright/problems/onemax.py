"""``OneMax-v1``: as many ones as possible."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Bits
from tilewright.problems._problem import Problem
from tilewright.problems._seeds import children

#: The number of bits.
LENGTH = 100


#: Which bits count as ones when they are 0, so that no optimizer begins with the answer.
TURNED: NDArray[np.uint8] = (children(5, 0, LENGTH) % np.uint64(2)).astype(np.uint8)


def ones(genomes: NDArray[Any]) -> Evaluated:
    """The number of ones, where some bits are turned around."""
    return Evaluated((genomes ^ TURNED).sum(axis=1, dtype=np.int64))


def problem() -> Problem:
    """The problem."""
    return Problem(
        "OneMax-v1",
        "As many ones as possible among 100 bits, some of which are turned around: what every optimizer should solve, and how fast.",
        Bits(LENGTH),
        ones,
        float(LENGTH),
        LENGTH / 2,
        directions=("maximize",),
        objectives=("ones",),
        budget=10_000,
        is_proved=True,
        source="by definition: the genome `1 - onemax.TURNED`",
        measures_what="How fast an optimizer solves what has no traps: selection and step size of bits.",
        leaves_out="Whether it copes with genes that depend on each other, noise or constraints.",
    )
