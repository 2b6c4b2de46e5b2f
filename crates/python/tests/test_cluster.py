"""Batches over processes: the bytes of one process, whatever dies or is stopped."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import program
from test_evolve import BITS, CASES, judge, make, name

import tilewright
from tilewright import cluster, evolve

BENCH: dict[str, Any] = {"player": "greedy", "games": 60, "seed": 3}


class Here:
    """An engine in this process, last item first."""

    workers = 1

    def run(self, function: Any, items: Sequence[Any]) -> Generator[tuple[int, Any], None, None]:
        for index in reversed(range(len(items))):
            yield index, function(items[index])


@pytest.fixture(scope="module")
def processes() -> Iterator[cluster.Processes]:
    with cluster.Processes(2) as engine:
        yield engine


def test_processes_give_the_bytes_of_one(processes: cluster.Processes, folder: Path) -> None:
    events: list[dict[str, Any]] = []
    expected = tilewright.game2048.bench(**BENCH, jsonl=True)
    found = cluster.map(
        "2048/bench", **BENCH, jsonl=True, parts=4, engine=processes, on_event=events.append
    )
    assert found.json() == expected.json()
    assert (found.svg(), found.files) == (expected.svg(), expected.files)
    assert events[0] == {"event": "begun", "doing": "parts", "steps": 4}
    assert [event["done"] for event in events[1:-1]] == [1, 2, 3, 4]
    assert sorted(event["part"] for event in events[1:-1]) == ["1/4", "2/4", "3/4", "4/4"]
    assert events[-1] == {"event": "ended"}
    words = "2048 bench --player greedy --games 60 --seed 3 --jsonl --json"
    printed = program(*words.split(), folder=folder).decode()
    assert found.json() == printed


REQUESTS: list[dict[str, Any]] = [
    {"task": "match3/play", "level": "level.json", "games": 70},
    {"task": "match3/calibrate", "rows": 5, "columns": 5, "levels": 40, "games": 8}
    | {"goal": ["collect:5"], "method": "article"},
    {"task": "battleship/hunt", "hunter": ["density"], "fleets": ["sequential"], "games": 30},
    {"task": "battleship/duel", "hunter": ["novice", "lattice"], "fleets": ["sequential"]}
    | {"games": 20},
    {"task": "battleship/place", "method": "sequential", "count": 7},
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda it: it["task"])
def test_tasks_that_can_be_divided_give_the_same_bytes_in_any_parts(
    request_: dict[str, Any], folder: Path
) -> None:
    (folder / "level.json").write_text(
        '{"layout": ["..#..", ".....", ".1.a.", "....."], "goal": {"collect": 9}}'
    )
    keys = {**request_, "seed": 5}
    task = keys.pop("task")
    outputs = {"output": "json"} if task == "match3/calibrate" else {}
    expected = tilewright.run(task, keys, outputs=outputs)
    for parts in (1, 3, 100):
        found = cluster.map({"task": task, **keys}, parts=parts, engine=Here(), outputs=outputs)
        assert (found.json(), found.text()) == (expected.json(), expected.text())
        assert found.files == expected.files


def test_inputs_are_read_once_and_passed_on(folder: Path) -> None:
    level = folder / "level.json"
    level.write_text('{"layout": ["..#..", ".....", ".....", "....."], "goal": {"collect": 9}}')
    expected = tilewright.match3.play(level=level, games=20, seed=1)

    class Elsewhere(Here):
        """No other machine has the file."""

        def run(self, function: Any, items: Sequence[Any]) -> Any:
            moved = level.rename("elsewhere")
            yield from super().run(function, items)
            moved.rename(level)

    found = cluster.map("match3/play", level=level, games=20, seed=1, parts=3, engine=Elsewhere())
    assert found.json() == expected.json()
    data = level.read_bytes()
    found = cluster.map("match3/play", level=data, games=20, seed=1, parts=3, engine=Here())
    assert found.json() == tilewright.match3.play(level=data, games=20, seed=1).json()


UNGUARDED = """
from tilewright import cluster
{work}
"""
WORK = """with cluster.Processes(2) as engine:
    print(cluster.map("2048/bench", player="greedy", games=8, seed=1, parts=4, engine=engine)["games"])
