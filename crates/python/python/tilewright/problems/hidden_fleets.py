"""``Fleet-Adversarial-v1``: a fleet that a hunter finds late."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright import arrays
from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_genomes import Integers
from tilewright.problems._problem import Problem
from tilewright.problems._seeds import Seeds

#: The sides of the field.
SIDE = 10

#: The lengths of the ships.
LENGTHS = (4, 3, 3, 2, 2, 2, 1, 1, 1, 1)

#: The hunter.
HUNTER = "density"


def _places(length: int) -> NDArray[np.int64]:
    """The cells of each place of a ship, (places, length): in rows first, then in columns."""
    starts = np.arange(SIDE * (SIDE - length + 1))
    row, column = np.divmod(starts, SIDE - length + 1)
    along = np.arange(length)
    lying = (row * SIDE + column)[:, None] + along
    return lying if length == 1 else np.concatenate([lying, (column * SIDE + row)[:, None] + along * SIDE])


_PLACES = {length: _places(length) for length in set(LENGTHS)}


def _near() -> NDArray[np.bool_]:
    """Which cells are equal or touch, also at a corner."""
    row, column = np.divmod(np.arange(SIDE * SIDE), SIDE)
    gap = np.maximum(np.abs(row[:, None] - row), np.abs(column[:, None] - column))
    return np.asarray(gap <= 1)


_NEAR = _near()


def fleets(genomes: NDArray[Any]) -> NDArray[np.uint8]:
    """The fields of genomes, (n, 10, 10): the number of the ship on a cell from 1, or 0. A later ship covers an earlier
    one."""
    fields = np.zeros((len(genomes), SIDE * SIDE), np.uint8)
    for ship, length in enumerate(LENGTHS):
        np.put_along_axis(fields, _PLACES[length][genomes[:, ship]], ship + 1, axis=1)
    return fields.reshape(-1, SIDE, SIDE)


def clashes(genomes: NDArray[Any]) -> NDArray[np.int64]:
    """How many pairs of ships touch or overlap."""
    covered = np.zeros((len(genomes), len(LENGTHS), SIDE * SIDE), bool)
    near = np.zeros_like(covered)
    rows = np.arange(len(genomes))[:, None]
    for ship, length in enumerate(LENGTHS):
        cells = _PLACES[length][genomes[:, ship]]
        covered[rows, ship, cells] = True
        near[:, ship] = _NEAR[cells].any(axis=1)
    pairs = np.einsum("nac,nbc->nab", near.astype(np.float32), covered.astype(np.float32)) > 0
    return np.asarray((pairs.sum(axis=(1, 2)) - len(LENGTHS)) // 2, np.int64)


def shots(genomes: NDArray[Any], seeds: Seeds) -> Evaluated:
    """The shots of the hunter in each game; 0 where ships touch, since there is no such game."""
    violations = clashes(genomes)
    is_legal = violations == 0
    values = np.zeros(seeds.shape)
    if is_legal.any():
        values[is_legal] = arrays.battleship.hunt(fleets(genomes[is_legal]), HUNTER, seeds[is_legal])
    return Evaluated(values, violations)


def problem() -> Problem:
    """The problem."""
    high = [len(_PLACES[length]) - 1 for length in LENGTHS]
    return Problem(
        "Fleet-Adversarial-v1",
        "A fleet of ten ships that do not touch, for which the hunter `density` needs as many shots as possible.",
        Integers(len(LENGTHS), 0, high),
        shots,
        71.77,
        55.7,
        directions=("maximize",),
        objectives=("shots",),
        constraints=("touch",),
        budget=20_000,
        is_noisy=True,
        games=200,
        source="the best of `climb`, `genetic` and the genetic algorithm of pymoo with a hundred times the budget, in `references/best_known.py`",
        measures_what="Whether an optimizer finds legal fleets at all, and then separates good ones by few noisy games.",
        leaves_out="How hard a fleet is for people or for hunters that know it: the hunter does not learn.",
    )
