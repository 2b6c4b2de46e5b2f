"""A run: an optimizer at work on a problem, counted and measured."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright._evolve_fitness import Evaluated
from tilewright.problems._measure import BestValue, measure_of
from tilewright.problems._problem import Problem
from tilewright.problems._seeds import children

#: How many points of a run are measured while its evaluations grow tenfold.
POINTS = 20

#: Searches by :meth:`Run.evaluate` until that raises :class:`SpentError`, or until it has nothing more to do.
Optimizer: TypeAlias = Callable[["Run"], object]


class SpentError(Exception):
    """The evaluations of a run are spent. The suite expects it; an optimizer need not."""


class Run:
    """What an optimizer is given: a problem, a seed and evaluations, each of which is counted and measured.

    Args:
        problem: The problem.
        seed: Where all that is random about the run comes from.
        evaluations: How many there are; default: the budget of the problem.
    """

    def __init__(self, problem: Problem, seed: int, evaluations: int | None = None) -> None:
        #: The problem.
        self.problem = problem
        #: A whole number, of which the optimizer makes all its random choices.
        self.seed = seed
        #: How many evaluations there are.
        self.evaluations = problem.budget if evaluations is None else evaluations
        #: How many were made.
        self.spent = 0
        self._measure = measure_of(problem)
        self._points = grid(self.evaluations)
        self._qualities: list[float] = []
        self._claims: list[NDArray[Any] | None] = []
        self._claimed: NDArray[Any] | None = None

    @property
    def left(self) -> int:
        """How many evaluations are left."""
        return self.evaluations - self.spent

    def evaluate(self, genomes: ArrayLike, seeds: ArrayLike | None = None) -> Evaluated:
        """The values, violations and measures of genomes.

        Args:
            genomes: (n, genes).
            seeds: Of a noisy problem, (n,) or (n, games), each game an evaluation; default: one new seed for each genome.
                Other problems need none and ignore them.

        Raises:
            SpentError: There are fewer evaluations left. As many as there are count, and then none is left.
            ValueError: The genomes are none of the problem.
        """
        rows = self.problem.checked(genomes)
        if self.problem.is_noisy and seeds is None:
            seeds = children(self.seed, self.spent, len(rows))
        elif not self.problem.is_noisy:
            seeds = None
        games = 1 if seeds is None or np.ndim(seeds) < 2 else np.shape(seeds)[1]
        fitting = min(len(rows), self.left // games)
        if fitting < len(rows):
            if fitting:
                self._evaluated(rows[:fitting], None if seeds is None else np.asarray(seeds)[:fitting], games)
            self.spent = self.evaluations
            self._mark()
            raise SpentError(f"{self.problem.name}: all {self.evaluations} evaluations are spent")
        return self._evaluated(rows, seeds, games)

    def claim(self, genome: ArrayLike) -> None:
        """Names the genome that the optimizer would give as its answer, for noisy problems, until it names another one.

        Without a claim it is the one with the best value so far, however lucky.
        """
        own = np.asarray(genome)
        if own.ndim != 1:
            raise ValueError(f"genome: expected one genome, the shape ({self.problem.dimensions},), found {own.shape}")
        self._claimed = self.problem.checked(own[None])[0].copy()

    @property
    def claimed(self) -> NDArray[Any] | None:
        """The genome that counts as the answer: the last one that was claimed, else the one with the best feasible value;
        None if there is none, and for fronts and archives."""
        if self._claimed is not None or not isinstance(self._measure, BestValue):
            return self._claimed
        return self._measure.genome

    def qualities(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The points of the run so far, in evaluations, and the quality at each: NaN as long as nothing is feasible.

        Of a noisy problem it is what the genome that was claimed there is worth on average.
        """
        points = self._points[: len(self._qualities)]
        if not self.problem.is_noisy:
            return points, np.array(self._qualities)
        found = np.full(len(points), np.nan)
        known = {it.tobytes(): it for it in self._claims if it is not None}
        if known:
            worth = dict(zip(known, self.problem.truths(np.stack(list(known.values())))))
            for at, genome in enumerate(self._claims):
                if genome is not None:
                    found[at] = worth[genome.tobytes()]
        return points, found

    def _evaluated(self, rows: NDArray[Any], seeds: ArrayLike | None, games: int) -> Evaluated:
        found = self.problem(rows, seeds) if self.problem.is_noisy else self.problem(rows)
        values = np.asarray(found.values, np.float64)
        if self.problem.is_noisy:
            values = values.reshape(len(rows), games).mean(axis=1)
        values = values.reshape(len(rows), len(self.problem.directions))
        # Up to each point that is passed, so that it is measured where it lies.
        start = 0
        while start < len(rows):
            until = self._points[len(self._qualities)] if len(self._qualities) < len(self._points) else self.evaluations
            end = min(len(rows), start + max(1, -(-int(until - self.spent) // games)))
            part = slice(start, end)
            self._measure.add(rows[part], values[part], _part(found, part))
            self.spent += (end - start) * games
            self._mark()
            start = end
        return found

    def _mark(self) -> None:
        """Measures the points that are passed."""
        while len(self._qualities) < len(self._points) and self._points[len(self._qualities)] <= self.spent:
            self._qualities.append(self._measure.quality)
            self._claims.append(self.claimed)


def grid(evaluations: int) -> NDArray[np.int64]:
    """The numbers of evaluations at which a run is measured, :data:`POINTS` for each power of ten, and the last one."""
    steps = np.arange(1, POINTS * int(np.ceil(np.log10(max(2, evaluations)))) + 1)
    found = np.unique(np.floor(10.0 ** (steps / POINTS)).astype(np.int64))
    return np.append(found[found < evaluations], evaluations)


def _part(found: Evaluated, part: slice) -> Evaluated:
    violations, measures = (None if it is None else np.asarray(it)[part] for it in found[1:])
    return Evaluated(np.asarray(found.values)[part], violations, measures)