"""


def test_a_script_without_a_guard_is_told_at_once(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.format(work=WORK))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    lines = done.stderr.splitlines()
    assert done.returncode == 1 and len(lines) < 40, done.stderr
    assert lines[-1].startswith("tilewright._engine.LostError: a process ended before it did anything")
    assert 'a script starts its work below `if __name__ == "__main__":`' in lines[-1]
    guarded = 'if __name__ == "__main__":\n' + "".join(f"    {line}\n" for line in WORK.splitlines())
    script.write_text(UNGUARDED.format(work=guarded))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("8\n", "")


def test_a_module_that_dies_is_told_at_once(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        'import sys\nif __name__ != "__main__":\n    sys.exit(5)\n'
        f'from tilewright import cluster\nif __name__ == "__main__":\n    {WORK.splitlines()[0]}\n    {WORK.splitlines()[1]}\n'
    )
    done = subprocess.run([sys.executable, tmp_path / "script.py"], capture_output=True, text=True, check=False)
    assert "ended before it did anything, with exit code 5" in done.stderr.splitlines()[-1]


def test_what_cannot_be_divided_is_refused_before_any_work() -> None:
    with pytest.raises(tilewright.RefusedError, match="cannot be divided into parts"):
        cluster.map("match3/generate", target=80, engine=Here())
    with pytest.raises(tilewright.RefusedError, match="a single fleet cannot be divided"):
        cluster.map("battleship/place", method="uniform", engine=Here())
    with pytest.raises(tilewright.RefusedError, match="did you mean `2048/bench`"):
        cluster.map("2048/bensh", engine=Here())
    with pytest.raises(tilewright.RefusedError, match="games"):
        cluster.map("2048/bench", games=0, engine=Here())
    with pytest.raises(tilewright.RefusedError, match="from 1 to 100000, found 0"):
        cluster.map("2048/bench", games=9, parts=0, engine=Here())
    with pytest.raises(TypeError):
        cluster.map("2048/bench", gems=3, engine=Here())
    with pytest.raises(TypeError, match="its keys itself"):
        cluster.map({"task": "2048/bench"}, games=3, engine=Here())
    with pytest.raises(TypeError, match="are its arguments"):
        cluster.map("2048/bench", outputs={"picture": "svg"}, engine=Here())
    earlier: dict[str, Any] = {"output": b"a file"}
    with pytest.raises(ValueError, match="output: parts cannot resume a file"):
        cluster.map({"task": "2048/bench"}, outputs=earlier, engine=Here())


def test_a_process_that_dies_loses_nothing(
    processes: cluster.Processes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    marks = [(str(tmp_path), number) for number in range(8)]
    assert dict(processes.run(_die_once, marks)) == {number: number for number in range(8)}
    assert "a process died with exit code 9 while it did item 3; it is done again" in caplog.text
    with cluster.Processes(1, retries=1) as engine:
        with pytest.raises(cluster.LostError, match="exit code 9 while it did item 0"):
            list(engine.run(os._exit, [9]))


def _die_once(mark: tuple[str, int]) -> int:
    folder, number = mark
    dead = Path(folder) / "dead"
    if number == 3 and not dead.exists():
        dead.touch()
        os._exit(9)
    return number


def test_exceptions_of_the_function_are_raised(processes: cluster.Processes) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        list(processes.run(_divide, [1, 2, 0]))
    if sys.version_info >= (3, 11):
        assert "in _divide" in caught.value.__notes__[0]
    with pytest.raises(RuntimeError, match=r"it called sys.exit\(3\)"):
        list(processes.run(sys.exit, [3]))
    with pytest.raises(RuntimeError, match="it raised GeneratorExit: 7"):
        list(processes.run(_leave, [7]))
    with pytest.raises(RuntimeError, match="cannot be passed on(.|\n)*Awkward: 1 and 2"):
        list(processes.run(_awkward, [1]))
    assert dict(processes.run(_divide, [1, 2])) == {0: 1.0, 1: 0.5}


def _leave(number: int) -> None:
    raise GeneratorExit(number)


class Awkward(Exception):
    """An exception that cannot be unpickled."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def _awkward(number: int) -> None:
    raise Awkward(number, 2)


