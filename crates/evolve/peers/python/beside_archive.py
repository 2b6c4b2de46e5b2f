"""MAP-Elites on the linear projection of Rastrigin, as `study_archive.py` describes it, until the share of filled
cells is large enough."""

import numpy
from study_archive import BATCH, DIMENSION, EDGE, SIDE, SIGMA, emitter, evaluate
from ribs.archives import GridArchive
from ribs.schedulers import Scheduler
from tilewright import evolve

COVERAGE, LIMIT = 0.45, 200_000
QUALITY = f"coverage {COVERAGE}"
KIND, EMITTERS = "map_elites", 1
REACH = DIMENSION / 2 * EDGE
AXES = [(-REACH, REACH, SIDE)] * 2
# Genes hardly leave this range, whose ends pyribs does not have.
WIDE = 4 * EDGE


def reached(quality):
    """Whether enough cells are filled."""
    return quality >= COVERAGE


def fill(search):
    """Ten generations at a time."""
    while True:
        for _ in range(10):
            values, measures = evaluate(search.ask())
            search.tell(values, measures=measures)
        yield search.evaluations, lambda: search.archive.coverage


def tilewright(seed):
    """Ours, which begins in the middle with noise, as pyribs does."""
    noise = evolve.Gaussian(rate=1.0, spread=SIGMA / (2 * WIDE))
    initial = numpy.random.default_rng(seed).normal(0, SIGMA, (BATCH[KIND], DIMENSION))
    genome = evolve.Reals(DIMENSION, -WIDE, WIDE)
    scheme = evolve.MapElites(AXES, mutation=noise, batch=BATCH[KIND], initial=BATCH[KIND])
    return fill(evolve.Search(genome, scheme, directions="maximize", seed=seed, initial=initial))


def illuminate(kind, emitters, seed):
    """pyribs."""
    archive = GridArchive(
        solution_dim=DIMENSION, dims=[SIDE, SIDE], ranges=[(-REACH, REACH)] * 2, seed=seed
    )
    scheduler = Scheduler(archive, [emitter(kind, archive, 1000 * (k + 1) + seed) for k in range(emitters)])
    evaluations = 0
    while True:
        for _ in range(10):
            points = scheduler.ask()
            scheduler.tell(*evaluate(points))
            evaluations += len(points)
        yield evaluations, lambda: archive.stats.coverage


def pyribs(seed):
    """pyribs."""
    return illuminate(KIND, EMITTERS, seed)


ENGINES = {"tilewright": tilewright, "pyribs GaussianEmitter": pyribs}
