"""The figures of a search."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright._tilewright import curve_chart, heat_map, scatter_chart

if TYPE_CHECKING:
    from tilewright._evolve_results import Results

#: The most points of a line. Chosen: a chart is 640 pixels wide.
POINTS = 600
#: The width of a heat map in pixels, if its bins are not too many.
WIDTH = 480

Kind = Literal["curve", "front", "archive"]


class Figure:
    """A figure as SVG, which notebooks show."""

    def __init__(self, svg: str) -> None:
        self._svg = svg

    def svg(self) -> str:
        """The figure as SVG."""
        return self._svg

    def _repr_svg_(self) -> str:
        return self._svg

    def save(self, path: str | Path) -> None:
        """Writes the figure to a file.

        Raises:
            ValueError: The name of the file does not end in ``.svg``.
        """
        if Path(path).suffix.lower() != ".svg":
            raise ValueError(f"path: expected a name that ends in .svg, found {str(path)!r}")
        Path(path).write_text(self._svg, encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Figure of {len(self._svg):,} characters of SVG>"


def figure(search: Results, kind: Kind | None, log: bool = False) -> Figure:
    """The figure of a search: by default what shows most of it."""
    if not search.generations:
        raise ValueError("figure: there was no generation yet; call run, or ask and tell")
    objectives = len(search.settings["directions"])
    shape = _shape(search)
    if kind is None:
        kind = "archive" if shape is not None and len(shape) == 2 else "front" if objectives == 2 else "curve"
    if kind == "front":
        if objectives != 2:
            raise ValueError(f"figure: a front needs two objectives, found {objectives}")
        return _front(search)
    if kind == "archive":
        if shape is None or len(shape) != 2:
            found = "none" if shape is None else f"{len(shape)}"
            raise ValueError(f"figure: the picture of an archive needs a grid of two axes, found {found}")
        return _archive(search)
    if kind == "curve":
        return _curve(search, objectives, log)
    raise ValueError(f"figure: expected curve, front or archive, found {kind!r}")


def _shape(search: Results) -> tuple[int, ...] | None:
    """The bins of an archive."""
    try:
        return search.archive.shape
    except AttributeError:
        return None


def _title(search: Results) -> str:
    counts = f"{search.generations:,} generations, {search.evaluations:,} evaluations"
    name = str(search.settings["problem"])
    return f"{name}: {counts}" if name else counts


def _points(x: NDArray[Any], y: NDArray[Any]) -> list[tuple[float, float]]:
    """Points of a line, as many as can be told apart."""
    chosen = np.unique(np.linspace(0, len(x) - 1, min(len(x), POINTS)).round().astype(int))
    return list(zip(x[chosen].astype(float).tolist(), y[chosen].astype(float).tolist()))


def _curve(search: Results, objectives: int, log: bool) -> Figure:
    table = search.logbook()
    names = ["best", "median", "worst"] if objectives == 1 else [f"best_{at + 1}" for at in range(objectives)]
    if all(np.isnan(table[name]).all() for name in names):
        # Where nothing is feasible, violations have something to show.
        names = ["least_violation", "median_violation"]
    label = "violation" if "least_violation" in names else "value"
    columns = {name: np.asarray(table[name], np.float64) for name in names}
    if log:
        label = f"log10 of the {label}"
        # What is not above 0 is a gap.
        columns = {name: np.log10(column, out=np.full(len(column), np.nan), where=column > 0) for name, column in columns.items()}
    lines = [(name.replace("_", " "), _points(table["generation"], column)) for name, column in columns.items()]
    return Figure(curve_chart(_title(search), "generation", label, lines))


def _front(search: Results) -> Figure:
    values = search.front.values
    points = list(zip(values[:, 0].tolist(), values[:, 1].tolist()))
    return Figure(scatter_chart(_title(search), "objective 1", "objective 2", points))


def _archive(search: Results) -> Figure:
    # The first axis is horizontal, the second one goes up.
    grid = search.archive.grid().T[::-1]
    rows, columns = grid.shape
    cell = max(4.0, math.floor(WIDTH / max(rows, columns)))
    return Figure(heat_map(_title(search), rows, columns, grid.reshape(-1).tolist(), cell))
