"""Runs of a problem in the forms that other packages take.

Each adapter takes a :class:`~tilewright.problems.Run`, so that what the other package evaluates is counted and measured.
They minimize, as these packages do; pyribs maximizes. Optimizers of real numbers alone search the unit cube, and
:meth:`~tilewright.problems.Problem.from_unit` says what its points mean.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright._evolve_genomes import Bits, Integers, Permutation, Reals
from tilewright._missing import missing
from tilewright.problems._problem import bounds
from tilewright.problems._run import Run

Numbers = NDArray[np.float64]

#: What a broken constraint costs where there is no other way to say it: more than any value of the suite.
PENALTY = 1e9


def losses(run: Run, genomes: ArrayLike) -> Numbers:
    """The objectives of genomes, (n, objectives), all to be minimized, with :data:`PENALTY` for each violation."""
    found = run.evaluate(genomes)
    signs = np.array([1.0 if it == "minimize" else -1.0 for it in run.problem.directions])
    values: Numbers = np.asarray(found.values, np.float64).reshape(-1, len(signs)) * signs
    if found.violations is not None:
        values += PENALTY * np.asarray(found.violations, np.float64).reshape(-1, 1)
    return values


def _loss(run: Run) -> Callable[[Any], float]:
    """What one point of the unit cube loses."""
    count = len(run.problem.directions)
    if count > 1:
        raise ValueError(f"run: {run.problem.name} has {count} objectives, and this optimizer one")

    def loss(point: ArrayLike) -> float:
        return float(losses(run, run.problem.from_unit(np.asarray(point)[None]))[0, 0])

    return loss


def cma(run: Run, sigma: float = 0.3) -> tuple[Callable[[Any], float], list[float], float, dict[str, Any]]:
    """What ``cma.fmin2`` and ``cma.CMAEvolutionStrategy`` take: ``cma.fmin2(*adapters.cma(run))``.

    The function takes one point of the unit cube, whose middle is the start. The options keep points within the cube and
    hold the seed. Of an archive it minimizes the one objective.

    Raises:
        ValueError: The problem has several objectives.
    """

    loss = _loss(run)
    options = {"bounds": [0.0, 1.0], "seed": run.seed % (2**31 - 1) + 1, "verbose": -9}
    return loss, [0.5] * run.problem.dimensions, sigma, options


def nevergrad(run: Run) -> tuple[Callable[[Any], float], Any]:
    """A function, and the parametrization of its argument: ``ng.optimizers.NGOpt(parametrization, budget=run.left)``.

    Raises:
        ValueError: The problem has several objectives.
    """
    try:
        import nevergrad as ng
    except ModuleNotFoundError as error:
        raise missing(error, "adapters.nevergrad", "peers") from None
    array = ng.p.Array(init=np.full(run.problem.dimensions, 0.5)).set_bounds(0.0, 1.0)
    array.random_state.seed(run.seed % 2**32)
    return _loss(run), array


def pymoo(run: Run) -> Any:
    """A ``pymoo.core.problem.Problem`` over whole generations, with the genes of the problem itself: choose operators of
    pymoo for bits, whole numbers or permutations."""
    try:
        from pymoo.core.problem import Problem
    except ModuleNotFoundError as error:
        raise missing(error, "adapters.pymoo", "peers") from None
    own = run.problem
    low, high = bounds(own.genome)
    types = {Bits: bool, Integers: int, Permutation: int, Reals: float}
    signs = np.array([1.0 if it == "minimize" else -1.0 for it in own.directions])

    class Adapted(Problem):  # type: ignore[misc]
        """The problem of a run."""

        def __init__(self) -> None:
            super().__init__(
                n_var=own.dimensions,
                n_obj=len(signs),
                n_ieq_constr=1 if own.constraints else 0,
                xl=low,
                xu=high,
                vtype=types[type(own.genome)],
            )

        def _evaluate(self, x: Any, out: dict[str, Any], *args: Any, **kwargs: Any) -> None:
            genomes = np.asarray(x)
            if not isinstance(own.genome, Reals) and (genomes != np.floor(genomes)).any():
                raise ValueError(f"{own.name} needs whole numbers: choose operators of pymoo for bits, whole numbers or permutations")
            found = run.evaluate(genomes.astype(own.genome.dtype))
            out["F"] = np.asarray(found.values, np.float64).reshape(len(x), -1) * signs
            if own.constraints:
                out["G"] = np.asarray(found.violations, np.float64).reshape(-1, 1)

    return Adapted()


class Ribs(NamedTuple):
    """What an archive and a scheduler of pyribs need."""

    #: For ``GridArchive(solution_dim=..., dims=..., ranges=...)``.
    solution_dim: int
    dims: list[int]
    ranges: list[tuple[float, float]]
    #: For the emitters.
    bounds: list[tuple[float, float]]
    #: Takes the solutions of ``scheduler.ask()``, and returns what ``scheduler.tell`` takes: objectives and measures.
    evaluate: Callable[[Any], tuple[Numbers, Numbers]]


def pyribs(run: Run) -> Ribs:
    """An archive of pyribs over the unit cube.

    Raises:
        ValueError: The problem has no archive.
    """
    if run.problem.aim != "archive":
        raise ValueError(f"run: {run.problem.name} has no measures, which an archive needs")

    def evaluate(points: Any) -> tuple[Numbers, Numbers]:
        found = run.evaluate(run.problem.from_unit(points))
        sign = 1.0 if run.problem.directions[0] == "maximize" else -1.0
        values = sign * np.asarray(found.values, np.float64).reshape(-1)
        if found.violations is not None:
            values -= PENALTY * np.asarray(found.violations, np.float64).reshape(-1)
        return values, np.asarray(found.measures, np.float64).reshape(len(values), -1)

    axes = run.problem.axes
    return Ribs(
        run.problem.dimensions,
        [axis.bins for axis in axes],
        [(axis.low, axis.high) for axis in axes],
        [(0.0, 1.0)] * run.problem.dimensions,
        evaluate,
    )
