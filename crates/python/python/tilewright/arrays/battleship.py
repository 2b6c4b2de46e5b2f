"""Battleship: where ships may be, and fleets that are scored, drawn and hunted.

A fleet is an array of ship numbers, shape (rows, columns): 0 is water, and *k* the cells of ship *k*, counted from 1 in the order of ``fleet``. What is known of a
field is an array of shots: 0 unknown, 1 miss, 2 hit, 3 sunk.

``fleet`` is ``russian`` (ships of 4, 3, 3, 2, 2, 2, 1, 1, 1 and 1 cells), ``us`` (5, 4, 3, 3, 2), or the lengths; ``touch`` says how close ships may lie: ``never``,
``corners`` (diagonally) or ``free``, by default as is usual for the fleet, ``free`` for ``us`` and ``never`` for others.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright._tilewright import Fleets, fleet_scores, gene_scores, hunts
from tilewright._tilewright import posterior as _posterior
from tilewright.arrays._given import Given, filled, game_seeds, integers, seeds_of, whole

__all__ = ["fitness", "hunt", "posterior", "sample", "score"]

Fleet: TypeAlias = str | Sequence[int]

#: The largest side of a field.
MAX_SIDE = 26

#: The most fleets of a sample: a bound of what a mistyped number would draw.
MOST_FLEETS = 2**24


def _fleet(fleet: Fleet) -> str:
    if isinstance(fleet, str):
        return fleet
    return ",".join(str(whole(it, "fleet", 1, MAX_SIDE)) for it in fleet)


def _field(given: Given, name: str) -> NDArray[np.uint16]:
    array = integers(given, name, "n, rows, columns", (0, 2**16 - 1), np.uint16)
    for side, found in (("rows", array.shape[1]), ("columns", array.shape[2])):
        if not 1 <= found <= MAX_SIDE:
            raise ValueError(f"{name}: a field has 1 to {MAX_SIDE} {side}, found {found}")
    return array


def posterior(
    shots: Given,
    fleet: Fleet = "russian",
    touch: str | None = None,
    method: str = "density",
    *,
    budget: int = 5_000_000,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The probability that a ship occupies each cell, given some shots, as ``battleship.advise`` has it.

    Args:
        shots: Shape (n, rows, columns): 0 unknown, 1 miss, 2 hit, 3 or more sunk. Cells side by side with the same number are one sunk ship, so that 3 does for
            all of them unless they touch; then each has a number of its own.
        fleet: The ships.
        touch: How close they may lie.
        method: ``density`` weighs the places of each ship on its own, and after a hit those of the ship that was hit alone: the fastest, and good to aim by, but no probability of fleets, so
            that 0 does not mean that no ship can be there and the sum is not that of all ships. ``sampled`` draws fleets that agree with the shots,
            ``exact`` counts all of them, where the budget allows it, and else is ``sampled``.
        budget: The steps that counting may take for a board.
        out: An array of 64-bit floats of the shape of ``shots`` to write to.

    Returns:
        The probabilities, of the shape of ``shots``: 1 where a shot hit, 0 where it missed.

    Raises:
        ValueError: No fleet agrees with the shots of a row.
    """
    array = _field(shots, "shots")
    budget = whole(budget, "budget", 0, 2**63 - 1)

    def fill(to: NDArray[np.float64]) -> None:
        _posterior(array, _fleet(fleet), touch, method, budget, to)

    return filled(out, array.shape, np.float64, fill, array)


def score(
    fleets: Given,
    fleet: Fleet = "russian",
    *,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The fitness of the article of fleets, to be minimized: 0 is a fleet of which no two ships touch, as ``battleship.score`` has it.

    Args:
        fleets: Ship numbers, shape (n, rows, columns), with a straight ship of the right length for each one of ``fleet``. Ships may touch, but in an array they cannot
            overlap: :func:`fitness` takes chromosomes, which can.
        fleet: The ships.
        out: An array of 64-bit floats of the shape (n,) to write to.
    """
    array = _field(fleets, "fleets")
    return filled(out, (len(array),), np.float64, lambda to: fleet_scores(array, _fleet(fleet), to), array)


def fitness(
    genes: Given,
    rows: int = 10,
    columns: int = 10,
    fleet: Fleet = "russian",
    *,
    out: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The fitness of the article of chromosomes, to be minimized, as ``battleship.score`` has it.

    Args:
        genes: One chromosome a row, shape (n, 3 * ships): for each ship its row and its column, counted from 1, and 0 if it runs east from there, 1 if south. Ships may overlap and leave
            the field.
        rows: The rows of the field.
        columns: Its columns.
        fleet: The ships.
        out: An array of 64-bit floats of the shape (n,) to write to.
    """
    array = integers(genes, "genes", "n, genes", (-(2**31), 2**31 - 1), np.int32)
    size = (whole(rows, "rows", 1, MAX_SIDE), whole(columns, "columns", 1, MAX_SIDE))
    return filled(out, (len(array),), np.float64, lambda to: gene_scores(array, size, _fleet(fleet), to), array)


@lru_cache(maxsize=4)
def _placer(size: tuple[int, int], fleet: str, touch: str | None, placer: str) -> Fleets:
    return Fleets(size, fleet, touch, placer)


def sample(
    count: int,
    fleet: Fleet = "russian",
    touch: str | None = None,
    rows: int = 10,
    columns: int = 10,
    placer: str = "uniform",
    seed: Given = 0,
    *,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]:
    """Draws fleets.

    Args:
        count: How many.
        fleet: The ships.
        touch: How close they may lie.
        rows: The rows of the field.
        columns: Its columns.
        placer: ``uniform`` over all legal fleets, which the first call counts, for about a second in the standard game; ``sequential`` one ship after another; ``two-columns`` the long
            ones at a side; ``adversarial`` those that hunters take long to find, in the standard game.
        seed: A number, of which row ``i`` has child ``i``, or one for each row. Uniform and sequential fleets are those of ``battleship.place`` with that seed.
        out: An array of 16-bit unsigned integers of the shape (count, rows, columns) to write to.

    Returns:
        Ship numbers, shape (count, rows, columns).
    """
    count = whole(count, "count", 0, MOST_FLEETS)
    size = (whole(rows, "rows", 1, MAX_SIDE), whole(columns, "columns", 1, MAX_SIDE))
    seeds = seeds_of(seed, count)
    drawn = _placer(size, _fleet(fleet), touch, placer)
    return filled(out, (count, *size), np.uint16, lambda to: drawn.draw(seeds, to), seeds)


def hunt(
    fleets: Given,
    hunter: str,
    seeds: Given,
    fleet: Fleet = "russian",
    touch: str | None = None,
    *,
    out: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Hunts fleets: how many shots a hunter needs to sink each.

    Args:
        fleets: Ship numbers, shape (n, rows, columns). Each fleet must be legal.
        hunter: A strategy such as ``density`` or ``posterior``, a level such as ``novice`` or ``expert``, or a strategy with a skill such as ``density:0.7``; those of ``battleship.hunt``.
        seeds: A seed for each game of each fleet, from which the hunter draws, shape (n, games).
        fleet: The ships.
        touch: How close they may lie, which the hunter knows.
        out: An array of 64-bit integers of the shape (n, games) to write to.

    Returns:
        The shots, shape (n, games).
    """
    array = _field(fleets, "fleets")
    own = game_seeds(seeds, len(array))
    return filled(out, own.shape, np.int64, lambda to: hunts(array, _fleet(fleet), touch, hunter, own, to), array, own)
