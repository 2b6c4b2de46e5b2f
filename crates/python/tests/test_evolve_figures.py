"""Figures of a search, and how far it is."""

import sys
import types
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

from tilewright import evolve
from tilewright._evolve_progress import Pace
from tilewright.evolve import Evaluated, Search

Array = NDArray[Any]


def texts(figure: evolve.Figure) -> list[str]:
    """What is written in a figure."""
    return [it.text or "" for it in ElementTree.fromstring(figure.svg()).iter() if it.text and it.text.strip()]


def sphere(genomes: Array) -> Array:
    values: Array = (genomes**2).sum(axis=1)
    return values


def make(**more: Any) -> Search:
    return Search(evolve.Reals(3, -1, 1), evolve.Generational(population=20), seed=1, **more)


def test_curves_are_those_of_the_logbook(tmp_path: Path) -> None:
    search = make(problem="sphere").run(sphere, generations=1500)
    figure = search.figure()
    words = texts(figure)
    assert {"best", "median", "worst", "generation", "value"} <= set(words)
    assert any("sphere: 1,500 generations" in it for it in words)
    # A long search has no more points than a picture can show.
    assert len(figure.svg()) < 100_000
    assert "log10 of the value" in texts(search.figure(log=True))
    figure.save(tmp_path / "search.svg")
    assert (tmp_path / "search.svg").read_text(encoding="utf-8") == figure.svg() == figure._repr_svg_()
    with pytest.raises(ValueError, match="path: expected a name that ends in .svg"):
        figure.save(tmp_path / "search.png")


def test_two_objectives_show_their_front() -> None:
    search = Search(evolve.Reals(4, 0, 1), evolve.Nsga2(population=20), directions=["minimize"] * 2, seed=1)
    search.run(lambda it: np.stack([it[:, 0], 1 - it[:, 0] + it[:, 1]], axis=1), generations=10)
    assert {"objective 1", "objective 2"} <= set(texts(search.figure()))
    assert search.figure().svg().count("<circle") == len(search.front)
    assert {"best 1", "best 2"} <= set(texts(search.figure("curve")))


def test_an_archive_of_two_axes_is_a_heat_map() -> None:
    axes = [evolve.Axis(0, 1, 7), evolve.Axis(0, 1, 5)]
    search = Search(evolve.Reals(2, 0, 1), evolve.MapElites(axes), seed=1)
    search.run(lambda it: Evaluated(it.sum(axis=1), measures=it), generations=20)
    assert search.figure().svg() == search.figure("archive").svg() != search.figure("curve").svg()


def test_violations_are_shown_where_nothing_is_feasible() -> None:
    search = make().run(lambda it: Evaluated(it[:, 0], 1 + it[:, 1] ** 2), generations=5)
    assert {"least violation", "median violation"} <= set(texts(search.figure()))


def test_figures_that_are_not_there_are_refused() -> None:
    search = make()
    with pytest.raises(ValueError, match="figure: there was no generation yet"):
        search.figure()
    search.run(sphere, generations=1)
    for kind, expected in (
        ("front", "figure: a front needs two objectives, found 1"),
        ("archive", "figure: the picture of an archive needs a grid of two axes, found none"),
        ("pie", "figure: expected curve, front or archive, found 'pie'"),
    ):
        with pytest.raises(ValueError, match=expected):
            search.figure(kind)  # type: ignore[arg-type]


def test_a_line_shows_how_far_a_search_is(capsys: pytest.CaptureFixture[str]) -> None:
    seen = []
    search = make()
    search.run(sphere, generations=30, progress="always", on_generation=lambda it: seen.append(it.generations))
    lines = capsys.readouterr().err.split("\r")
    assert seen == list(range(1, 31)) and search.reason == "generations"
    assert lines[-1].startswith("100% ####################  generation 30") and lines[-1].endswith("\n")
    assert f"best {search.best.value:.6g}" in lines[-1] and "0%" in lines[1]
    assert search.checkpoint() == make().run(sphere, generations=30).checkpoint()


def test_nothing_is_shown_where_no_terminal_is(capsys: pytest.CaptureFixture[str]) -> None:
    make().run(sphere, generations=3, progress=True)
    assert capsys.readouterr().err == ""
    with pytest.raises(ValueError, match="progress: expected True, False or 'always'"):
        make().run(sphere, generations=3, progress="never")  # type: ignore[arg-type]


def test_an_exception_ends_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    def failing(_: Array) -> Array:
        raise KeyError("a reason")

    with pytest.raises(KeyError):
        make().run(failing, generations=3, progress="always")
    assert capsys.readouterr().err.endswith("\n")


def test_the_pace_is_that_of_the_clock() -> None:
    now = [0.0]
    search = make(generations=100)
    stop = {"generations": 100, "evaluations": 10_000, "target": None, "stagnation": None}
    pace = Pace(search, stop, lambda: now[0])
    assert pace.share() == 0
    search.run(sphere, generations=25)
    now[0] = 50.0
    text = pace.text(200)
    assert text.startswith(" 25% #####...............  generation 25") and "2:30 left" in text
    assert f"{search.evaluations / 50:,.0f}/s" in text and len(pace.text(30)) < 30
    aimless = Pace(search, dict.fromkeys(stop), lambda: now[0])
    assert aimless.share() is None and "left" not in aimless.text(200)


def test_a_broken_constraint_is_named_in_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    search = make()
    search.run(lambda it: Evaluated(it[:, 0], {"never": np.ones(len(it))}), generations=2, progress="always")
    assert "violation 1 (never)" in capsys.readouterr().err


def test_a_notebook_shows_a_live_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, it: Any) -> None:
            shown.append(it._repr_html_())

    def display(it: Any, display_id: bool) -> Handle:
        shown.append(it._repr_html_())
        return Handle()

    package: Any = types.ModuleType("IPython")
    package.get_ipython = lambda: types.SimpleNamespace(kernel=True)
    module: Any = types.ModuleType("IPython.display")
    module.display = display
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    make().run(sphere, generations=10, progress=True)
    assert "<svg" not in shown[0] and "<svg" in shown[-1] and "generation 10" in shown[-1]
