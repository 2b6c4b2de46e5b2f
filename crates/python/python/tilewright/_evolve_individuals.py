"""What a search has found: individuals and archives."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_fitness import Values


class Individual(NamedTuple):
    """A genome with its value: a number, or an array if there are several objectives."""

    #: An array; a tuple of arrays if the genome has parts.
    genome: Any
    value: Any
    #: 0 if it breaks no constraint; the sum if constraints have names.
    violation: float
    #: How much it breaks each constraint, by name, if they have names.
    violations: dict[str, float] | None = None
    #: With noise the number of games of which the value is the mean, else None; of the best individuals, those that they
    #: played since they became candidates.
    games: int | None = None
    #: With noise the standard error of the value, infinite after one game, else None.
    error: Any = None

    def __repr__(self) -> str:
        violation = f" violation={self.violation:g}" if self.violation else ""
        if self.violation and self.violations:
            violation += f" ({', '.join(f'{key}={it:g}' for key, it in self.violations.items() if it)})"
        games = "" if self.games is None else f" ± {text(self.error)} in {self.games} games"
        parts = self.genome if isinstance(self.genome, tuple) else (self.genome,)
        return f"<Individual value={text(self.value)}{games}{violation} {' '.join(text(part) for part in parts)}>"


@dataclass(frozen=True, eq=False)
class Individuals:
    """Several individuals: row ``i`` of each array belongs to the same one."""

    #: (n, length); :class:`Ragged` if the length varies, a tuple with one for each part if there are several.
    genomes: Any
    #: (n,), or (n, objectives) if there are several.
    values: Values
    #: (n,): 0 for feasible ones; the sums if constraints have names.
    violations: Values
    #: (n,) for each constraint, by name, if they have names.
    by_constraint: dict[str, Values] | None = None
    #: (n,): with noise the number of games, else None.
    games: NDArray[np.int64] | None = None
    #: As the values: with noise their standard errors, infinite after one game, else None.
    errors: Values | None = None

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        feasible = int((self.violations == 0).sum())
        of = f"of {self.genomes.shape[1]} genes, " if isinstance(self.genomes, np.ndarray) else ""
        return f"<Individuals {len(self)} {of}feasible={feasible} values={text(self.values)}>"


@dataclass(frozen=True, eq=False)
class Archive:
    """The feasible elites of an archive, in the order of their bins."""

    #: (n, length); :class:`Ragged` if the length varies, a tuple with one for each part if there are several.
    genomes: Any
    #: (n,).
    values: Values
    #: (n, axes).
    measures: Values
    #: (n, axes): the bin on each axis, from 0; (n, 1) for cells: the number of the cell.
    bins: NDArray[np.int64]
    #: The share of bins that have an elite, from 0 to 1.
    coverage: float
    #: The sum of how much better than the floor the elites are.
    qd_score: float
    #: The number of bins on each axis, or that of cells.
    shape: tuple[int, ...]
    #: (cells, axes): the centroid of each cell; None for a grid.
    centroids: Values | None = None
    #: (n,): with noise the number of games, else None.
    games: NDArray[np.int64] | None = None
    #: (n,): with noise the standard errors of the values, infinite after one game, else None.
    errors: Values | None = None

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        shape = " × ".join(str(bins) for bins in self.shape)
        return f"<Archive {len(self)} elites in {shape} bins, coverage={self.coverage:.4g} qd_score={self.qd_score:.6g}>"

    def grid(self) -> Values:
        """The values as a grid with an axis for each measure, of cells one after the other; NaN where a bin is empty."""
        grid: Values = np.full(self.shape, np.nan)
        grid[tuple(self.bins.T)] = self.values
        return grid


def text(value: Any) -> str:
    """A number or an array in a line."""
    if np.ndim(value) == 0:
        return f"{value:g}"
    return np.array2string(np.asarray(value), precision=4, threshold=8, edgeitems=2, separator=", ").replace("\n", "")
