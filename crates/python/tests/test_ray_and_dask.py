"""Ray and Dask: the bytes of one process, whatever machine dies. Runs where they are installed."""

import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT
from test_cluster import islands

import tilewright
from tilewright import cluster, evolve

os.environ.update(RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0", RAY_DEDUP_LOGS="0")
ray: Any = pytest.importorskip("ray")
ray_cluster: Any = pytest.importorskip("ray.cluster_utils")
distributed: Any = pytest.importorskip("distributed")

# The processes of Ray import the functions below.
os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ["PYTHONPATH"]])
STORE = 100 << 20
HUNT: dict[str, Any] = {"hunter": ["density"], "fleets": ["sequential"], "games": 6000, "seed": 3}
BENCH: dict[str, Any] = {"player": "classic", "games": 96, "seed": 5, "jsonl": True}


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Ray's cluster of two nodes on this machine."""
    head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": STORE}
    nodes = ray_cluster.Cluster(initialize_head=True, head_node_args=head)
    yield nodes
    nodes.shutdown()


@pytest.fixture(scope="module")
def engine(nodes: Any) -> Iterator[cluster.Ray]:
    with cluster.Ray(address=nodes.address, log_to_driver=False) as engine:
        yield engine


@pytest.mark.parametrize("task, request_", [("battleship/hunt", HUNT), ("2048/bench", BENCH)])
def test_a_node_of_ray_that_is_killed_loses_nothing(
    task: str, request_: dict[str, Any], nodes: Any, engine: cluster.Ray
) -> None:
    second = nodes.add_node(num_cpus=1, object_store_memory=STORE)
    nodes.wait_for_nodes()
    assert engine.workers == 2
    events: list[dict[str, Any]] = []

    def kill(event: dict[str, Any]) -> None:
        events.append(event)
        if event.get("done") == 3:
            nodes.remove_node(second, allow_graceful=False)

    found = cluster.map(task, **request_, parts=12, engine=engine, on_event=kill)
    assert [event["done"] for event in events[1:-1]] == list(range(1, 13))
    nodes.wait_for_nodes()
    assert engine.workers == 1
    game, verb = task.replace("2048", "game2048").split("/")
    expected = getattr(getattr(tilewright, game), verb)(**request_)
    assert found.json() == expected.json()
    if task == "battleship/hunt":
        assert (found.json(), found.text()) == (expected.json(), expected.text())
    assert (found.svg(), found.files) == (expected.svg(), expected.files)


class Killing:
    """Ray, one node of which is killed after the first result of the third batch."""

    def __init__(self, engine: cluster.Ray, kill: Callable[[], None]) -> None:
        self._engine, self._kill = engine, kill
        self.batches = 0

    @property
    def workers(self) -> int:
        return self._engine.workers

    def run(self, function: Any, items: Sequence[Any]) -> Generator[tuple[int, Any], None, None]:
        self.batches += 1
        for number, done in enumerate(self._engine.run(function, items)):
            if (self.batches, number) == (3, 0):
                self._kill()
            yield done


@pytest.mark.parametrize("has_islands", [True, False])
def test_evolution_on_ray_is_that_of_one_process_while_a_node_is_killed(
    has_islands: bool, nodes: Any, engine: cluster.Ray
) -> None:
    second = nodes.add_node(num_cpus=1, object_store_memory=STORE)
    nodes.wait_for_nodes()
    killing = Killing(engine, lambda: nodes.remove_node(second, allow_graceful=False))
    new = islands if has_islands else _generational
    found = new().run(_rastrigin, generations=10, engine=killing)
    assert killing.batches == (5 if has_islands else 10)
    assert found.checkpoint() == new().run(_rastrigin, generations=10).checkpoint()


def _generational() -> evolve.Search:
    return evolve.Search(evolve.Reals(5, -5.12, 5.12), evolve.Generational(population=40), seed=4)


def _die(mark: tuple[str, int]) -> int:
    """Dies at the first call with an odd number, and always with 9."""
    folder, number = mark
    dead = Path(folder) / str(number)
    if number == 9 or (number % 2 == 1 and not dead.exists()):
        dead.touch()
        os._exit(1)
    return number


def _divide(number: int) -> float:
    return 1 / number


def _rastrigin(genomes: "np.ndarray[Any, Any]") -> Any:
    return (genomes**2 - 10 * np.cos(2 * np.pi * genomes) + 10).sum(axis=1)


def check(engine: cluster.Engine) -> None:
    """What holds for all engines."""
    with pytest.raises(ZeroDivisionError):
        list(engine.run(_divide, [1, 0, 2]))
    assert dict(engine.run(_divide, [1, 2])) == {0: 1.0, 1: 0.5}
    genomes = np.random.default_rng(1).normal(size=(1000, 5))
    for batch in (None, 170):
        found = cluster.evaluate(_rastrigin, genomes, engine=engine, batch=batch)
        assert found.tobytes() == _rastrigin(genomes).tobytes()


