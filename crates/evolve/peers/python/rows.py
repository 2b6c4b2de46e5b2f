"""The rows of the book's table for those who know pymoo: the result of both sides, and the CPU time of a run on one thread.

``python rows.py 7`` runs seven seeds of each row in turns; words after the number choose rows.
"""

import sys
import time

import numpy
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.algorithms.soo.nonconvex.cmaes import CMAES
from pymoo.algorithms.soo.nonconvex.de import DE
from pymoo.algorithms.soo.nonconvex.ga import GA
from pymoo.core.problem import Problem
from pymoo.indicators.hv import HV
from pymoo.operators.crossover.ox import OrderCrossover
from pymoo.operators.crossover.pntx import TwoPointCrossover
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.bitflip import BitflipMutation
from pymoo.operators.mutation.inversion import InversionMutation
from pymoo.operators.mutation.pm import PM
from pymoo.operators.sampling.rnd import BinaryRandomSampling, PermutationRandomSampling
from pymoo.optimize import minimize
from tilewright import evolve, set_threads

CITIES = numpy.random.default_rng(1).random((40, 2))
DISTANCES = numpy.linalg.norm(CITIES[:, None] - CITIES[None], axis=2)
BOX = evolve.Reals(10, -5.12, 5.12)
UNIT = evolve.Reals(30, 0, 1)


class Rows(Problem):
    """A problem of pymoo whose values are a function of the rows of an array."""

    def __init__(self, function, genes, objectives=1, low=0, high=1, **more):
        super().__init__(n_var=genes, n_obj=objectives, xl=low, xu=high, **more)
        self.function = function

    def _evaluate(self, genomes, out, *_, **__):
        out["F"] = self.function(genomes)


def tour(orders):
    """The length of a round through all cities."""
    orders = orders.astype(int)
    return DISTANCES[orders, numpy.roll(orders, -1, axis=1)].sum(axis=1)


def zeros(bits):
    """How few ones there are."""
    return -bits.sum(axis=1).astype(float)


def rastrigin(genomes):
    """Rastrigin's function."""
    return 10 * genomes.shape[1] + (genomes**2 - 10 * numpy.cos(2 * numpy.pi * genomes)).sum(axis=1)


def zdt(number):
    """ZDT1, ZDT2 or ZDT3."""

    def values(genomes):
        first, g = genomes[:, 0], 1 + 9 * genomes[:, 1:].mean(axis=1)
        share = first / g
        shape = [
            1 - numpy.sqrt(share),
            1 - share**2,
            1 - numpy.sqrt(share) - share * numpy.sin(10 * numpy.pi * first),
        ][number - 1]
        return numpy.stack([first, g * shape], axis=1)

    return values


def peer(problem, algorithm, generations):
    """A run of pymoo by its seed, and its result."""

    def run(seed):
        result = minimize(problem, algorithm(), ("n_gen", generations), seed=seed + 1)
        return result.F if problem.n_obj > 1 else float(result.F.min())

    return run


def ours(genome, scheme, function, generations, objectives=1):
    """The same here."""

    def run(seed):
        search = evolve.Search(genome, scheme, directions=["minimize"] * objectives, seed=seed)
        search.run(function, generations=generations)
        return search.front.values if objectives > 1 else search.best.value

    return run


def two(name, number, generations, algorithm, scheme):
    """A row with two objectives."""
    function = zdt(number)
    return name, [
        ("pymoo", peer(Rows(function, 30, 2), algorithm, generations)),
        (name, ours(UNIT, scheme, function, generations, 2)),
    ]


def tours():
    """GA of pymoo on permutations."""
    return GA(
        pop_size=100,
        sampling=PermutationRandomSampling(),
        crossover=OrderCrossover(),
        mutation=InversionMutation(),
    )


def bits():
    """GA of pymoo on bits."""
    return GA(
        pop_size=100, sampling=BinaryRandomSampling(), crossover=TwoPointCrossover(), mutation=BitflipMutation()
    )


MIXED = evolve.Plus(100, 100, crossover_rate=0.9)
ALIKE = evolve.DifferentialEvolution(100, weight=(0.5, 0.5), crossover_rate=0.2)
OPERATORS = {"crossover": SBX(eta=5, prob_var=0.9), "mutation": PM(eta=10, prob_var=0.1)}
OWN = evolve.Nsga2(
    100, crossover=evolve.SimulatedBinary(eta=5, rate=0.9), mutation=evolve.Polynomial(eta=10, rate=0.1)
)

TABLE = [
    ("GA, tours", [
        ("pymoo", peer(Rows(tour, 40, 1, 0, 40, vtype=int), tours, 200)),
        ("Plus", ours(evolve.Permutation(40), evolve.Plus(100, 100), tour, 200)),
        ("Plus, crossed", ours(evolve.Permutation(40), MIXED, tour, 200)),
        ("Generational", ours(evolve.Permutation(40), evolve.Generational(), tour, 200)),
    ]),
    ("GA, Rastrigin", [
        ("pymoo", peer(Rows(rastrigin, 10, 1, -5.12, 5.12), lambda: GA(pop_size=100), 200)),
        ("Plus, crossed", ours(BOX, MIXED, rastrigin, 200)),
        ("Generational", ours(BOX, evolve.Generational(), rastrigin, 200)),
    ]),
    ("GA, OneMax", [
        ("pymoo", peer(Rows(zeros, 200, vtype=bool), bits, 60)),
        ("Plus, crossed", ours(evolve.Bits(200), MIXED, zeros, 60)),
        ("Generational", ours(evolve.Bits(200), evolve.Generational(), zeros, 60)),
    ]),
    ("DE, Rastrigin", [
        ("pymoo", peer(Rows(rastrigin, 10, 1, -5.12, 5.12), lambda: DE(pop_size=100), 300)),
        ("as pymoo", ours(BOX, ALIKE, rastrigin, 300)),
        ("as SciPy", ours(BOX, evolve.DifferentialEvolution(100), rastrigin, 300)),
    ]),
    ("CMAES, Rastrigin", [
        ("pymoo", peer(Rows(rastrigin, 10, 1, -5.12, 5.12), lambda: CMAES(sigma=0.25, popsize=100), 200)),
        ("CmaEs", ours(BOX, evolve.CmaEs(sigma=2.56, population=100), rastrigin, 200)),
    ]),
    *(two(f"NSGA2, ZDT{it}", it, 250, lambda: NSGA2(pop_size=100), evolve.Nsga2(100)) for it in (1, 2, 3)),
    two("SBX and PM, ZDT1", 1, 150, lambda: NSGA2(pop_size=100, **OPERATORS), OWN),
]


def main(seeds, wanted):
    """Prints a line for each side of each row."""
    set_threads(1)
    volume = HV(ref_point=numpy.array([1.1, 1.1]))
    for name, sides in TABLE:
        if wanted and not any(word in name for word in wanted):
            continue
        found = {side: [] for side, _ in sides}
        for seed in range(seeds):
            for side, run in sides:
                begun = time.process_time()
                value = run(seed)
                seconds = time.process_time() - begun
                found[side].append((float(volume(value)) if numpy.ndim(value) else value, seconds))
        for side, pairs in found.items():
            values, seconds = numpy.array(pairs).T
            spread = f"{numpy.median(values):.5g} ({values.min():.5g} to {values.max():.5g})"
            print(f"{name:20} {side:16} {spread:40} {numpy.median(seconds):.3f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
