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


import tilewright
from tilewright import battleship, game2048, match3, path
from tilewright._run import DOCUMENTS, LISTED, NUMBERS
from tilewright._types import Document, Documents, Numbers

LONG: dict[str, Any] = {"rows": 64, "columns": 64, "target": 9001, "count": 10000, "seed": 1}


def interrupt_when(is_due: threading.Event) -> list[float]:
    """Sends Ctrl-C; the list receives the CPU time then, which no other process makes longer."""
    sent: list[float] = []

    def send() -> None:
        is_due.wait()
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()
    return sent


def test_ctrl_c_stops_at_once_and_keeps_the_best() -> None:
    # A shell that runs the tests in the background has Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    has_level = threading.Event()
    sent = interrupt_when(has_level)

    def on_event(event: dict[str, Any]) -> None:
        if event["event"] == "reached" and event["done"] >= 1:
            has_level.set()

    with pytest.raises(KeyboardInterrupt) as caught:
        match3.generate(**LONG, on_event=on_event)
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
        match3.generate(target=1, output="tmx")


@pytest.mark.parametrize(
    "wrong",
    [{"rows": "nine"}, {"rows": 2.5}, {"kinds": 7}, {"seed": -1}, {"seed": 2**64}, {"template": 3}],
)
def test_values_of_wrong_types_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(tilewright.RefusedError) as caught:
        match3.generate(**{"target": 1, **wrong})
    assert caught.value.key == next(iter(wrong))
    for name, value in [("win_rate", float("nan")), ("seed", np.random.default_rng(1)), ("rows", object())]:
        with pytest.raises(tilewright.RefusedError, match=f"{name}: expected a") as caught:
            match3.generate(target=1, **{name: value})  # type: ignore[arg-type]
        assert caught.value.key == name and "found" in caught.value.error
    with pytest.raises(tilewright.RefusedError, match="from_: expected a finite number, found inf"):
        path.plan("x.map", from_=float("inf"), to=(1, 1))  # type: ignore[arg-type]
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
    with pytest.raises(tilewright.RefusedError, match=r"<levels\[1\]>: line 1.*; 1 of 2 inputs are wrong") as caught:
        two_inputs: list[Any] = [level, b"no level"]
        match3.analyze(two_inputs)
    assert caught.value.answer["potential"] == 150
    with pytest.raises(tilewright.RefusedError, match="<level>: line 1"):
        match3.play(b"no level")
    two = match3.generate(rows=6, columns=6, target=150, seed=7, count=2)
    with pytest.raises(ValueError, match=r"level: expected one level, the answer has 2: give answer\['levels'\]"):
        match3.play(two)
    of_text = path.plan(text.decode(), from_=(0, 0), to=(2, 4))
    assert np.array_equal(of_text.array("cells"), expected)
    by_tuples = path.plan(text, from_=(0, 0), to=(2, 4), danger=[(1, 4, 0.5)], danger_weight=2)
    by_text = path.plan(text, from_="0,0", to="2,4", danger=["1,4,0.5"], danger_weight=2)
    assert by_tuples.json() == by_text.json()
    in_quotes = """
        .....
        .##..
        ..3..
    """
    of_quotes = path.plan(in_quotes, from_=[0, 0], to=of_text.array("cells")[-1])
    assert of_quotes["cells"][-1] == [2, 4]
    assert path.plan(text, from_=(0, 0), to=(2.0, 4.0)).array("cells").tolist() == expected.tolist()
    assert path.field(text, goal=[(2, 4), np.array([0, 0])])["goals"] == [[0, 0], [2, 4]]
    assert path.field(text, goal=["2,4"])["goals"] == [[2, 4]]


def test_walks_of_a_crowd_are_arrays() -> None:
    text = b"........\n...##...\n........\n"
    steps = path.crowd(text, walkers=3, goal=[(2, 7)], seed=1, picture=False)
    cells = steps.array("walkers", 0, "cells")
    assert cells.dtype == np.int64 and cells.shape[1] == 2
    assert np.abs(np.diff(cells, axis=0)).sum(axis=1).max() <= 1

    flow = path.crowd(text, kind="field", walkers=3, goal=[(2, 7), (0, 7)], seed=1, picture=False)
    points = flow.array("walkers", 0, "points")
    assert points.dtype == np.float64 and points.shape[1] == 2
    assert np.abs(points[0] % 1 - 0.5).max() == 0
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


def test_a_lone_text_serves_where_a_list_of_texts_does(folder: Path) -> None:
    lone = match3.generate(rows=6, columns=6, target=150, kinds="obstacle", goal="collect:30", seed=7)
    many = match3.generate(rows=6, columns=6, target=150, kinds=["obstacle"], goal=("collect:30",), seed=7)
    assert lone.json() == many.json()
    several = match3.generate(rows=6, columns=6, target=150, kinds="obstacle, blocked1", seed=7)
    assert several.json() == match3.generate(rows=6, columns=6, target=150, kinds=["obstacle", "blocked1"], seed=7).json()
    assert several.json() == tilewright.run(
        "match3/generate", {"rows": 6, "columns": 6, "target": 150, "kinds": "obstacle,blocked1", "seed": 7}
    ).json()
    hunters = [battleship.hunt(hunter=it, games=4, seed=1).json() for it in ("lattice", ["lattice"], ("lattice",))]
    assert len(set(hunters)) == 1
    hinted: dict[str, Any] = {"levels": 32, "games": 8, "rows": 5, "columns": 5, "method": "article", "seed": 1}
    assert match3.calibrate(**hinted, goal="collect:30").verdict == "done"