def resume(engine: cluster.Engine, folder: Path) -> None:
    """Parts that one engine finished are those of another."""

    def enough(event: dict[str, Any]) -> None:
        if event.get("done") == 4:
            raise StopIteration

    with pytest.raises(StopIteration):
        cluster.map(
            "battleship/hunt", **HUNT, parts=9, engine=engine, folder=folder, on_event=enough
        )
    assert len(list(folder.glob("*.part"))) == 4
    events: list[dict[str, Any]] = []
    with cluster.Processes(1) as other:
        found = cluster.map(
            "battleship/hunt", **HUNT, parts=9, engine=other, folder=folder, on_event=events.append
        )
    assert len(events) == 2 + 5
    assert found.json() == tilewright.battleship.hunt(**HUNT).json()


def test_ray_loses_and_mixes_nothing(engine: cluster.Ray, tmp_path: Path) -> None:
    check(engine)
    resume(engine, tmp_path)
    marks = [(str(tmp_path), number) for number in range(6)]
    assert dict(engine.run(_die, marks)) == {number: number for number in range(6)}
    with pytest.raises(cluster.LostError, match="item 1 was lost"):
        list(engine.run(_die, [(str(tmp_path), 2), (str(tmp_path), 9)]))


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    local = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
    )
    with local, distributed.Client(local) as client:
        yield client


def test_a_worker_of_dask_that_is_killed_loses_nothing(client: Any) -> None:
    def kill(event: dict[str, Any]) -> None:
        if event.get("done") == 3:
            worker, *_ = client.cluster.workers.values()
            os.kill(worker.pid, signal.SIGKILL)

    engine = cluster.Dask(client)
    assert engine.workers == 2
    found = cluster.map("battleship/hunt", **HUNT, parts=12, engine=engine, on_event=kill)
    assert found.json() == tilewright.battleship.hunt(**HUNT).json()


SCRIPT = """
import signal
import sys
from tilewright import cluster

def show(event):
    print(event, flush=True)

if __name__ == "__main__":
    # A shell that runs the tests in the background has Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.argv[1] == "Ray":
        engine = cluster.Ray(address="local", num_cpus=2, include_dashboard=False)
    else:
        engine = cluster.Dask()
    with engine:
        answer = cluster.map(
            "battleship/hunt", hunter=["density"], fleets=["sequential"], games=20000, seed=3,
            parts=40, folder="kept", engine=engine, on_event=show,
        )
"""


@pytest.mark.parametrize("name", ["Ray", "Dask"])
def test_ctrl_c_stops_at_once_and_keeps_the_parts_that_are_done(name: str, folder: Path) -> None:
    (folder / "script.py").write_text(SCRIPT)
    with subprocess.Popen(
        [sys.executable, "script.py", name],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            if "'done': 3," in line:
                break
        # Not to the group: Ray may abort when its own processes receive it too.
        os.kill(running.pid, signal.SIGINT)
        _, error = running.communicate(timeout=60)
    assert running.returncode != 0 and "KeyboardInterrupt" in error
    kept = list((folder / "kept").glob("*-of-40.part"))
    assert 3 <= len(kept) < 40


BLOCK = re.compile(r"^```py\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def test_the_page_shows_what_runs(engine: cluster.Ray, nodes: Any, client: Any) -> None:
    page = (ROOT / "docs/src/how-to/clusters.md").read_text()
    ray_block, dask_block = BLOCK.findall(page)
    for block, long, short in (
        (ray_block, "auto", nodes.address),
        (dask_block, "tcp://scheduler:8786", client.scheduler.address),
    ):
        assert long in block
        names: dict[str, Any] = {"cluster": cluster}
        exec(block.replace(long, short), names)
        assert names["answer"].verdict == "done" and names["answer"]["games"] == 60


def test_dask_loses_and_mixes_nothing(client: Any, tmp_path: Path) -> None:
    with cluster.Dask(client) as engine:
        check(engine)
        resume(engine, tmp_path)
        # Last: not all workers of Dask's cluster on one machine are started again.
        with pytest.raises(cluster.LostError, match="item 0 was lost"):
            list(engine.run(_die, [(str(tmp_path), 9)]))


def test_the_overhead_is_measured_as_the_page_says() -> None:
    command = [sys.executable, str(ROOT / "docs/src/samples/clusters/overhead.py"), "200"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    rows = [line.split("|")[1].strip() for line in done.stdout.splitlines() if line[:1] == "|"]
    assert [row for row in rows[2:] if row] == ["one process, one thread", "Processes", "Ray", "Dask"]
