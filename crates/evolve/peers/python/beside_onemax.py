"""OneMax of 500 bits: a population of 300 without an elite, tournaments of 3, two-point crossover at a rate of 0.9,
every bit of every child flipped at a rate of 1/500."""

import random

import numpy
from deap import algorithms, base, creator, tools
from pymoo.algorithms.soo.nonconvex.ga import GA
from pymoo.core.problem import Problem
from pymoo.operators.crossover.pntx import TwoPointCrossover
from pymoo.operators.mutation.bitflip import BitflipMutation
from pymoo.operators.sampling.rnd import BinaryRandomSampling
from tilewright import evolve

BITS, POPULATION, CROSSED = 500, 300, 0.9
LIMIT = 300_000
QUALITY = f"{BITS} ones"

creator.create("Ones", base.Fitness, weights=(1.0,))
creator.create("Bits", list, fitness=creator.Ones)


def reached(quality):
    """Whether all bits are ones."""
    return quality >= BITS


def tilewright(seed):
    """Ours."""
    scheme = evolve.Generational(
        POPULATION, elite=0, selection=evolve.Tournament(3), crossover=evolve.TwoPoint(), crossover_rate=CROSSED
    )
    search = evolve.Search(evolve.Bits(BITS), scheme, directions="maximize", seed=seed)
    while True:
        search.tell(search.ask().sum(axis=1))
        yield search.evaluations, lambda: search.best.value


def deap(seed):
    """DEAP's `eaSimple`, one generation after the other."""
    random.seed(seed)
    box = base.Toolbox()
    box.register("bit", random.randint, 0, 1)
    box.register("individual", tools.initRepeat, creator.Bits, box.bit, BITS)
    box.register("mate", tools.cxTwoPoint)
    box.register("mutate", tools.mutFlipBit, indpb=1 / BITS)
    box.register("select", tools.selTournament, tournsize=3)
    population = [box.individual() for _ in range(POPULATION)]
    evaluations = 0
    while True:
        for one in (waiting := [one for one in population if not one.fitness.valid]):
            one.fitness.values = (sum(one),)
        evaluations += len(waiting)
        yield evaluations, lambda: max(one.fitness.values[0] for one in population)
        chosen = box.select(population, len(population))
        population = algorithms.varAnd(chosen, box, cxpb=CROSSED, mutpb=1.0)


class Ones(Problem):
    """Minus the number of ones."""

    def __init__(self):
        super().__init__(n_var=BITS, n_obj=1, xl=0, xu=1, vtype=bool)

    def _evaluate(self, x, out, *args, **kwargs):
        out["F"] = -x.sum(axis=1)


def pymoo(seed):
    """pymoo's GA, which keeps the best of parents and children, drops copies, and selects by tournaments of 2."""
    algorithm = GA(
        pop_size=POPULATION,
        sampling=BinaryRandomSampling(),
        crossover=TwoPointCrossover(prob=CROSSED),
        mutation=BitflipMutation(prob=1.0, prob_var=1 / BITS),
    )
    algorithm.setup(Ones(), seed=seed, termination=("n_eval", LIMIT), verbose=False)
    while True:
        algorithm.next()
        yield algorithm.evaluator.n_eval, lambda: -numpy.min(algorithm.pop.get("F"))


ENGINES = {"tilewright": tilewright, "DEAP eaSimple": deap, "pymoo GA": pymoo}
