"""Events, stopping, errors, inputs."""

import inspect
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conftest import without_times

import tilewright
from tilewright import battleship, game2048, match3, path
from tilewright._run import DOCUMENTS, LISTED, NUMBERS
from tilewright._types import Document, Documents, Numbers

LONG: dict[str, Any] = {"rows": 64, "columns": 64, "target": 9001, "count": 10000, "seed": 1}


def interrupt_after(seconds: float) -> list[float]:
    """Sends Ctrl-C; the list receives the CPU time then, which no other process makes longer."""
    sent: list[float] = []

    def send() -> None:
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(seconds, send).start()
    return sent


def test_ctrl_c_stops_at_once_and_keeps_the_best() -> None:
    # A shell that runs the tests in the background has Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sent = interrupt_after(0.5)
    with pytest.raises(KeyboardInterrupt) as caught:
        match3.generate(**LONG)
    # 100 ms on each thread, and the answer.
    assert time.process_time() - sent[0] < 0.5 * (os.cpu_count() or 1)
    answer = caught.value.answer  # type: ignore[attr-defined]
    assert answer.verdict == "stopped"
    assert answer.array("levels", 0, "level", "layout").shape == (64, 64)
    assert answer.reached == f"{len(answer['levels'])} of 10000 levels were generated"


def test_an_exception_of_on_event_stops_the_task_and_keeps_the_best() -> None:
    seen: list[dict[str, Any]] = []

    def on_event(event: dict[str, Any]) -> None:
        assert threading.current_thread() is threading.main_thread()
        seen.append(event)
        if event["event"] == "reached" and event["done"] >= 3:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough") as caught:
        match3.generate(**LONG, on_event=on_event)
    answer = caught.value.answer  # type: ignore[attr-defined]
    assert answer.verdict == "stopped" and len(answer["levels"]) >= 3
    assert seen[0] == {"event": "begun", "doing": "generating levels", "steps": 10000}
    assert seen[-1]["event"] == "reached"


def test_other_threads_of_python_go_on() -> None:
    counted, is_over = [0], threading.Event()

    def count() -> None:
        while not is_over.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = counted[0]
    game2048.bench(player="greedy", games=300, seed=1)
    is_over.set()
    thread.join()
    assert counted[0] > before


def test_a_wrong_value_names_its_key_and_a_hint_names_keyword_arguments() -> None:
    with pytest.raises(tilewright.RefusedError) as caught:
        match3.generate(rows=65)
    assert caught.value.key == "rows"
    assert "from 1 to 64" in str(caught.value)
    with pytest.raises(tilewright.RefusedError) as caught:
        path.convert(np.ones((3, 3), dtype=int), picture=False)
    assert caught.value.hint == "name a file to write, or use `show` or `picture`"
    with pytest.raises(tilewright.RefusedError) as caught:
        match3.calibrate(levels=32, games=8, goal=())
    assert caught.value.hint == 'add `goal="collect:30"`'
    with pytest.raises(ValueError, match="unknown task `match3/analyse`\nhint: did you mean"):
        tilewright.run("match3/analyse", {})
    with pytest.raises(tilewright.RefusedError, match="endings are json, txt"):
        match3.generate(target=1, output="tmx")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [{"rows": "nine"}, {"rows": 2.5}, {"kinds": 7}, {"seed": -1}, {"seed": 2**64}, {"template": 3}],
)
def test_values_of_wrong_types_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(tilewright.RefusedError) as caught:
        match3.generate(**{"target": 1, **wrong})
    assert caught.value.key == next(iter(wrong))
    with pytest.raises(ValueError):
        match3.generate(target=1, win_rate=float("nan"))
    with pytest.raises(TypeError):
        match3.generate(target=1, dificulty=2)  # type: ignore[call-arg]


