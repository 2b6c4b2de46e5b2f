"""Answers: documents, arrays, tables, pictures, files, pickles."""

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

import tilewright
from tilewright import battleship, cluster, game2048, match3, path


@pytest.fixture(scope="module")
def level() -> tilewright.Answer:
    return match3.generate(rows=6, columns=7, target=150, seed=7, algorithm="fi2pop", logbook=True)


def test_keys_are_items_and_attributes(level: tilewright.Answer) -> None:
    assert level.seed == level["seed"] == 7
    assert level.verdict == "done" and level.reached is None and level.warnings == []
    assert {"levels", "seed", "array"} <= set(dir(level))
    assert repr(level).startswith("<match3/generate: done: ")
    with pytest.raises(AttributeError, match="match3/generate has no 'lives'"):
        level.lives
    with pytest.raises(KeyError):
        level["lives"]


def test_numbers_are_arrays(level: tilewright.Answer) -> None:
    layout = level.array("levels", 0, "level", "layout")
    assert (layout.shape, layout.dtype) == ((6, 7), np.dtype("<U1"))
    cells = path.plan(layout_of(["...", ".#.", "..."]), from_="0,0", to="2,2").array("cells")
    assert (cells.shape, cells.dtype) == ((5, 2), np.int64)
    heat = battleship.count(rows=4, columns=5, fleet="2", probabilities=True).array("probabilities")
    assert (heat.shape, heat.dtype) == ((4, 5), np.float64)
    assert heat.sum() == pytest.approx(2)
    board = {"board": [[2, 0, 0, 0], [0, 4, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}
    moved = game2048.move([board]).array("left", "board")
    assert (moved.shape, moved.dtype) == ((4, 4), np.int64)
    with pytest.raises(ValueError, match="no array: dict"):
        level.array("request")


def layout_of(rows: list[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.str_]]":
    return np.array([list(row) for row in rows])


def test_lists_are_tables(level: tilewright.Answer) -> None:
    logbook = level.frame(output="logbook")
    assert isinstance(logbook, pandas.DataFrame)
    assert {"generation", "evaluations"} <= set(logbook.columns) and len(logbook) > 1
    games = game2048.bench(player="greedy", games=5, jsonl=True, seed=1).frame()
    assert len(games) == 5 and (games["score"] > 0).all()
    summary = game2048.bench(player="greedy", games=5, seed=1).frame()
    assert summary["score.mean"].item() == pytest.approx(games["score"].mean())
    fleets = battleship.place(rows=6, columns=6, fleet="3,2", count=3, seed=3).frame("fleets")
    assert len(fleets) == 3
    curve = {"levels": 2, "rows": 6, "columns": 6, "goal": "collect:12", "difficulty": [[1, 11]]}
    pack = match3.pack(curve=curve, output=True, seed=3)
    assert len(pack.frame()) == 2
    assert not any(str(name).startswith("request.") for name in pack.frame())
    with pytest.raises(ValueError, match="use logbook=True"):
        match3.generate(target=150, seed=7).frame(output="logbook")


def test_pictures_are_shown_in_notebooks(level: tilewright.Answer) -> None:
    svg = level.svg()
    assert svg.startswith("<svg") and level._repr_svg_() == svg
    html = level._repr_html_()
    assert svg in html and "<pre>" in html
    assert level.png().startswith(b"\x89PNG") and level.gif().startswith(b"GIF89a")
    scores = battleship.score([{"rows": 5, "columns": 5, "chromosome": [1, 1, 0], "lengths": [2]}])
    assert scores._repr_svg_() is None and "<pre>" in scores._repr_html_()
    with pytest.raises(ValueError, match="has no picture"):
        scores.svg()
    with pytest.raises(ValueError, match=".jpg"):
        level.picture("jpg")
    search: dict[str, Any] = {"from_": "0,0", "to": "2,2", "planner": "improved", "seed": 1}
    rows = layout_of(["...", ".#.", "..."])
    still = path.plan(rows, **search).gif()
    assert len(path.plan(rows, **search, picture="gif").gif()) > 1.5 * len(still)


def test_files_are_written(level: tilewright.Answer, tmp_path: Path) -> None:
    for name, start in [("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.json", b"{"), ("a.txt", b".")]:
        level.save(tmp_path / "new" / name)
        assert (tmp_path / "new" / name).read_bytes()[: len(start)] in (start, b"#")
    assert match3.analyze([tmp_path / "new" / "a.json"])["potential"] == 150
    assert list(level.files) == ["logbook.csv"]
    level.save(tmp_path / "log.csv", "logbook")
    assert (tmp_path / "log.csv").read_bytes() == level.files["logbook.csv"]
    with pytest.raises(tilewright.RefusedError, match="endings are json, txt"):
        level.save(tmp_path / "a.tmx")
    play = match3.play(tmp_path / "new/a.json", games=16, seed=1, moves="20", goal=["collect:9"])
    with pytest.raises(ValueError, match="ask for it with record='json'"):
        play.save(tmp_path / "a.json", "record")
    plan = path.generate("maze", rows=9, columns=9, seed=1, output="tmx")
    plan.save(tmp_path / "maze.tmx")
    assert {"maze.tmx"} < {it.name for it in tmp_path.iterdir()}
    with pytest.raises(tilewright.RefusedError, match="asked for as `tmx`, not `txt`"):
        plan.save(tmp_path / "maze.txt")
    assert not [it for it in tmp_path.iterdir() if it.name.startswith(".")]


def test_many_files_are_a_folder(tmp_path: Path) -> None:
    curve = {"levels": 2, "rows": 6, "columns": 6, "goal": "collect:12", "difficulty": [[1, 11]]}
    pack = match3.pack(curve=curve, output=True, seed=3)
    pack.save(tmp_path / "pack")
    assert {it.name for it in (tmp_path / "pack").iterdir()} == set(pack.files)
    assert len(pack.files) >= 2


def test_answers_are_pickled(level: tilewright.Answer) -> None:
    found = pickle.loads(pickle.dumps(level))
    assert (found.json(), found.text(), found.svg()) == (level.json(), level.text(), level.svg())
    assert found.files == level.files and found.levels == level.levels
    assert found.frame(output="logbook").equals(level.frame(output="logbook"))
    with pytest.raises(ValueError, match="png is not kept in a pickled answer"):
        found.png()
    assert pickle.loads(pickle.dumps(found)).json() == level.json()


def test_pandas_is_loaded_only_for_tables() -> None:
    source = Path(sys.modules["tilewright._answer"].__file__ or "").read_text()
    assert "\nimport pandas" not in source


@pytest.fixture(scope="module")
def trained() -> tilewright.Answer:
    return game2048.train(network="01,12", episodes=200, seed=7)


def test_what_a_training_made_is_in_its_answer(trained: tilewright.Answer, tmp_path: Path) -> None:
    assert list(trained.files) == ["output"]
    names = ["net.bin", "net", "net.tilewright", "v1.0/net.v2"]
    for name in names:
        trained.save(tmp_path / name)
        assert (tmp_path / name).read_bytes() == trained.files["output"]
    played: dict[str, Any] = {"player": "network", "games": 3, "depth": 1, "seed": 1}
    expected = game2048.bench(**played, network=str(tmp_path / "net.bin"))["score"]
    networks: list[Any] = [tmp_path / "net", trained, trained.files["output"], pickle.loads(pickle.dumps(trained))]
    for network in networks:
        assert game2048.bench(**played, network=network)["score"] == expected
    board = [[[2, 2, 0, 0], [0, 0, 4, 0], [0] * 4, [0] * 4]]
    assert game2048.eval(board, player="network", network=trained, depth=1)["choice"]
    with pytest.raises(tilewright.RefusedError, match="<network>: not a tilewright network file"):
        game2048.bench(network=match3.generate(target=150, seed=7))


def test_what_tasks_made_is_what_others_take() -> None:
    tuned = game2048.tune(player="classic", generations=1, parents=1, children=1, games=2, validation_games=2, seed=1)
    assert game2048.bench(player="classic", weights=tuned, games=2, seed=1).verdict == "done"
    model = match3.calibrate(rows=5, columns=5, goal="collect:5", levels=32, games=8, method="article", seed=1)
    made = match3.generate(rows=5, columns=5, goal="collect:5", difficulty="9", model=model, seed=1)
    assert made.verdict in ("done", "no")


def test_a_path_writes_the_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    small: dict[str, Any] = {"network": "01,12", "episodes": 50, "seed": 7}
    found = game2048.train(**small, output="folder/x.bin", picture=tmp_path / "curve.svg")
    assert Path("folder/x.bin").read_bytes() == found.files["output.bin"]
    assert Path("curve.svg").read_bytes().startswith(b"<svg")
    game2048.train(**small, output=Path("plain"))
    assert Path("plain").read_bytes() == found.files["output.bin"]
    level = match3.generate(target=150, seed=7, output="levels/one.txt", logbook="log.jsonl")
    assert Path("levels/one.txt").read_text() == level.file("txt").decode()
    assert len(Path("log.jsonl").read_text().splitlines()) == len(level.frame(output="logbook"))
    curve = {"levels": 2, "rows": 6, "columns": 6, "goal": "collect:12", "difficulty": [[1, 11]]}
    pack = match3.pack(curve=curve, output="./pack", seed=3)
    assert {it.name for it in Path("pack").iterdir()} == set(pack.files) and len(pack.files) >= 2
    tilewright.run("2048/train", small, outputs={"output": "again.bin"})
    assert Path("again.bin").read_bytes() == Path("plain").read_bytes()
    cluster.map("2048/bench", player="greedy", games=4, seed=1, parts=2, output="games.jsonl")
    assert len(Path("games.jsonl").read_text().splitlines()) == 4
    assert not [it for it in tmp_path.rglob(".*")]


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"output": "net"}, "output: expected True or a path, found \"net\"\nhint: write ./net for a file"),
        ({"output": 3}, "output: expected True, False, a form or a path, found 3"),
        ({"output": ""}, "output: expected True, False, a form or a path, found ''"),
        ({"picture": "jpg"}, "picture: pictures cannot be written as .jpg\nhint: the endings are svg"),
        ({"picture": "curve.jpg"}, "picture: pictures cannot be written as .jpg"),
        ({"picture": "folder/curve"}, "picture: expected a path with an ending such as .svg, found 'folder/curve'"),
    ],
)
def test_another_output_is_refused_before_the_work(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(tilewright.RefusedError) as caught:
        game2048.train(**{"episodes": 10**9} | wrong)
    assert str(caught.value).startswith(said)


def test_a_checkpoint_is_resumed_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "half.checkpoint"
    request: dict[str, Any] = {"network": "01,12", "episodes": 400, "seed": 7, "checkpoint_every": 50}

    def stop(event: dict[str, Any]) -> None:
        if path.exists():
            raise StopIteration

    whole = game2048.train(**request)
    with pytest.raises(StopIteration):
        game2048.train(**request, checkpoint=path, on_event=stop)
    resumed = game2048.train(**request, checkpoint=path)
    assert resumed.files["output"] == whole.files["output"]


def test_a_key_that_is_not_there_names_those_that_are(level: tilewright.Answer) -> None:
    with pytest.raises(KeyError, match="has no 'levles'; it has .*levels"):
        level["levles"]
    with pytest.raises(AttributeError, match="has no 'levles'; its document has .*levels"):
        level.levles
    with pytest.raises(KeyError, match=r"\['levels'\]\[0\] has no 'layuot'; it has .*level"):
        level.array("levels", 0, "layuot")
    with pytest.raises(IndexError):
        level.array("levels", 7)
    assert getattr(level, "levles", None) is None and not hasattr(level, "levles")


def test_pandas_that_is_missing_is_named(level: tilewright.Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match=r'a table needs pandas, .*: pip install "tilewright\[pandas\]"'):
        level.frame()


def test_an_answer_is_read_like_a_mapping() -> None:
    answer = game2048.bench(player="greedy", games=2, seed=1)
    assert "games" in answer and "swaps" not in answer
    assert list(answer) == list(answer.document) and dict(answer) == answer.document
