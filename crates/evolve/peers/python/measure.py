"""Measures Python optimizers as peers for the evolution engine.

    python -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python measure.py nsga2|cma|archive|de [--output FILE] [--seeds N]

Each study writes one JSON file next to this script (`nsga2.json`, ...):

- `settings`: all that another implementation needs to repeat the protocol;
- `versions`: Python, NumPy and the measured package;
- `runs`: one object per run, in the order in which they were made;
- `summary`: medians and intervals, computed from `runs` (see `summaries.py`);
- `timing`: CPU seconds of each run in the order of `runs`, and of the whole
  study (`time.process_time`, one thread, imports left out, objective function
  included).

The protocols are described at the top of `study_nsga2.py`, `study_cma.py`,
`study_archive.py` and `study_de.py`. The same versions on the same machine
give the same `runs` again; only `timing` differs. `--seeds N` makes the first N
seeds only, for a quick check.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import importlib
import importlib.metadata
import json
import pathlib
import platform
import time

STUDIES = ("nsga2", "cma", "archive", "de")


def versions(packages):
    """The versions of Python and of the given packages."""
    found = {"python": platform.python_version()}
    return found | {name: importlib.metadata.version(name) for name in packages}


def processor():
    """The processor's name as Linux reports it, or what Python knows of it."""
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        return names[0] if names else platform.machine()
    except OSError:
        return platform.machine()


def document(name, seeds):
    """Runs one study and returns what its JSON file holds."""
    study = importlib.import_module(f"study_{name}")
    study.warm_up()
    chosen = study.SEEDS[:seeds]
    runs, seconds = [], []
    begin = time.process_time()
    for case in study.CASES:
        for seed in chosen:
            start = time.process_time()
            run = study.run(case, seed)
            seconds.append(round(time.process_time() - start, 4))
            runs.append(run)
            print(f"{seconds[-1]:8.2f} s  {json.dumps(run)}", flush=True)
    return {
        "study": name,
        "settings": study.settings() | {"seeds": list(chosen)},
        "versions": versions(study.PACKAGES),
        "runs": runs,
        "summary": study.summary(runs, seconds),
        "timing": {
            "processor": processor(),
            "threads": 1,
            "cpu_seconds_total": round(time.process_time() - begin, 2),
            "cpu_seconds": seconds,
        },
    }


def write(content, path):
    """Writes the document: indented, one line per run."""
    runs = content["runs"]
    text = json.dumps(content | {"runs": "RUNS"}, indent=2, allow_nan=False)
    lines = ",\n".join("    " + json.dumps(run, allow_nan=False) for run in runs)
    text = text.replace('"RUNS"', f"[\n{lines}\n  ]")
    seconds = json.dumps(content["timing"]["cpu_seconds"])
    head, _ = text.rsplit('"cpu_seconds": ', 1)
    path.write_text(f'{head}"cpu_seconds": {seconds}\n  }}\n}}\n')


def main():
    """Reads the command line, runs the study and writes its file."""
    parser = argparse.ArgumentParser(description="Measure Python optimizers.")
    parser.add_argument("study", choices=STUDIES)
    parser.add_argument("--output", type=pathlib.Path, help="JSON file to write [default: STUDY.json]")
    parser.add_argument("--seeds", type=int, help="run only the first N seeds")
    arguments = parser.parse_args()
    here = pathlib.Path(__file__).parent
    path = arguments.output or here / f"{arguments.study}.json"
    write(document(arguments.study, arguments.seeds), path)


if __name__ == "__main__":
    main()
