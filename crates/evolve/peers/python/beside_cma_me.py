"""CMA-ME with five emitters of 36 samples on the linear projection of Rastrigin, as `study_archive.py` describes it,
until the share of filled cells is large enough."""

import numpy
from beside_archive import AXES, fill, illuminate
from study_archive import BATCH, DIMENSION, SIGMA
from tilewright import evolve

COVERAGE, LIMIT = 0.7, 300_000
QUALITY = f"coverage {COVERAGE}"
KIND, EMITTERS = "cma_me", 5


def reached(quality):
    """Whether enough cells are filled."""
    return quality >= COVERAGE


def tilewright(seed):
    """Ours, whose emitters begin in the middle, as those of pyribs do."""
    scheme = evolve.CmaMe(AXES, sigma=SIGMA, emitters=EMITTERS, batch=BATCH[KIND], bounded=False)
    genome = evolve.Reals(DIMENSION, -1, 1)
    initial = numpy.zeros((EMITTERS, DIMENSION))
    return fill(evolve.Search(genome, scheme, directions="maximize", seed=seed, initial=initial))


def pyribs(seed):
    """pyribs."""
    return illuminate(KIND, EMITTERS, seed)


ENGINES = {"tilewright": tilewright, "pyribs EvolutionStrategyEmitter": pyribs}