def test_a_fleet_is_text_or_numbers_of_any_kind() -> None:
    fleets: list[Any] = ["3,2,2", (3, 2, 2), [3, 2, 2], np.array([3, 2, 2]), ["3", "2", "2"], range(3, 4)]
    found = [battleship.count(rows=5, columns=5, fleet=it).text() for it in fleets]
    assert len(set(found[:5])) == 1 and found[5] != found[0]
    with pytest.raises(tilewright.RefusedError, match="fleet"):
        battleship.count(rows=5, columns=5, fleet=(3, -2))


MISSING: list[tuple[Any, dict[str, Any]]] = [
    (match3.analyze, {"levels": "none.json"}),
    (match3.analyze, {"levels": ["none.json"]}),
    (match3.play, {"level": "none.json"}),
    (match3.tweak, {"level": "none.json"}),
    (match3.export, {"levels": "none.json", "to": "csv"}),
    (match3.check, {"folder": "none"}),  # A single damaged level is an item that says so.
    (match3.generate, {"template": "none.json", "target": 9}),
    (game2048.eval, {"boards": "none.json"}),
    (game2048.move, {"boards": "none.json"}),
    (game2048.bench, {"network": "none.json"}),
    (game2048.bench, {"player": "classic", "weights": "none.json"}),
    (game2048.tune, {"weights": "none.json"}),
    (game2048.train, {"stage": "none.json"}),
    (battleship.score, {"chromosomes": "none.json"}),
    (battleship.hunt, {"fleets": "none.json"}),
    (path.plan, {"map": "none.json", "from_": (0, 0), "to": (1, 1)}),
    (path.routes, {"map": "none.json", "from_": (0, 0), "to": (1, 1)}),
    (path.pareto, {"map": "none.json", "from_": (0, 0), "to": (1, 1)}),
    (path.convert, {"map": "none.json"}),
    (path.check, {"files": "none.json"}),
    (path.compare, {"files": "none.json"}),
]


@pytest.mark.parametrize("is_there", [False, True], ids=["missing", "damaged"])
@pytest.mark.parametrize("function, keys", MISSING, ids=lambda it: getattr(it, "__name__", None))
def test_a_file_that_cannot_be_read_raises_one_error_in_all_tasks(
    function: Any, keys: dict[str, Any], is_there: bool, folder: Path
) -> None:
    if is_there:
        (folder / "none.json").write_bytes(b"\xff\x00[}{")
    with pytest.raises(tilewright.RefusedError) as caught:
        function(**keys)
    assert str(caught.value).strip()


def test_of_many_inputs_those_that_can_be_read_are_done() -> None:
    boards: list[Any] = [{"board": [[2, 2], [4, 0]]}, {"board": [[3, 0], [0, 0]]}, {"board": [[0, 2], [0, 0]]}]
    with pytest.raises(tilewright.RefusedError, match="line 2: .*; 1 of 3 inputs are wrong") as caught:
        game2048.move(boards)
    documents = caught.value.answer.documents
    assert len(documents) == 3 and "error" in documents[1]
    assert documents[0] == game2048.move(boards[:1]).document


def test_nested_lists_are_arrays() -> None:
    rows = [[1, 1, 1], [0, 0, 1], [1, 1, 3]]
    found = path.plan(rows, from_=(0, 0), to=(2, 0))
    assert found["cells"] == path.plan(np.array(rows), from_=(0, 0), to=(2, 0))["cells"]
    by_tuples = path.plan(tuple(map(tuple, rows)), from_=(0, 0), to=(2, 0))
    assert by_tuples["cells"] == found["cells"]
    letters = [list("..."), list("##."), list("..3")]
    assert path.plan(letters, from_=(0, 0), to=(2, 0))["cells"] == found["cells"]
    ragged: Any = [[1, 1], [1]]
    with pytest.raises(ValueError, match="map: expected rows of the same length"):
        path.plan(ragged, from_=(0, 0), to=(1, 1))
    level = [list("....."), list("..#.."), list("....."), list(".....")]
    expected = match3.analyze({"layout": ["".join(row) for row in level]}).json()
    assert match3.analyze(level).json() == match3.analyze([level]).json() == expected
    board = [[2, 2, 0], [4, 0, 0]]
    assert game2048.move(board).json() == game2048.move(np.array(board)).json()
    assert len(game2048.move([board, board]).documents) == 2


def test_an_answer_brings_all_its_levels() -> None:
    made = match3.generate(rows=5, columns=5, target=80, count=1000, seed=3)
    analysed = match3.analyze(made, picture=False)
    assert len(analysed.documents) == 1000 and {it["potential"] for it in analysed.documents} == {80}
    both = match3.analyze([made, made["levels"][0]["level"]], picture=False)
    assert len(both.documents) == 1001


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
