"""CMA-ES of pycma in 10 dimensions, with IPOP restarts on Rastrigin.

Functions (see `functions.py`): sphere, ellipsoid, Rosenbrock, Rastrigin, no bounds.

Start: x0 uniform in [-4, 4]^10, drawn by `numpy.random.default_rng(seed)`;
sigma0 = 2; population int(4 + 3 ln 10) = 10; all other options at pycma's
defaults (active covariance update, no elitism, default termination criteria, of
which `settings` lists the important ones). Seeds 1..51. pycma's own random
numbers are seeded with 1000 * seed, so that its restarts (which add 1 to it) do
not share numbers with another run.

Target: f <= 1e-8.

- sphere, ellipsoid, Rosenbrock: one run without restarts, at most 100,000
  evaluations. A run that ends by another criterion, or at the limit, is a failure.
- Rastrigin: `restarts=9, incpopsize=2`: the k-th restart has the population
  int((4 + 3 ln 10) * 2^k), as pycma doubles the number before it is rounded: 10, 21,
  43, 87, 174, 349, 698, 1396, 2792, 5584; at each restart a new x0, the next 10
  numbers of the same generator, and sigma 2 again; `maxiter` and `tolstagnation` stay
  as pycma computes them for population 10; at most 1,000,000 evaluations in total.

Recorded: `evaluations_to_target`, the number of the evaluation (from 1, all restarts
counted, evaluations of final means included) whose value was the first <= 1e-8, not
rounded up to its iteration; `evaluations`, all evaluations until pycma stopped (it
stops at the end of the iteration, and then evaluates the distribution's mean once).
"""

import cma
import numpy

import functions
import summaries

PACKAGES = ("cma", "numpy")
SEEDS = range(1, 52)
CASES = ("sphere", "ellipsoid", "rosenbrock", "rastrigin")
DIMENSION, SIGMA, TARGET = 10, 2.0, 1e-8
LIMITS = {"sphere": 100_000, "ellipsoid": 100_000, "rosenbrock": 100_000, "rastrigin": 1_000_000}
RESTARTS = {"sphere": 0, "ellipsoid": 0, "rosenbrock": 0, "rastrigin": 9}
QUIET = {"verbose": -9, "verb_log": 0, "verb_disp": 0, "signals_filename": ""}


def search(name, seed, limit):
    """One run of pycma: the counter, the state at the end, and the populations."""
    counter = functions.Counter(getattr(functions, name), TARGET)
    random = numpy.random.default_rng(seed)
    populations = []
    _, state = cma.fmin2(
        counter,
        lambda: random.uniform(-4.0, 4.0, DIMENSION),
        SIGMA,
        QUIET | {"ftarget": TARGET, "maxfevals": limit, "seed": 1000 * seed},
        restarts=RESTARTS[name],
        incpopsize=2,
        init_callback=lambda begun: populations.append(int(begun.popsize)),
    )
    return counter, state, populations


def warm_up():
    """Loads what pycma loads at the first run."""
    search("sphere", 1, 100)


def run(name, seed):
    """One run: evaluations, the population of each restart, why the last one stopped."""
    counter, state, populations = search(name, seed, LIMITS[name])
    return {"function": name, "seed": seed} | counter.result() | {
        "populations": populations,
        "stopped_by": sorted(state.stop(check=False)),
    }


def settings():
    """The protocol for the JSON file."""
    state = cma.CMAEvolutionStrategy(DIMENSION * [0.0], SIGMA, QUIET)
    names = ("maxiter", "tolfun", "tolfunhist", "tolx", "tolflatfitness", "tolstagnation", "tolconditioncov",
             "tolfacupx", "tolupsigma", "tolxstagnation", "CMA_active", "CMA_elitist", "eval_final_mean")
    return {
        "algorithm": "pycma fmin2",
        "dimension": DIMENSION,
        "start": "uniform in [-4, 4]^10, numpy.random.default_rng(seed), the next 10 numbers at each restart",
        "sigma": SIGMA,
        "population": int(state.popsize),
        "parents": int(state.sp.weights.mu),
        "target": TARGET,
        "limits": LIMITS,
        "restarts": RESTARTS,
        "population_of_restart_k": "int((4 + 3 ln 10) * 2^k)",
        "pycma_seed": "1000 * seed",
        "options_kept_at_restarts": {name: state.opts[name] for name in names},
        "evaluations_to_target": "number of the first evaluation with f <= target, not rounded up to its iteration",
    }


def summary(runs, seconds):
    """Successes, evaluations and CPU time for each function."""
    return summaries.by("function", runs, seconds, summaries.targets)
