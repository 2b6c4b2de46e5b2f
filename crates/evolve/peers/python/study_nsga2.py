"""NSGA-II of pymoo on ZDT1, ZDT2, ZDT3 and DTLZ2.

Problems: ZDT1-3 with 30 variables in [0, 1] and 2 objectives; DTLZ2 with 12
variables in [0, 1] and 3 objectives. All objectives are minimised.

Algorithm: `NSGA2(pop_size=100)`, every other setting at pymoo's default:

- initial population: 100 points, uniform in the box;
- parents: binary tournaments over shuffled populations (each permutation is cut
  into pairs); Pareto dominance decides, then the larger crowding distance, then a
  coin (`comp_by_dom_and_crowding`);
- SBX: eta 15; a pair is crossed with probability 0.9, then each variable with
  probability 0.5 (and only if the parents differ by more than 1e-14 in it);
  bounded form; the two values are exchanged between the children with probability
  0.5; both children are kept;
- polynomial mutation: eta 20; a child is mutated with probability 0.9, then each
  variable with probability min(0.5, 1 / n); bounded form;
- duplicates: children whose Euclidean distance in the variables to a member of
  the population or another child is at most 1e-16 are dropped, and further
  children are made until there are 100;
- survival: 100 of parents and children by front, the last front by crowding
  distance computed once.

Budget: 25,000 evaluations = 250 generations of 100, of which the initial
population is the first. Seeds 0..30.

Recorded: exact hypervolume of the non-dominated members of the population
(pymoo's `res.F`) after 25,000 evaluations, and after 10,000 on the way, with
reference point (1.1, 1.1), or (1.1, 1.1, 1.1); not normalised. Points that do not
dominate the reference point add nothing.
"""

import numpy
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.core.callback import Callback
from pymoo.indicators.hv import HV
from pymoo.optimize import minimize
from pymoo.problems import get_problem

import summaries

PACKAGES = ("pymoo", "moocore", "numpy")
SEEDS = range(31)
CASES = {"zdt1": (30, 2), "zdt2": (30, 2), "zdt3": (30, 2), "dtlz2": (12, 3)}
POPULATION, EVALUATIONS, EARLY = 100, 25_000, 10_000


class Early(Callback):
    """Keeps the front at `EARLY` evaluations."""

    def notify(self, algorithm):
        if algorithm.evaluator.n_eval == EARLY:
            self.data["front"] = algorithm.opt.get("F").copy()


def problem(name):
    """The pymoo problem of a case."""
    variables, objectives = CASES[name]
    extra = {"n_obj": objectives} if name == "dtlz2" else {}
    return get_problem(name, n_var=variables, **extra)


def search(name, seed, evaluations):
    """One run of pymoo: its result and its callback."""
    early = Early()
    result = minimize(
        problem(name), NSGA2(pop_size=POPULATION), ("n_eval", evaluations), seed=seed, callback=early
    )
    return result, early


def warm_up():
    """Loads what pymoo loads at the first run."""
    search("zdt1", 0, 300)


def run(name, seed):
    """One run: hypervolumes and sizes of both fronts."""
    result, early = search(name, seed, EVALUATIONS)
    volume = HV(ref_point=numpy.full(CASES[name][1], 1.1))
    return {
        "problem": name,
        "seed": seed,
        "evaluations": int(result.algorithm.evaluator.n_eval),
        "generations": int(result.algorithm.n_gen) - 1,
        "hypervolume": float(volume(result.F)),
        "front_size": len(result.F),
        "hypervolume_at_10000": float(volume(early.data["front"])),
        "front_size_at_10000": len(early.data["front"]),
    }


def settings():
    """The protocol for the JSON file."""
    algorithm = NSGA2(pop_size=POPULATION)
    mating = algorithm.mating
    return {
        "algorithm": "pymoo NSGA2",
        "problems": {
            name: {"variables": size[0], "objectives": size[1], "bounds": [0, 1], "reference": [1.1] * size[1]}
            for name, size in CASES.items()
        },
        "population": POPULATION,
        "evaluations": EVALUATIONS,
        "generations_with_the_initial_population": EVALUATIONS // POPULATION,
        "initial": "uniform in the box",
        "selection": "binary tournament over permutations: dominance, then crowding distance, then random",
        "sbx": {
            "eta": mating.crossover.eta.value,
            "probability_per_pair": mating.crossover.prob.value,
            "probability_per_variable": mating.crossover.prob_var.value,
            "probability_of_exchange_per_variable": mating.crossover.prob_bin.value,
            "children": mating.crossover.n_offsprings,
        },
        "polynomial_mutation": {
            "eta": mating.mutation.eta.value,
            "probability_per_child": mating.mutation.prob.value,
            "probability_per_variable": "min(0.5, 1 / variables)",
        },
        "duplicates": {"dropped_and_replaced": True, "distance_at_most": algorithm.eliminate_duplicates.epsilon},
        "survival": "non-dominated sorting, then crowding distance of the last front, computed once",
        "hypervolume": "exact, not normalised, of the non-dominated members of the population",
    }


def summary(runs, seconds):
    """Spread of the hypervolumes and of the CPU time for each problem."""

    def one(group, times):
        return {
            "hypervolume": summaries.spread([run["hypervolume"] for run in group]),
            "hypervolume_at_10000": summaries.spread([run["hypervolume_at_10000"] for run in group]),
            "cpu_seconds": summaries.spread(times),
        }

    return summaries.by("problem", runs, seconds, one)
