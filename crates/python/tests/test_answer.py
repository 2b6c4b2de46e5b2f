"""Answers: documents, arrays, tables, pictures, files, pickles."""

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

import tilewright
from tilewright import battleship, game2048, match3, path


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
    scores = battleship.score([{"rows": 5, "columns": 5, "chromosome": [1, 1, 0], "fleet": [2]}])
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


def test_an_answer_is_read_like_a_mapping() -> None:
    answer = game2048.bench(player="greedy", games=2, seed=1)
    assert "games" in answer and "swaps" not in answer
    assert list(answer) == list(answer.document) and dict(answer) == answer.document
