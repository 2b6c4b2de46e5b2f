"""Medians and intervals of the runs; nothing here draws from a global state."""

import math

import numpy


def interval_rank(count):
    """The rank k (from 1) such that the k-th smallest and the k-th largest of
    `count` values enclose the population's median with at least 95 % confidence
    (binomial, no assumption on the distribution), with that confidence; or None
    for fewer than 6 values."""
    rank, below = 0, 0.0
    while below + math.comb(count, rank) / 2**count <= 0.025:
        below += math.comb(count, rank) / 2**count
        rank += 1
    return (rank, 1.0 - 2.0 * below) if rank else None


def spread(values):
    """Statistics of a list of numbers: quartiles by linear interpolation between
    order statistics (NumPy's default), `sd` with n - 1, and `median_ci95` by
    order statistics; or None for an empty list."""
    if not values:
        return None
    ordered = sorted(values)
    found = interval_rank(len(ordered))
    result = {
        "runs": len(ordered),
        "median": float(numpy.median(ordered)),
        "lower_quartile": float(numpy.quantile(ordered, 0.25)),
        "upper_quartile": float(numpy.quantile(ordered, 0.75)),
        "min": ordered[0],
        "max": ordered[-1],
        "mean": float(numpy.mean(ordered)),
        "sd": float(numpy.std(ordered, ddof=1)) if len(ordered) > 1 else None,
    }
    if found:
        result["median_ci95"] = [ordered[found[0] - 1], ordered[-found[0]]]
        result["median_ci95_coverage"] = round(found[1], 4)
    return result


def wilson(successes, count):
    """Wilson's 95 % interval of a success probability."""
    z = 1.959963984540054
    centre = (successes + z * z / 2) / (count + z * z)
    half = z / (count + z * z) * math.sqrt(successes * (count - successes) / count + z * z / 4)
    return [max(0.0, centre - half), min(1.0, centre + half)]


def running_time(runs):
    """Expected running time: the evaluations of all runs (of a success those up to
    the target) over the number of successes, with a bootstrap 95 % interval
    (10,000 samples of whole runs, seed 0, percentiles); None without a success."""
    cost = numpy.array([run["evaluations_to_target"] or run["evaluations"] for run in runs])
    success = numpy.array([run["success"] for run in runs])
    if not success.any():
        return {"expected": None, "ci95": None}
    samples = numpy.random.default_rng(0).integers(0, len(runs), (10_000, len(runs)))
    hits = success[samples].sum(axis=1)
    values = cost[samples].sum(axis=1)[hits > 0] / hits[hits > 0]
    return {
        "expected": float(cost.sum() / success.sum()),
        "ci95": [float(bound) for bound in numpy.quantile(values, [0.025, 0.975])],
    }


def targets(runs, seconds):
    """Summary of runs that try to reach a target: successes, evaluations of the
    successes, expected running time, and CPU microseconds per evaluation."""
    successes = [run["evaluations_to_target"] for run in runs if run["success"]]
    return {
        "runs": len(runs),
        "successes": len(successes),
        "success_rate": len(successes) / len(runs),
        "success_rate_ci95": wilson(len(successes), len(runs)),
        "evaluations_to_target_of_successes": spread(successes),
        "expected_running_time": running_time(runs),
        "cpu_seconds": spread(seconds),
        "cpu_microseconds_per_evaluation": round(
            1e6 * sum(seconds) / sum(run["evaluations"] for run in runs), 2
        ),
    }


def by(key, runs, seconds, summarize):
    """Applies `summarize(runs, seconds)` to the runs of each value of `key`."""
    names = dict.fromkeys(run[key] for run in runs)
    groups = {name: [i for i, run in enumerate(runs) if run[key] == name] for name in names}
    return {
        name: summarize([runs[i] for i in group], [seconds[i] for i in group])
        for name, group in groups.items()
    }
