"""MAP-Elites and CMA-ME of pyribs on the linear projection of Rastrigin.

The domain (Fontaine et al. 2020, "Covariance Matrix Adaptation for the Rapid
Illumination of Behavior Space"), n = 20, no bounds on the variables:

- raw(x) = 10 n + sum z_i^2 - 10 cos(2 pi z_i), z = x - 2.048 (0.4 * 5.12);
- worst = raw(-5.12, ..., -5.12), 1129.059 for n = 20;
- objective = 100 (worst - raw) / worst: 100 is best, 0 stands for that corner,
  and lower values are possible and kept;
- c_i = x_i where |x_i| <= 5.12, else 5.12 / x_i;
- measures: m1 = c_1 + ... + c_10, m2 = c_11 + ... + c_20.

Archive: grid of 100 x 100 cells over [-51.2, 51.2]^2, one elite per cell; a solution
enters an empty cell or replaces an elite that it strictly beats. pyribs adds a whole
batch at once: the status of each solution is taken against the archive before it.

- `map_elites`: 1 GaussianEmitter, batch 100, 1,000 iterations = 100,000 evaluations.
  The first batch is x0 = 0 plus noise, afterwards each child is a uniformly drawn elite
  plus noise; noise: normal, standard deviation 0.5, independent in each variable.
- `cma_me`: 5 EvolutionStrategyEmitter, batch 36 each, 555 iterations = 99,900
  evaluations; x0 = 0, sigma0 0.5, ranker "2imp" (new cells before improved ones before
  rejected ones; in each class by the gain: for a new cell the objective, otherwise the
  difference to the elite), pyribs' own CMA-ES. Defaults: selection_rule "filter" (parents
  are exactly the solutions that entered), restart_rule "no_improvement" (restart when none
  of the emitter's 36 entered; also at condition > 1e14, sigma * sqrt(max eigenvalue) < 1e-11,
  or first and last ranking value closer than 1e-12). A restart begins at a uniformly drawn
  elite with sigma 0.5. The 180 solutions of an iteration enter as one batch.
  In pyribs 0.12.0 the rank-one update of this CMA-ES is weighted by c1 squared, and its
  path pc is not divided by sigma (`_cma_es.py`): both differ from Hansen's tutorial.

Seeds 0..14: the archive gets `seed`, emitter k (from 0) gets 1000 * (k + 1) + seed.

Recorded: coverage (share of 10,000 cells filled), QD score raw (sum of the objective over
filled cells) and normalised (raw / (10,000 * 100)), best and smallest objective held,
restarts of all emitters.
"""

import numpy
from ribs.archives import GridArchive
from ribs.emitters import EvolutionStrategyEmitter, GaussianEmitter
from ribs.schedulers import Scheduler

import summaries

PACKAGES = ("ribs", "numba", "numpy")
SEEDS = range(15)
CASES = ("map_elites", "cma_me")
DIMENSION, EDGE, SHIFT, SIDE, SIGMA = 20, 5.12, 0.4 * 5.12, 100, 0.5
EMITTERS = {"map_elites": 1, "cma_me": 5}
BATCH = {"map_elites": 100, "cma_me": 36}
ITERATIONS = {"map_elites": 1000, "cma_me": 555}


def raw(points):
    """Rastrigin, shifted, of each row."""
    moved = points - SHIFT
    return 10.0 * points.shape[1] + numpy.sum(moved**2 - 10.0 * numpy.cos(2.0 * numpy.pi * moved), axis=1)


WORST = float(raw(numpy.full((1, DIMENSION), -EDGE))[0])


def evaluate(points):
    """Objectives and measures of a batch of points."""
    objectives = 100.0 * (WORST - raw(points)) / WORST
    outside = numpy.abs(points) > EDGE
    clipped = numpy.where(outside, EDGE / numpy.where(outside, points, 1.0), points)
    half = points.shape[1] // 2
    measures = numpy.stack((clipped[:, :half].sum(axis=1), clipped[:, half:].sum(axis=1)), axis=1)
    return objectives, measures


