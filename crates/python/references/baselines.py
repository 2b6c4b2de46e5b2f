"""Makes the stored baselines: all problems of the suite, or those that are named and the rest as it is stored.

It takes five minutes of CPU time.
"""

import sys
from pathlib import Path

import tilewright
from tilewright import problems
from tilewright.problems import Results, optimizers

FILE = Path(__file__).parents[1] / "python/tilewright/problems/baselines.json"


def main() -> None:
    """Runs the suite and saves it."""
    tilewright.set_threads(1)
    chosen = sys.argv[1:] or list(problems.names())
    kept = [it for it in problems.baselines() if it.problem not in chosen] if sys.argv[1:] else []
    made = list(problems.suite(optimizers.BASELINES, problems=chosen))
    order = {name: at for at, name in enumerate(problems.names())}
    Results(sorted([*kept, *made], key=lambda it: order[it.problem]), 1).save(FILE)
    print(problems.Results.load(FILE).table())


if __name__ == "__main__":
    main()
