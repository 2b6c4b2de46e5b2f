"""ZDT1 of 30 variables by NSGA-II: a population of 100, SBX (eta 15, rate 0.9), polynomial mutation (eta 20, rate
1/30), until the front dominates enough of the rectangle up to (1.1, 1.1), of which 0.8767 is possible."""

import array
import random

import numpy
from deap import base, benchmarks, creator, tools
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.problems import get_problem
from tilewright import evolve

GENES, POPULATION, CROSSED, NEAR, FAR = 30, 100, 0.9, 15, 20
VOLUME, LIMIT = 0.865, 100_000
QUALITY = f"hypervolume {VOLUME}"

creator.create("Two", base.Fitness, weights=(-1.0, -1.0))
creator.create("Reals", array.array, typecode="d", fitness=creator.Two)


def reached(quality):
    """Whether the front has the volume."""
    return quality >= VOLUME


def volume(values):
    """The area that points dominate up to (1.1, 1.1)."""
    inside = values[(values < 1.1).all(axis=1)]
    area, low = 0.0, 1.1
    for first, second in inside[numpy.argsort(inside[:, 0], kind="stable")]:
        if second < low:
            area += (1.1 - first) * (low - second)
            low = second
    return area


def zdt1(x):
    """Both objectives of each row."""
    g = 1 + 9 * x[:, 1:].mean(axis=1)
    return numpy.stack([x[:, 0], g * (1 - numpy.sqrt(x[:, 0] / g))], axis=1)


def tilewright(seed):
    """Ours."""
    scheme = evolve.Nsga2(
        POPULATION,
        crossover=evolve.SimulatedBinary(NEAR),
        crossover_rate=CROSSED,
        mutation=evolve.Polynomial(FAR, 1 / GENES),
    )
    search = evolve.Search(evolve.Reals(GENES, 0, 1), scheme, directions=["minimize"] * 2, seed=seed)
    while True:
        for _ in range(10):
            search.tell(zdt1(search.ask()))
        yield search.evaluations, lambda: volume(search.front.values)


def pymoo(seed):
    """pymoo's NSGA2, which drops copies."""
    algorithm = NSGA2(
        pop_size=POPULATION,
        crossover=SBX(eta=NEAR, prob=CROSSED, prob_var=0.5),
        mutation=PM(eta=FAR, prob=1.0, prob_var=1 / GENES),
    )
    problem = get_problem("zdt1", n_var=GENES)
    algorithm.setup(problem, seed=seed, termination=("n_eval", LIMIT), verbose=False)
    while True:
        for _ in range(10):
            algorithm.next()
        yield algorithm.evaluator.n_eval, lambda: volume(algorithm.pop.get("F"))


def deap(seed):
    """DEAP's example of NSGA-II, which selects parents by tournaments of dominance and crowding."""
    random.seed(seed)
    box = base.Toolbox()
    box.register("individual", lambda: creator.Reals(random.random() for _ in range(GENES)))
    box.register("evaluate", benchmarks.zdt1)
    box.register("mate", tools.cxSimulatedBinaryBounded, low=0.0, up=1.0, eta=NEAR)
    box.register("mutate", tools.mutPolynomialBounded, low=0.0, up=1.0, eta=FAR, indpb=1 / GENES)
    population = [box.individual() for _ in range(POPULATION)]
    for one in population:
        one.fitness.values = box.evaluate(one)
    population = tools.selNSGA2(population, POPULATION)
    evaluations = POPULATION
    while True:
        for _ in range(10):
            children = [box.clone(one) for one in tools.selTournamentDCD(population, POPULATION)]
            for one, two in zip(children[::2], children[1::2]):
                if random.random() <= CROSSED:
                    box.mate(one, two)
                box.mutate(one)
                box.mutate(two)
                one.fitness.values, two.fitness.values = box.evaluate(one), box.evaluate(two)
            evaluations += POPULATION
            population = tools.selNSGA2(population + children, POPULATION)
        yield evaluations, lambda: volume(numpy.array([one.fitness.values for one in population]))


ENGINES = {"tilewright": tilewright, "pymoo NSGA2": pymoo, "DEAP selNSGA2": deap}
