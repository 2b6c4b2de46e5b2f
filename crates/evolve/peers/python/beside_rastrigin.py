"""Rastrigin's function of 10 variables by CMA-ES: 200 samples, a first step size of 2, a first mean that is uniform
from -5.12 to 5.12, no bounds, no restart."""

import cma
import jax
import numpy
from evosax.algorithms import CMA_ES
from pymoo.algorithms.soo.nonconvex.cmaes import CMAES
from pymoo.core.problem import Problem
from tilewright import evolve

GENES, SAMPLES, SIGMA, EDGE = 10, 200, 2.0, 5.12
VALUE, LIMIT = 1e-6, 60_000
QUALITY = f"value {VALUE}"


def reached(quality):
    """Whether the value is small enough."""
    return quality <= VALUE


def rastrigin(x, maths=numpy):
    """The value of each row."""
    return 10 * GENES + (x**2 - 10 * maths.cos(2 * maths.pi * x)).sum(axis=1)


def start(seed):
    """The first mean."""
    return numpy.random.default_rng(seed).uniform(-EDGE, EDGE, GENES)


def tilewright(seed):
    """Ours."""
    scheme = evolve.CmaEs(sigma=SIGMA, population=SAMPLES, bounded=False)
    genome = evolve.Reals(GENES, -EDGE, EDGE)
    search = evolve.Search(genome, scheme, seed=seed, initial=[start(seed)])
    while True:
        search.tell(rastrigin(search.ask()))
        yield search.evaluations, lambda: search.best.value


def pycma(seed):
    """The package cma."""
    options = {"popsize": SAMPLES, "seed": seed, "verbose": -9, "tolfun": 0, "tolx": 0, "tolfunhist": 0, "tolstagnation": 10**9}
    search = cma.CMAEvolutionStrategy(start(seed), SIGMA, options)
    while True:
        points = search.ask()
        search.tell(points, list(rastrigin(numpy.asarray(points))))
        yield search.countevals, lambda: search.best.f


class Rastrigin(Problem):
    """The value, without bounds."""

    def __init__(self):
        super().__init__(n_var=GENES, n_obj=1)

    def _evaluate(self, x, out, *args, **kwargs):
        out["F"] = rastrigin(x)


def pymoo(seed):
    """pymoo's CMAES, which drives the package cma."""
    algorithm = CMAES(x0=start(seed), sigma=SIGMA, popsize=SAMPLES, restarts=0, normalize=False, tolfun=0, tolx=0)
    algorithm.setup(Rastrigin(), seed=seed, termination=("n_eval", 2 * LIMIT), verbose=False)
    while True:
        if algorithm.has_next():
            algorithm.next()
        else:
            # It ended by itself, and its evaluations are all that it can do.
            yield LIMIT, lambda: algorithm.opt.get("F").min()
        yield algorithm.evaluator.n_eval, lambda: algorithm.opt.get("F").min()


COMPILED = []


def step(state, key):
    """A generation of evosax, the fitness included, which is compiled as a whole."""
    engine, parameters, _ = COMPILED
    one, two = jax.random.split(key)
    points, state = engine.ask(one, state, parameters)
    values = rastrigin(points, jax.numpy)
    state, _ = engine.tell(two, points, values, state, parameters)
    return state


def evosax(seed):
    """evosax, compiled once by JAX for the processor."""
    if not COMPILED:
        engine = CMA_ES(population_size=SAMPLES, solution=jax.numpy.zeros(GENES))
        COMPILED.extend([engine, engine.default_params.replace(std_init=SIGMA), jax.jit(step)])
    engine, parameters, compiled = COMPILED
    key = jax.random.key(seed)
    state = engine.init(key, jax.numpy.asarray(start(seed)), parameters)
    evaluations = 0
    while True:
        key, own = jax.random.split(key)
        state = jax.block_until_ready(compiled(state, own))
        evaluations += SAMPLES
        yield evaluations, lambda: float(state.best_fitness)


ENGINES = {"tilewright": tilewright, "cma": pycma, "pymoo CMAES": pymoo, "evosax CMA_ES": evosax}