def _divide(number: int) -> float:
    return 1 / number


def test_finished_parts_are_kept_and_foreign_and_missing_ones_named(folder: Path) -> None:
    def enough(event: dict[str, Any]) -> None:
        if event.get("done") == 2:
            raise StopIteration

    request: dict[str, Any] = {"player": "greedy", "games": 60}
    kept = folder / "kept"
    with pytest.raises(StopIteration):
        cluster.map("2048/bench", **request, parts=4, engine=Here(), folder=kept, on_event=enough)
    names = sorted(path.name for path in kept.iterdir())
    assert names == ["3-of-4.part", "4-of-4.part"]
    done: list[Any] = []
    found = cluster.map(
        "2048/bench", **request, parts=4, engine=Here(), folder=kept, on_event=done.append
    )
    assert [event["part"] for event in done[1:-1]] == ["2/4", "1/4"]
    # The seed is that of the parts that were kept.
    expected = tilewright.game2048.bench(**request, seed=found.seed)
    assert found.json() == expected.json()
    files = sorted(str(path) for path in kept.iterdir())
    merged = program("merge", *files, "--json", folder=folder).decode()
    assert merged == found.json()

    for other in ({"seed": found.seed + 1}, {"player": "random"}, {"parts": 5}):
        with pytest.raises(tilewright.RefusedError, match="4.part is a part of another run"):
            cluster.map("2048/bench", **{**request, "parts": 4, **other}, folder=kept, engine=Here())
    (kept / "4-of-4.part").write_bytes((kept / "3-of-4.part").read_bytes()[:-9])
    with pytest.raises(tilewright.RefusedError, match="4-of-4.part is truncated"):
        cluster.map("2048/bench", **request, parts=4, folder=kept, engine=Here())

    class Idle(Here):
        def run(self, function: Any, items: Sequence[Any]) -> Any:
            return super().run(function, items[1:])

    with pytest.raises(tilewright.RefusedError, match="part 1/4 is missing"):
        cluster.map("2048/bench", **request, parts=4, engine=Idle())


SCRIPT = """
import signal
import sys
import threading
from tilewright import cluster

def show(event):
    print(event, flush=True)
    if event.get("done") == 3 and "wait" in sys.argv:
        # However late Ctrl-C comes, the work is not over.
        threading.Event().wait()

if __name__ == "__main__":
    # A shell that runs the tests in the background has Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    answer = cluster.map(
        "2048/bench", player="greedy", games=int(sys.argv[1]), seed=1, parts=200, folder="kept",
        engine=cluster.Processes(2), on_event=show,
    )
    print(answer.json(), end="")
"""


