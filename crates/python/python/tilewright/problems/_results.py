"""The results of a suite: saved, compared, and drawn as curves of what was reached with how many evaluations."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_figures import Figure
from tilewright._missing import missing
from tilewright._tilewright import VERSION, curve_chart

SCHEMA = "tilewright/suite/1"

#: The targets of a run: how far from the reference it may be, as a share of the way from the start. Ten for each power of
#: ten, down to a thousandth.
GAPS: tuple[float, ...] = tuple(10.0 ** (-step / 10) for step in range(1, 31))

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Result:
    """A run of an optimizer on a problem."""

    problem: str
    optimizer: str
    #: The number of the run, from 0.
    run: int
    seed: int
    #: How many evaluations it made.
    evaluations: int
    #: How good what it found is; NaN if nothing was feasible.
    quality: float
    #: How far that is from the start of the problem, 0, to its reference, 1.
    share: float
    #: With how many evaluations it reached each of :data:`GAPS`, or -1.
    hits: tuple[int, ...]
    #: CPU seconds, which differ each time.
    seconds: float


@dataclass(frozen=True)
class Summary:
    """The runs of an optimizer on a problem, summed up."""

    problem: str
    optimizer: str
    runs: int
    #: The median quality, and the ends of the interval that holds the median of all such runs with
    #: 95 % confidence at least; None of fewer than six runs. NaN is a run without a feasible solution, which is worse than
    #: all others.
    median: float
    low: float | None
    high: float | None
    #: The share of targets that were reached.
    reached: float
    #: How many runs came within a hundredth of the reference, and the evaluations of all runs for each of these.
    successes: int
    expected_evaluations: float
    #: The mean CPU seconds of a run.
    seconds: float


@dataclass(frozen=True)
class Comparison:
    """Two optimizers on a problem."""

    problem: str
    one: str
    two: str
    #: The chance that a run of ``one`` is better than one of ``two``; ties count half (Vargha and Delaney, 2000).
    better: float
    #: How likely such a difference is by luck (Mann and Whitney, 1947), corrected for all comparisons (Holm, 1979).
    p_value: float


class Results(Sequence[Result]):
    """The results of a suite, run by run.

    ``results + others`` puts two together, and ``for result in results`` goes through them.
    """

    def __init__(self, results: Sequence[Result], seed: int) -> None:
        self._results = tuple(results)
        #: The seed of the suite.
        self.seed = seed

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, at: Any) -> Any:
        return self._results[at]

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def __add__(self, others: "Results") -> "Results":
        if others.seed != self.seed:
            raise ValueError(f"seed: expected results of the same suite seed, found {self.seed} and {others.seed}")
        known = {(it.problem, it.optimizer, it.run) for it in self}
        for it in others:
            if (it.problem, it.optimizer, it.run) in known:
                raise ValueError(f"there are two runs {it.run} of {it.optimizer} on {it.problem}")
        return Results([*self, *others], self.seed)

    def __repr__(self) -> str:
        return f"<Results {len(self)} runs of {', '.join(self.optimizers)} on {len(self.problems)} problems, seed={self.seed}>"

    @property
    def problems(self) -> tuple[str, ...]:
        """The names of the problems, in the order of their first runs."""
        return tuple(dict.fromkeys(it.problem for it in self))

    @property
    def optimizers(self) -> tuple[str, ...]:
        """The names of the optimizers, in the order of their first runs."""
        return tuple(dict.fromkeys(it.optimizer for it in self))

    def of(self, problem: str | None = None, optimizer: str | None = None) -> "Results":
        """Those of a problem, of an optimizer, or of both."""
        kept = [
            it for it in self if problem in (None, it.problem) and optimizer in (None, it.optimizer)
        ]
        return Results(kept, self.seed)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the results as JSON, a run in each line, and the times of all runs, which differ each time, below them."""
        document = {"schema": SCHEMA, "version": VERSION, "seed": self.seed}
        runs = [_plain(it) for it in self]
        timing = [round(it.seconds, 3) for it in self]
        head = json.dumps(document)[:-1]
        lines = ",\n".join(json.dumps(run, separators=(",", ":")) for run in runs)
        Path(path).write_text(f'{head}, "runs": [\n{lines}\n],\n"timing": {timing}}}\n', encoding="utf-8")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Results":
        """Reads what :meth:`save` wrote.

        Raises:
            ValueError: It is no such file.
        """
        try:
            document = json.loads(Path(path).read_text(encoding="utf-8"))
            if document["schema"] != SCHEMA:
                raise ValueError(f"schema {document['schema']!r}")
            names = {field.name for field in fields(Result)} - {"seconds"}
            runs: list[dict[str, Any]] = [
                {key: float("nan") if run[key] is None else run[key] for key in names} for run in document["runs"]
            ]
            if len(runs) != len(document["timing"]):
                raise ValueError(f"{len(runs)} runs and {len(document['timing'])} times")
            results = [
                Result(**run | {"hits": tuple(run["hits"]), "seconds": seconds})
                for run, seconds in zip(runs, document["timing"])
            ]
            return cls(results, document["seed"])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"{os.fspath(path)}: it is not a file of results: {error}") from None

    def summary(self) -> list[Summary]:
        """A line for each problem and optimizer."""
        return [
            _summed(problem, optimizer, self.of(problem, optimizer))
            for problem in self.problems
            for optimizer in self.optimizers
            if len(self.of(problem, optimizer))
        ]

    def compare(self, optimizer: str) -> list[Comparison]:
        """An optimizer beside all others on each problem. It needs SciPy."""
        try:
            from scipy.stats import mannwhitneyu
        except ModuleNotFoundError as error:
            raise missing(error, "a comparison", "problems") from None
        self._known(optimizer)
        made: list[tuple[str, str, float, float]] = []
        for problem in self.problems:
            one = _ranked(self.of(problem, optimizer))
            for other in self.optimizers:
                two = _ranked(self.of(problem, other))
                if other == optimizer or not len(one) or not len(two):
                    continue
                test = mannwhitneyu(one, two, alternative="two-sided", method="asymptotic")
                # Where all runs are equal there is no difference that luck could explain.
                p_value = 1.0 if np.isnan(test.pvalue) else float(test.pvalue)
                made.append((problem, other, float(test.statistic) / (len(one) * len(two)), p_value))
        corrected = holm([it[3] for it in made])
        return [
            Comparison(problem, optimizer, other, better, p_value)
            for (problem, other, better, _), p_value in zip(made, corrected)
        ]

    def _known(self, optimizer: str) -> None:
        """Refuses a name that is none."""
        if optimizer not in self.optimizers:
            raise ValueError(f"optimizer: expected one of {', '.join(self.optimizers)}, found {optimizer!r}")

    def table(self) -> str:
        """The summary as a table of Markdown."""
        lines = [
            "| problem | optimizer | median | 95 % interval | targets reached | within 1 % | evaluations for each of these | CPU s |",
            "|---|---|--:|--:|--:|--:|--:|--:|",
        ]
        for it in self.summary():
            ends = "–" if it.low is None else f"{_shown(it.low)} to {_shown(it.high)}"
            expected = f"{it.expected_evaluations:,.0f}" if it.successes else "–"
            lines.append(
                f"| {it.problem} | {it.optimizer} | {_shown(it.median)} | {ends} "
                f"| {it.reached:.0%} | {it.successes} of {it.runs} | {expected} | {it.seconds:.2f} |"
            )
        return "\n".join(lines)

    def ecdf(self, optimizer: str, problem: str | None = None) -> tuple[Numbers, Numbers]:
        """The share of targets that an optimizer reached with at most a number of evaluations: evaluations and shares, as
        COCO draws them (Hansen and others, 2021)."""
        self._known(optimizer)
        runs = self.of(problem, optimizer)
        hits = np.array([it.hits for it in runs], np.float64).reshape(-1)
        reached = np.sort(hits[hits > 0])
        points = np.unique(reached)
        return points, np.searchsorted(reached, points, side="right") / max(1, hits.size)

    def figure(self, problem: str | None = None) -> Figure:
        """The curves of :meth:`ecdf` of all optimizers, on one problem or on all."""
        if problem is not None and problem not in self.problems:
            raise ValueError(f"problem: expected one of {', '.join(self.problems)}, found {problem!r}")
        most = max((it.evaluations for it in self.of(problem)), default=1)
        lines = []
        for optimizer in self.optimizers:
            points, shares = self.ecdf(optimizer, problem)
            lines.append((optimizer, steps(np.log10(points), shares, float(np.log10(most)))))
        count = len(self.problems)
        title = f"Targets reached: {problem or (f'{count} problems' if count != 1 else self.problems[0])}"
        return Figure(curve_chart(title, "log10 of the evaluations", "share of targets", lines))


