"""Differential evolution of SciPy in 10 dimensions.

Functions (see `functions.py`): sphere, Rosenbrock, Rastrigin in [-5.12, 5.12]^10,
Ackley in [-32, 32]^10. Seeds 1..205 (`rng=seed`).

Settings: SciPy's defaults except polish=False, tol=0, atol=0, maxiter=10^9:

- strategy best1bin: trial = best + F (a - b), a and b two different members, neither the
  one to be replaced (they may be the best); binomial crossover with rate 0.7, one
  random variable always taken from the mutant;
- F ("dither"): uniform in [0.5, 1), drawn once per generation;
- popsize 15 per variable: 150 members; first population by Latin hypercube;
- updating "immediate": a trial that is not worse (<=) replaces its parent at once, and a
  new best is used from the next trial on (SciPy swaps it to index 0 of the population);
- a variable of a trial outside its bounds is drawn again uniformly in the bounds.

Target: f <= 1e-8, at most 200,000 evaluations; the run ends at the very evaluation that
reaches either. With tol = atol = 0 SciPy itself stops only when, after a generation, all
members have exactly the same value: a failure (`stopped_by` "converged") that costs less than
the limit. The expected running time counts what was really spent.

Recorded: `evaluations_to_target`, the number of that evaluation (from 1, the first
population counted), and success.
"""

from scipy.optimize import differential_evolution

import functions
import summaries

PACKAGES = ("scipy", "numpy")
SEEDS = range(1, 206)
CASES = {"sphere": 5.12, "rosenbrock": 5.12, "rastrigin": 5.12, "ackley": 32.0}
DIMENSION, TARGET, LIMIT = 10, 1e-8, 200_000
OPTIONS = {
    "strategy": "best1bin",
    "maxiter": 10**9,
    "popsize": 15,
    "tol": 0,
    "mutation": (0.5, 1),
    "recombination": 0.7,
    "polish": False,
    "init": "latinhypercube",
    "atol": 0,
    "updating": "immediate",
}


def search(name, seed, limit):
    """One run of SciPy: the counter and the reason for the end."""
    counter = functions.Counter(getattr(functions, name), TARGET, limit)
    bounds = DIMENSION * [(-CASES[name], CASES[name])]
    try:
        differential_evolution(counter, bounds, rng=seed, **OPTIONS)
    except functions.Budget:
        return counter, "target" if counter.reached else "limit"
    return counter, "converged"


def warm_up():
    """Loads what SciPy loads at the first run."""
    search("sphere", 1, 300)


def run(name, seed):
    """One run: evaluations and success."""
    counter, reason = search(name, seed, LIMIT)
    return {"function": name, "seed": seed} | counter.result() | {"stopped_by": reason}


def settings():
    """The protocol for the JSON file."""
    return {
        "algorithm": "SciPy differential_evolution",
        "dimension": DIMENSION,
        "bounds": {name: [-edge, edge] for name, edge in CASES.items()},
        "target": TARGET,
        "limit": LIMIT,
        "options": OPTIONS,
        "members": OPTIONS["popsize"] * DIMENSION,
        "dither": "F uniform in [0.5, 1), once per generation",
        "outside_bounds": "the variable is drawn again, uniformly in its bounds",
        "replaces": "trial <= parent",
    }


def summary(runs, seconds):
    """Successes, evaluations and CPU time for each function."""
    return summaries.by("function", runs, seconds, summaries.targets)
