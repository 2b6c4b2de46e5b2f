"""Measures what engines cost: python overhead.py [GAMES]

For each engine that is installed: what its start and an item that does nothing cost, and the hunt
of Battleship in few and in many parts, beside one process with one thread. CPU time is that of
all processes.
"""

import importlib.util
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import psutil

import tilewright
from tilewright import cluster


def cpu() -> float:
    """CPU seconds of this process and of all below it."""
    own = psutil.Process()
    times = [it.cpu_times() for it in [own, *own.children(recursive=True)]]
    return float(sum(it.user + it.system for it in times))


def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    """Seconds by the clock, CPU seconds, and the result."""
    begun, used = time.perf_counter(), cpu()
    result = work()
    return time.perf_counter() - begun, cpu() - used, result


def ray() -> cluster.Ray:
    """Ray on this machine."""
    os.environ.update(RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0")
    return cluster.Ray(address="local", include_dashboard=False, log_to_driver=False)


def main() -> None:
    """Prints the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    request: dict[str, Any] = {"hunter": ["density"], "fleets": ["sequential"]}
    request |= {"games": games, "seed": 1}
    tilewright.set_threads(1)
    clock, used, expected = timed(lambda: tilewright.battleship.hunt(**request))
    print("| engine | start, CPU s | empty item, CPU ms | parts | a part, ms | clock, s | CPU, s |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    print(f"| one process, one thread | | | 1 | {used * 1000:.0f} | {clock:.1f} | {used:.1f} |")
    made: dict[str, Callable[[], Any]] = {"Processes": cluster.Processes}
    if importlib.util.find_spec("ray"):
        made["Ray"] = ray
    if importlib.util.find_spec("distributed"):
        made["Dask"] = cluster.Dask
    for name, make in made.items():
        before = cpu()
        with make() as engine:
            list(engine.run(abs, range(engine.workers)))
            start = cpu() - before
            item = timed(lambda: list(engine.run(abs, range(1000))))[1]
            for parts in (16, 2000):
                work = lambda: cluster.map(  # noqa: E731
                    "battleship/hunt", **request, parts=parts, engine=engine
                )
                found_in, found_cpu, found = timed(work)
                assert found.json() == expected.json()
                about = f"{name} | {start:.1f} | {item:.2f}" if parts == 16 else " | | "
                each = used / parts * 1000
                print(f"| {about} | {parts} | {each:.0f} | {found_in:.1f} | {found_cpu:.1f} |")


if __name__ == "__main__":
    main()