def _shown(quality: float | None) -> str:
    """A quality as text."""
    return "none" if quality is None or np.isnan(quality) else f"{quality:.6g}"


def steps(points: Numbers, shares: Numbers, end: float) -> list[tuple[float, float]]:
    """The corners of a curve that rises in steps, from 0 to ``end``."""
    corners, before = [(0.0, 0.0)], 0.0
    for point, share in zip(points.tolist(), shares.tolist()):
        corners += [(point, before), (point, share)]
        before = share
    return [*corners, (end, before)]


def median_ranks(count: int) -> tuple[int, int] | None:
    """The places, from 0, of the sorted runs between which the median of all such runs lies with 95 % confidence at
    least, whatever their distribution: the tail of the binomial distribution (Conover, 1999). None of fewer than six runs,
    which cannot say as much."""
    tail, low = 0.0, -1
    while tail + comb(count, low + 1) / 2**count <= 0.025:
        low += 1
        tail += comb(count, low) / 2**count
    return None if low < 0 else (low, count - 1 - low)


def holm(p_values: Sequence[float]) -> list[float]:
    """The same, corrected for their number."""
    order = sorted(range(len(p_values)), key=lambda at: p_values[at])
    corrected, highest = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, p_values[at] * (len(p_values) - rank)))
        corrected[at] = highest
    return corrected


