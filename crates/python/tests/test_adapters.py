"""The problems in the hands of other packages, where these are installed: `cargo xtask python --heavy` installs them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tilewright import problems
from tilewright.problems import Run, adapters


def spent(run: Run, work: Callable[[], Any]) -> float:
    """Works until all evaluations are spent, each of which was counted, and returns the share that was reached."""
    with pytest.raises(problems.SpentError):
        work()
    assert run.left == 0
    return run.problem.share(float(run.qualities()[1][-1]))


def test_cma_solves_a_problem() -> None:
    cma = pytest.importorskip("cma")
    run = Run(problems.make("OneMax-v1"), 1, evaluations=5000)
    assert spent(run, lambda: [cma.fmin2(*adapters.cma(run), restarts=9) for _ in range(99)]) > 0.8


def test_nevergrad_solves_a_problem() -> None:
    ng = pytest.importorskip("nevergrad")
    run = Run(problems.make("Sphere-Noisy-v1"), 1, evaluations=2000)
    loss, cube = adapters.nevergrad(run)
    optimizer = ng.optimizers.TBPSA(cube, budget=3000)
    assert spent(run, lambda: optimizer.minimize(loss)) > 0.7


def test_pymoo_solves_problems_of_bits_and_permutations() -> None:
    pytest.importorskip("pymoo")
    from pymoo.algorithms.moo.nsga2 import NSGA2
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.operators.crossover.ox import OrderCrossover
    from pymoo.operators.crossover.pntx import TwoPointCrossover
    from pymoo.operators.crossover.sbx import SBX
    from pymoo.operators.mutation.bitflip import BitflipMutation
    from pymoo.operators.mutation.inversion import InversionMutation
    from pymoo.operators.mutation.pm import PM
    from pymoo.operators.repair.rounding import RoundingRepair
    from pymoo.operators.sampling.rnd import BinaryRandomSampling, IntegerRandomSampling, PermutationRandomSampling
    from pymoo.optimize import minimize

    def share(name: str, algorithm: Any) -> float:
        run = Run(problems.make(name), 1, evaluations=6000)
        return spent(run, lambda: minimize(adapters.pymoo(run), algorithm, ("n_gen", 10_000), seed=1))

    flips = {"crossover": TwoPointCrossover(), "mutation": BitflipMutation()}
    assert share("OneMax-v1", GA(sampling=BinaryRandomSampling(), **flips)) > 0.95
    orders = {"crossover": OrderCrossover(), "mutation": InversionMutation()}
    assert share("Tour-v1", GA(sampling=PermutationRandomSampling(), **orders)) > 0.5
    repair = RoundingRepair()
    steps = {"crossover": SBX(repair=repair), "mutation": PM(repair=repair)}
    assert share("Paths-Dangerous-v1", NSGA2(sampling=IntegerRandomSampling(), **steps)) > 0.1


def test_pyribs_fills_an_archive() -> None:
    pytest.importorskip("ribs")
    from ribs.archives import GridArchive
    from ribs.emitters import GaussianEmitter
    from ribs.schedulers import Scheduler

    run = Run(problems.make("QD-Wall-v1"), 1, evaluations=6000)
    own = adapters.pyribs(run)
    archive = GridArchive(solution_dim=own.solution_dim, dims=own.dims, ranges=own.ranges, seed=1)
    start = np.full(own.solution_dim, 0.3)
    emitter = GaussianEmitter(archive, sigma=0.2, x0=start, bounds=own.bounds, batch_size=50, seed=1)
    scheduler = Scheduler(archive, [emitter])

    def work() -> None:
        while True:
            scheduler.tell(*own.evaluate(scheduler.ask()))

    assert spent(run, work) > 0.1