def emitter(name, archive, seed):
    """One emitter of the algorithm."""
    start = numpy.zeros(DIMENSION)
    if name == "map_elites":
        return GaussianEmitter(archive, sigma=SIGMA, x0=start, batch_size=BATCH[name], seed=seed)
    return EvolutionStrategyEmitter(
        archive, x0=start, sigma0=SIGMA, ranker="2imp", batch_size=BATCH[name], seed=seed
    )


def search(name, seed, iterations):
    """Fills an archive; returns it with the emitters."""
    edge = DIMENSION / 2 * EDGE
    archive = GridArchive(
        solution_dim=DIMENSION, dims=[SIDE, SIDE], ranges=[(-edge, edge), (-edge, edge)], seed=seed
    )
    emitters = [emitter(name, archive, 1000 * (k + 1) + seed) for k in range(EMITTERS[name])]
    scheduler = Scheduler(archive, emitters)
    for _ in range(iterations):
        scheduler.tell(*evaluate(scheduler.ask()))
    return archive, emitters


def warm_up():
    """Compiles what pyribs compiles at the first run."""
    for name in CASES:
        search(name, 0, 5)


def run(name, seed):
    """One run: coverage and QD score."""
    archive, emitters = search(name, seed, ITERATIONS[name])
    objectives = archive.data("objective")
    score = float(numpy.sum(objectives))
    return {
        "algorithm": name,
        "seed": seed,
        "evaluations": EMITTERS[name] * BATCH[name] * ITERATIONS[name],
        "cells": len(objectives),
        "coverage": len(objectives) / SIDE**2,
        "qd_score": score,
        "qd_score_normalised": score / (SIDE**2 * 100.0),
        "best": float(objectives.max()),
        "min": float(objectives.min()),
        "restarts": sum(getattr(one, "restarts", 0) for one in emitters),
    }


def settings():
    """The protocol for the JSON file."""
    edge = DIMENSION / 2 * EDGE
    return {
        "domain": "linear projection of Rastrigin (Fontaine et al. 2020)",
        "dimension": DIMENSION,
        "variables": "unbounded",
        "raw": "10 n + sum z^2 - 10 cos(2 pi z), z = x - shift",
        "shift": SHIFT,
        "worst": WORST,
        "objective": "100 (worst - raw) / worst, worst = raw(-5.12, ..., -5.12); values below 0 are kept",
        "measures": "sums of c over the first and over the second half; c = x if |x| <= 5.12 else 5.12 / x",
        "archive": {"cells": [SIDE, SIDE], "bounds": [[-edge, edge], [-edge, edge]]},
        "algorithms": {
            "map_elites": {
                "emitters": 1, "kind": "GaussianEmitter", "batch": 100, "iterations": 1000, "sigma": SIGMA, "x0": 0,
                "parents": "uniformly drawn elites",
            },
            "cma_me": {
                "emitters": 5, "kind": "EvolutionStrategyEmitter", "batch": 36, "iterations": 555, "sigma": SIGMA,
                "x0": 0, "ranker": "2imp", "selection_rule": "filter", "restart_rule": "no_improvement",
                "strategy": "cma_es", "restart_at": "uniformly drawn elite, sigma again 0.5",
            },
        },
        "add_mode": "batch: all solutions of an iteration are compared with the archive before it",
    }


def summary(runs, seconds):
    """Spread of coverage, QD score and CPU time for each algorithm."""
    keys = ("coverage", "qd_score", "qd_score_normalised", "best", "restarts")

    def one(group, times):
        spreads = {key: summaries.spread([run[key] for run in group]) for key in keys}
        return spreads | {"cpu_seconds": summaries.spread(times)}

    return summaries.by("algorithm", runs, seconds, one)