def test_ctrl_c_ends_all_processes_and_the_same_call_resumes(folder: Path) -> None:
    (folder / "script.py").write_text(SCRIPT)
    command = [sys.executable, "script.py", "20000"]
    # Ctrl-C of a terminal reaches all processes of the group.
    with subprocess.Popen(
        [*command, "wait"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        for line in running.stdout:
            if "'done': 3," in line:
                break
        os.killpg(running.pid, signal.SIGINT)
        # To its end, which comes when no process of the group is left to write to it.
        error = running.stderr.read()
        running.wait()
    assert error.count("Traceback") == 1 and "KeyboardInterrupt" in error
    kept = len(list((folder / "kept").glob("*-of-200.part")))
    assert 3 <= kept < 200
    assert not list((folder / "kept").glob(".tilewright-*"))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.count("'part'") == 200 - kept
    expected = tilewright.game2048.bench(player="greedy", games=20000, seed=1)
    printed = done.stdout.splitlines()[-1]
    assert printed == expected.json().rstrip()


def test_genomes_are_evaluated_in_order_with_the_same_bytes_in_any_slices(
    processes: cluster.Processes,
) -> None:
    genomes = np.random.default_rng(1).normal(size=(37, 5))
    for function in (_rastrigin, _two):
        expected = np.asarray(function(genomes))
        for batch in (None, 1, 5, 100):
            found = cluster.evaluate(function, genomes, engine=processes, batch=batch)
            assert found.dtype == expected.dtype and found.tobytes() == expected.tobytes()
            assert found.shape == expected.shape
    assert cluster.evaluate(_two, genomes[:0], engine=Here()).shape == (0, 2)
    with pytest.raises(ValueError, match="returned .* for 7 genomes"):
        cluster.evaluate(np.sum, genomes, engine=Here(), batch=10)


@pytest.mark.parametrize(("genome", "scheme"), CASES, ids=name)
def test_every_scheme_searches_over_an_engine_as_in_one_process(
    genome: evolve.Genome, scheme: evolve.Scheme
) -> None:
    found, expected = make(genome, scheme), make(genome, scheme)
    fitness = partial(judge, found)
    found.run(fitness, generations=5, engine=Here())
    # A generation that is bred already, and others after it.
    found.ask()
    found.run(fitness, generations=9, engine=Here())
    expected.run(fitness, generations=9)
    assert found.checkpoint() == expected.checkpoint()


def test_islands_evolve_over_processes_as_in_one(processes: cluster.Processes) -> None:
    assert islands().run(_rastrigin, generations=7, engine=processes).checkpoint() == (
        islands().run(_rastrigin, generations=7).checkpoint()
    )


def test_islands_meet_the_engine_at_exchanges_alone() -> None:
    class Counting(Here):
        batches = 0

        def run(self, function: Any, items: Sequence[Any]) -> Generator[tuple[int, Any], None, None]:
            self.batches += 1
            assert len(items) == 3
            return super().run(function, items)

    engine = Counting()
    generations: list[int] = []
    found = islands().run(
        _rastrigin,
        generations=7,
        engine=engine,
        on_generation=lambda search: generations.append(search.generations),
    )
    # Exchanges follow generations 2, 4 and 6.
    assert engine.batches == 4
    assert generations == [1, 2, 3, 4, 5, 6, 7]
    # The value of the second generation ends the search in the middle of a stretch.
    target = islands().run(_rastrigin, generations=3).best
    assert target is not None
    early = islands().run(_rastrigin, target=target.value, engine=Here())
    expected = islands().run(_rastrigin, target=target.value)
    assert early.generations == expected.generations <= 3
    assert early.checkpoint() == expected.checkpoint()


@pytest.mark.parametrize(
    "stop", [{"evaluations": 70}, {"stagnation": 2, "generations": 30}, {"target": 60.0}], ids=str
)
def test_conditions_hold_over_an_engine_as_in_one_process(stop: dict[str, Any]) -> None:
    counted = [0]

    def fitness(genomes: "np.ndarray[Any, Any]") -> Any:
        counted[0] += len(genomes)
        return _rastrigin(genomes)

    for every in (0, 2, 5):
        scheme = evolve.Islands(evolve.Generational(population=20), count=3, every=every)
        found, expected = (
            evolve.Search(evolve.Reals(5, -5.12, 5.12), scheme, seed=4) for _ in range(2)
        )
        expected.run(_rastrigin, **stop)
        counted[0] = 0
        found.run(fitness, **stop, engine=Here())
        assert found.checkpoint() == expected.checkpoint()
        if "target" not in stop:
            assert counted[0] <= found.evaluations + 2 * 60


def test_a_search_that_is_advanced_meanwhile_has_the_values_of_its_genomes() -> None:
    def advance(search: evolve.Search) -> None:
        if search.generations in (1, 4):
            search.tell(_rastrigin(search.ask()))
        if search.generations == 6:
            search.ask()

    found, expected = islands(), islands()
    found.run(_rastrigin, generations=9, on_generation=advance, engine=Here())
    expected.run(_rastrigin, generations=9, on_generation=advance)
    assert found.checkpoint() == expected.checkpoint()


def test_an_exception_of_an_island_counts_at_its_generation() -> None:
    def fails_late(genomes: "np.ndarray[Any, Any]") -> Any:
        values = _rastrigin(genomes)
        if (values < 15).any():
            raise Awkward(1, 2)
        return values

    found, expected = islands(), islands()
    with pytest.raises(Awkward):
        expected.run(fails_late, generations=90)
    with pytest.raises(RuntimeError, match="(?s)in generation .* of island .*Awkward: 1 and 2"):
        found.run(fails_late, generations=90, engine=Here())
    assert found.generations == expected.generations > 0
    # A target that is reached before it.
    target = evolve.Search.resume(expected.checkpoint()).best
    assert target is not None
    assert islands().run(fails_late, target=target.value, engine=Here()).reason == "target"


def test_engines_that_are_none_are_refused() -> None:
    class Lazy(Here):
        def run(self, function: Any, items: Sequence[Any]) -> Generator[tuple[int, Any], None, None]:
            yield from list(super().run(function, items))[1:]

    wrong: list[Any] = [2, cluster.Processes]
    for engine in wrong:
        with pytest.raises(TypeError, match="engine: expected an engine such as"):
            islands().run(_rastrigin, generations=2, engine=engine)
    with pytest.raises(cluster.LostError, match="left out item 2 of 3"):
        islands().run(_rastrigin, generations=2, engine=Lazy())


def test_an_exception_over_an_engine_leaves_the_search_as_it_was(
    processes: cluster.Processes,
) -> None:
    for search in (islands(), make(BITS, evolve.Generational(population=12))):
        before = search.run(_sums, generations=2).checkpoint()
        with pytest.raises(ZeroDivisionError):
            search.run(_no_fitness, generations=4, engine=processes)
        assert evolve.Search.resume(before).ask().tobytes() == search.ask().tobytes()
        with pytest.raises(ValueError, match=r"values: expected the shape \(\d+,\), found \(1, "):
            search.run(_wrong_fitness, generations=4, engine=processes)
        search.run(_sums, generations=4, engine=processes)
        expected = evolve.Search.resume(before).run(_sums, generations=4)
        assert search.checkpoint() == expected.checkpoint()


def test_an_engine_names_the_row_of_a_wrong_value_in_its_generation() -> None:
    search = evolve.Search(evolve.Reals(5, -5.12, 5.12), evolve.Generational(population=20), seed=4)
    last = search.ask()[-1]

    def last_is_nan(genomes: "np.ndarray[Any, Any]") -> Any:
        return np.where((genomes == last).all(axis=1), np.nan, _rastrigin(genomes))

    with pytest.raises(ValueError, match="values: expected no NaN, found nan in row 19 of 20"):
        search.run(last_is_nan, generations=1, engine=Here())
    # Of islands too it is the row that one process names.
    last = islands().run(_rastrigin, generations=3).ask()[-1]
    texts = []
    for engine in (None, Here()):
        with pytest.raises(ValueError, match="values: expected no NaN, found nan in row") as caught:
            islands().run(last_is_nan, generations=9, engine=engine)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]


def _sums(genomes: "np.ndarray[Any, Any]") -> Any:
    return genomes.sum(axis=1)


def _no_fitness(genomes: "np.ndarray[Any, Any]") -> Any:
    raise ZeroDivisionError


def _wrong_fitness(genomes: "np.ndarray[Any, Any]") -> Any:
    return [genomes.sum(axis=1)]


def islands() -> evolve.Search:
    """Three islands that exchange their best in every second generation."""
    scheme = evolve.Islands(evolve.Generational(population=20), count=3, every=2)
    return evolve.Search(evolve.Reals(5, -5.12, 5.12), scheme, seed=4)


def _rastrigin(genomes: "np.ndarray[Any, Any]") -> Any:
    return (genomes**2 - 10 * np.cos(2 * np.pi * genomes) + 10).sum(axis=1)


def _two(genomes: "np.ndarray[Any, Any]") -> Any:
    return np.stack([genomes[:, 0], genomes[:, 1] ** 2], axis=1)


def test_an_engine_serves_several_batches_and_any_thread() -> None:
    assert threading.current_thread() is threading.main_thread()
    with cluster.Processes(2) as engine:
        assert engine.workers == 2
        for _ in range(3):
            assert dict(engine.run(abs, [-1, 2])) == {0: 1, 1: 2}
        first = engine.run(abs, range(100))
        next(first)
        first.close()
        assert dict(engine.run(abs, [-7])) == {0: 7}
    with pytest.raises(ValueError, match="from 1, found 0"):
        cluster.Processes(0)
