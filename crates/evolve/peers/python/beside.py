"""Measures `tilewright.evolve` beside other engines of Python: CPU time to equal quality.

    python -m venv venv && venv/bin/pip install -r requirements-beside.txt ../../../python
    venv/bin/python beside.py [TASK ...] [--seeds N] [--output FILE]

Tasks are the modules `beside_TASK.py`. Each names a quality that all engines have to reach, and the most
evaluations. The engines take turns, for one seed after the other, in one process and on one thread. Counted is the
CPU time of the process (`time.process_time`) from the making of a search until it reaches the quality, with the
fitness, but without the checks of the quality, without imports and without a first run of a few generations, in
which some engines compile. Compared is the CPU time of all runs for each success.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_ENABLE_X64"] = "true"

import argparse
import importlib
import json
import pathlib
import statistics
import time

import tilewright
from measure import processor, versions

TASKS = ("onemax", "zdt1", "archive", "cma_me", "rastrigin")
PACKAGES = ("cma", "deap", "evosax", "jax", "numpy", "pymoo", "ribs")


def race(engine, seed, task):
    """One run: whether it reached the quality, its evaluations and its CPU time."""
    spent, begin = 0.0, time.process_time()
    reached, evaluations = False, 0
    steps = engine(seed)
    while not reached and evaluations < task.LIMIT:
        evaluations, quality = next(steps)
        spent += time.process_time() - begin
        reached = task.reached(quality())
        begin = time.process_time()
    return {"reached": bool(reached), "evaluations": int(evaluations), "cpu_seconds": round(spent, 4)}


def warm_up(engine):
    """A few generations, for what is compiled at the first run."""
    steps = engine(0)
    for _ in range(3):
        next(steps)[1]()


def measure(name, seeds):
    """All runs of a task."""
    task = importlib.import_module(f"beside_{name}")
    engines = list(task.ENGINES.items())
    for _, engine in engines:
        warm_up(engine)
    runs = {label: [] for label, _ in engines}
    for seed in range(1, seeds + 1):
        # Another engine is the first one each time.
        turn = seed % len(engines)
        for label, engine in engines[turn:] + engines[:turn]:
            run = race(engine, seed, task)
            runs[label].append(run)
            print(f"{name:10} {label:24} {seed:3} {json.dumps(run)}", flush=True)
    return {"quality": task.QUALITY, "limit": task.LIMIT, "engines": {key: summary(it) for key, it in runs.items()}}


def summary(runs):
    """What a table shows of the runs of an engine."""
    successes = sum(run["reached"] for run in runs)
    spent = sum(run["cpu_seconds"] for run in runs)
    return {
        "successes": successes,
        "cpu_seconds_for_each_success": round(spent / successes, 4) if successes else None,
        "median_evaluations": statistics.median(run["evaluations"] for run in runs),
        "runs": runs,
    }


def table(results):
    """A table in Markdown."""
    lines = ["| task | engine | reached | evaluations, median | CPU seconds for each success | ratio |", "|---|---|---|---|---|---|"]
    for name, result in results.items():
        own = result["engines"]["tilewright"]["cpu_seconds_for_each_success"]
        for label, it in result["engines"].items():
            spent = it["cpu_seconds_for_each_success"]
            ratio = f"{spent / own:.1f}" if spent and own else "–"
            shown = f"{spent:.3f}" if spent else "–"
            counts = f"{it['successes']} of {len(it['runs'])}"
            lines.append(f"| {name} | {label} | {counts} | {it['median_evaluations']:,.0f} | {shown} | {ratio} |")
    return "\n".join(lines)


def main():
    """Reads the command line, measures, prints the table and writes the file."""
    parser = argparse.ArgumentParser(description="Measure tilewright.evolve beside other engines of Python.")
    parser.add_argument("tasks", nargs="*", default=TASKS, help=f"of {', '.join(TASKS)} [default: all]")
    parser.add_argument("--seeds", type=int, default=7, help="how many seeds [default: 7]")
    parser.add_argument("--output", type=pathlib.Path, help="JSON file to write [default: beside.json]")
    arguments = parser.parse_args()
    tilewright.set_threads(1)
    results = {name: measure(name, arguments.seeds) for name in arguments.tasks}
    print(table(results))
    document = {
        "versions": versions(PACKAGES) | {"tilewright": tilewright.__version__},
        "processor": processor(),
        "tasks": results,
    }
    path = arguments.output or pathlib.Path(__file__).parent / "beside.json"
    path.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