def test_inputs_are_paths_bytes_documents_arrays_and_answers(folder: Path) -> None:
    text = (folder / "map.txt").read_bytes()
    expected = path.plan("map.txt", from_="0,0", to="2,4").array("cells")
    rows = np.array([[1, 1, 1, 1, 1], [1, 0, 0, 1, 1], [1, 1, 3, 1, 1]])
    cells = [list(row) for row in text.decode().split()]
    layout = {"layout": text.decode().split()}
    for found_in in (folder / "map.txt", text, layout, np.array(cells)):
        found = path.plan(found_in, from_="0,0", to="2,4").array("cells")
        assert np.array_equal(found, expected)
    strided = np.repeat(np.asfortranarray(rows), 2, axis=1)[:, ::2]
    assert not strided.flags.c_contiguous
    maps: list[Any] = [rows, rows.astype(np.uint8), strided]
    for given in maps:
        assert path.plan(given, from_="0,0", to="2,4").verdict == "done"
    wrong: list[Any] = [np.zeros(3, dtype=int), np.ones((2, 2)), np.full((2, 2), 10)]
    for bad in wrong:
        with pytest.raises((TypeError, ValueError), match="map: expected"):
            path.plan(bad, from_="0,0", to="1,1")
    level = match3.generate(rows=6, columns=6, goal=["collect:9"], target=150, seed=7)
    analysed = match3.analyze([level["levels"][0]["level"]])
    assert analysed["potential"] == 150
    assert match3.analyze([level]).json() == analysed.json() == match3.analyze(level).json()
    hunters = battleship.hunt(fleets=np.array(["uniform", "sequential"]), games=4, seed=1)
    assert hunters.json() == battleship.hunt(fleets=["uniform", "sequential"], games=4, seed=1).json()
    assert "error: <levels[1]>: line 1" in match3.analyze([level, b"no level"]).text()
    with pytest.raises(tilewright.RefusedError, match="<level>: line 1"):
        match3.play(b"no level")
    two = match3.generate(rows=6, columns=6, target=150, seed=7, count=2)
    with pytest.raises(ValueError, match=r"level: expected one level, the answer has 2: give answer\['levels'\]"):
        match3.play(two)
    of_text = path.plan(text.decode(), from_=(0, 0), to=(2, 4))
    assert np.array_equal(of_text.array("cells"), expected)
    by_tuples = path.plan(text, from_=(0, 0), to=(2, 4), danger=[(1, 4, 0.5)], danger_weight=2)
    by_text = path.plan(text, from_="0,0", to="2,4", danger=["1,4,0.5"], danger_weight=2)
    assert without_times(by_tuples.json()) == without_times(by_text.json())
    in_quotes = """
        .....
        .##..
        ..3..
    """
    of_quotes = path.plan(in_quotes, from_=[0, 0], to=of_text.array("cells")[-1])
    assert of_quotes["cells"][-1] == [2, 4]
    assert path.plan(text, from_=(0, 0), to=(2.0, 4.0)).array("cells").tolist() == expected.tolist()
    flat: Any = (1, 4, 0)
    with pytest.raises(ValueError, match="danger: expected a list of tuples"):
        path.plan(text, from_=(0, 0), to=(2, 4), danger=flat)
    boards = np.array([[[2, 2], [4, 0]], [[0, 0], [4, 0]]])
    assert len(game2048.move(boards).documents) == 2
    assert game2048.move([boards[1], boards[0]]).documents == game2048.move(boards).documents[::-1]
    assert game2048.move(boards[0]).json() == game2048.move([{"board": [[2, 2], [4, 0]]}]).json()


@pytest.mark.parametrize(
    "type_, keys",
    [(Numbers, NUMBERS), (Document, DOCUMENTS), (Document | Sequence[Document], LISTED)],
)
def test_the_keys_that_are_converted_are_those_of_the_functions(type_: Any, keys: Any) -> None:
    found = set()
    for module in (battleship, game2048, match3, path):
        for name in module.__all__:
            for parameter in inspect.signature(getattr(module, name)).parameters.values():
                annotation = str(parameter.annotation).replace(str(Documents), str(Document))
                if str(type_) in annotation:
                    found.add(parameter.name.rstrip("_"))
    assert found == set(keys)


def test_seeds_of_64_bits_are_exact_and_random_seeds_are_reported() -> None:
    answer = battleship.place(rows=4, columns=4, fleet="2", seed=2**64 - 1)
    assert answer.seed == 2**64 - 1
    answer = battleship.place(rows=4, columns=4, fleet="2")
    assert answer.json() == battleship.place(rows=4, columns=4, fleet="2", seed=answer.seed).json()


def test_warnings_of_a_task_are_warnings() -> None:
    with pytest.warns(UserWarning, match="hint: ") as caught:
        answer = match3.generate(rows=5, columns=5, target=1, seed=1)
    assert answer.verdict == "no"
    assert caught[0].filename == __file__


def test_the_number_of_threads_is_set() -> None:
    for number in (1, 3):
        tilewright.set_threads(number)
        assert tilewright.threads() == number
    tilewright.set_threads(None)
    for wrong in (0, -1, 5000):
        with pytest.raises(ValueError, match="number of threads from 1 to 1024"):
            tilewright.set_threads(wrong)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_answer_alike(method: str) -> None:
    expected = [match3.generate(target=300, seed=seed) for seed in (1, 2)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.starmap_async(_generate, [(1,), (2,)]).get(timeout=60)
    assert [answer.json() for answer in found] == [answer.json() for answer in expected]


def _generate(seed: int) -> tilewright.Answer:
    return match3.generate(target=300, seed=seed)


def test_stopped_searches_leave_no_memory_behind() -> None:
    def stop() -> None:
        def on_event(event: dict[str, Any]) -> None:
            raise StopIteration

        with pytest.raises(StopIteration):
            match3.generate(rows=5, columns=5, target=60, seed=1, on_event=on_event)

    def resident() -> int:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    for _ in range(200):
        stop()
    before = resident()
    for _ in range(1000):
        stop()
    assert resident() - before < 4 << 20


def test_a_stopped_training_is_resumed_from_its_checkpoint() -> None:
    def on_event(event: dict[str, Any]) -> None:
        if event["event"] == "reached" and event["done"] > 0:
            raise StopIteration

    request: dict[str, Any] = {"network": "01,12", "episodes": 4000, "seed": 7, "output": True}
    whole = game2048.train(**request)
    with pytest.raises(StopIteration) as caught:
        game2048.train(**request, checkpoint=True, on_event=on_event)
    stopped = caught.value.answer  # type: ignore[attr-defined]
    assert stopped.verdict == "stopped" and "of 4000 games" in stopped.reached
    resumed = game2048.train(**request, checkpoint=stopped.files["checkpoint"])
    assert resumed.files["output"] == whole.files["output"]