def _summed(problem: str, optimizer: str, runs: Results) -> Summary:
    scores = _ranked(runs)
    order = np.argsort(scores, kind="stable")
    qualities = np.array([it.quality for it in runs])[order]
    ranks = median_ranks(len(runs))
    # Runs without a feasible solution are the worst, so that they do not make the median unknown.
    middle = (qualities[(len(runs) - 1) // 2] + qualities[len(runs) // 2]) / 2
    low, high = (None if ranks is None else float(qualities[ranks[end]]) for end in (0, 1))
    if low is not None and high is not None and low > high:
        low, high = high, low
    hits = np.array([it.hits for it in runs])
    near = hits[:, GAPS.index(10.0 ** (-20 / 10))]
    successes = int((near > 0).sum())
    spent = np.where(near > 0, near, [it.evaluations for it in runs]).sum()
    return Summary(
        problem,
        optimizer,
        len(runs),
        float(middle),
        low,
        high,
        float((hits > 0).mean()),
        successes,
        float(spent / successes) if successes else float("inf"),
        float(np.mean([it.seconds for it in runs])),
    )


def _ranked(runs: Results) -> Numbers:
    """A number for each run, greater for a better one: its share, and without a feasible solution the least."""
    return np.array([-np.inf if np.isnan(it.share) else it.share for it in runs])


def _plain(result: Result) -> dict[str, Any]:
    """A run as JSON has it: None for NaN, and no time."""
    found = {key: None if value != value else value for key, value in asdict(result).items()}
    del found["seconds"]
    return found
