"""How good what was found is: the best value, the hypervolume of a front, the QD score of an archive."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_fitness import Evaluated
from tilewright._evolve_settings import Axis
from tilewright.problems._problem import Problem

Points = NDArray[np.float64]


class Measure(Protocol):
    """Takes evaluations, and says how good all of them are together."""

    def add(self, genomes: NDArray[Any], values: Points, found: Evaluated) -> None:
        """Takes genomes with their values, (n, objectives), violations and measures."""

    @property
    def quality(self) -> float:
        """How good they are, as :attr:`Problem.best` counts it; NaN as long as nothing is feasible."""


class BestValue:
    """The best feasible value, and its genome: the earliest one of equal ones."""

    def __init__(self, problem: Problem) -> None:
        self._sign = 1.0 if problem.directions[0] == "maximize" else -1.0
        self._best = -np.inf
        self.genome: NDArray[Any] | None = None

    def add(self, genomes: NDArray[Any], values: Points, found: Evaluated) -> None:
        scores = np.where(_feasible(found, len(values)), self._sign * values[:, 0], -np.inf)
        at = int(scores.argmax())
        if scores[at] > self._best:
            self._best = float(scores[at])
            self.genome = genomes[at].copy()

    @property
    def quality(self) -> float:
        return np.nan if self.genome is None else self._sign * self._best


class Front:
    """The feasible points that none dominates, and their hypervolume."""

    def __init__(self, problem: Problem) -> None:
        self._signs = np.array([1.0 if it == "maximize" else -1.0 for it in problem.directions])
        self._corner = self._signs * np.array(problem.corner)
        #: Greater is better; all are better than the corner.
        self._points: Points = np.empty((0, len(self._signs)))

    def add(self, genomes: NDArray[Any], values: Points, found: Evaluated) -> None:
        scores = (self._signs * values)[_feasible(found, len(values))]
        scores = scores[(scores > self._corner).all(axis=1)]
        if len(scores):
            self._points = undominated(np.concatenate([self._points, scores]))

    @property
    def quality(self) -> float:
        return hypervolume(self._points - self._corner)


class Elites:
    """The best feasible value of each bin, and the QD score."""

    def __init__(self, problem: Problem) -> None:
        self._sign = 1.0 if problem.directions[0] == "maximize" else -1.0
        self._axes, self._floor = problem.axes, self._sign * problem.floor
        self._best: Points = np.full([axis.bins for axis in problem.axes], -np.inf)

    def add(self, genomes: NDArray[Any], values: Points, found: Evaluated) -> None:
        is_feasible = _feasible(found, len(values))
        measures = np.asarray(found.measures, np.float64).reshape(len(values), -1)[is_feasible]
        bins = tuple(bin_of(axis, column) for axis, column in zip(self._axes, measures.T))
        np.maximum.at(self._best, bins, self._sign * values[is_feasible, 0])

    @property
    def quality(self) -> float:
        filled = self._best[np.isfinite(self._best)]
        return float((filled - self._floor).sum())


def measure_of(problem: Problem) -> BestValue | Front | Elites:
    """What measures the runs of a problem."""
    if problem.aim == "value":
        return BestValue(problem)
    return Front(problem) if problem.aim == "front" else Elites(problem)


def bin_of(axis: Axis, numbers: Points) -> NDArray[np.intp]:
    """The bins of numbers, as the engine counts them: those outside belong to the bin at the end."""
    share = (numbers - axis.low) / (axis.high - axis.low)
    return np.clip(np.floor(share * axis.bins), 0, axis.bins - 1).astype(np.intp)


def undominated(points: Points) -> Points:
    """The points that none dominates, greatest first; greater is better."""
    left = np.unique(points, axis=0)[::-1]
    kept = []
    # The first one of descending points is dominated by none after it.
    while len(left):
        kept.append(left[0])
        left = left[(left > left[0]).any(axis=1)]
    return np.array(kept).reshape(-1, points.shape[1])


def hypervolume(points: Points) -> float:
    """The volume between the origin and points that are greater, by slices of the first objective (Zitzler, 1999)."""
    if not len(points):
        return 0.0
    if points.shape[1] == 1:
        return float(points.max())
    order = points[np.argsort(-points[:, 0], kind="stable")]
    depths = order[:, 0] - np.append(order[1:, 0], 0.0)
    if points.shape[1] == 2:
        return float((depths * np.maximum.accumulate(order[:, 1])).sum())
    return float(
        sum(depth * hypervolume(undominated(order[: at + 1, 1:])) for at, depth in enumerate(depths) if depth)
    )


def _feasible(found: Evaluated, count: int) -> NDArray[np.bool_]:
    """Which genomes break no constraint."""
    if found.violations is None:
        return np.ones(count, bool)
    return np.asarray(np.asarray(found.violations).reshape(count) == 0)
