"""Writes the pages of the book about the problems, with their pictures, of the registry and the stored baselines."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tilewright
from tilewright import arrays, evolve, problems
from tilewright._tilewright import curve_chart, heat_map, scatter_chart
from tilewright.problems import Problem, Results
from tilewright.problems import (
    dangerous_paths,
    hard_levels,
    hidden_fleets,
    noisy_sphere,
    onemax,
    pair_weights,
    tour,
    wall_of_levels,
)

BOOK = Path(__file__).parents[3] / "docs/src/problems"

PAGE = """\
# {name}

{summary}

| | |
|---|---|
| genome | {genome} |
| objective | {objective} |
| constraints | {constraints} |
{measures}| noise | {noise} |
| budget | {budget:,} evaluations |
| reference | {best}{proved} |
| start | {start} |
| source of the reference | {source} |

**What it measures.** {measures_what}

**What it does not.** {leaves_out}

{explanation}
{solution}
## Baselines

{table}

![Share of the targets that each optimizer reached by its number of evaluations]({file}-curves.svg)
"""


def genome(problem: Problem) -> str:
    """The genome in words."""
    own = problem.genome
    if isinstance(own, evolve.Bits):
        return f"{own.length} bits"
    if isinstance(own, evolve.Permutation):
        return f"permutation of {own.length}"
    if isinstance(own, evolve.Reals):
        return f"{own.length} real numbers from {own.low:g} to {own.high:g}"
    ends = np.asarray(own.high)
    high = f"{ends}" if ends.ndim == 0 else f"an end of its own, {ends.min()} to {ends.max()}"
    return f"{own.length} whole numbers from {own.low} to {high}"


def page(problem: Problem, results: Results) -> str:
    """The page of a problem."""
    aims = {"value": "", "front": ", hypervolume of the front", "archive": ", QD score"}
    wanted = [f"{name} ({direction})" for name, direction in zip(problem.objectives, problem.directions)]
    bins = [f"{name}: {it.bins} bins from {it.low:g} to {it.high:g}" for name, it in zip(problem.measures, problem.axes)]
    games = f"each game has a seed; {problem.games} games tell the truth" if problem.truth is None else "each game has a seed"
    return PAGE.format(
        name=problem.name,
        summary=problem.summary,
        genome=genome(problem),
        objective=", ".join(wanted),
        constraints=", ".join(problem.constraints) or "none",
        measures=f"| measures | {', '.join(bins)} |\n" if bins else "",
        noise=games if problem.is_noisy else "none",
        budget=problem.budget,
        best=f"{problem.best:,.6g}{aims[problem.aim]}",
        proved=", proved" if problem.is_proved else ", the best that is known",
        start=f"{problem.start:,.6g}",
        source=problem.source,
        measures_what=problem.measures_what,
        leaves_out=problem.leaves_out,
        explanation=EXPLANATIONS[problem.name],
        solution=solution(problem),
        table=results.table(),
        file=file(problem),
    )


def file(problem: Problem) -> str:
    """The name of the page of a problem."""
    return problem.name.lower()


def solution(problem: Problem) -> str:
    """The reference of a problem, as a picture or as text."""
    if problem.name in CAPTIONS:
        return f"\n![{CAPTIONS[problem.name]}]({file(problem)}.svg)\n"
    if problem.name != "Fleet-Adversarial-v1":
        return ""
    field = hidden_fleets.fleets(problem.reference())[0]
    rows = "\n".join(" ".join(".abcdefghij"[ship] for ship in row) for row in field)
    return f"\nThe best fleet that is known, a letter for each ship:\n\n```text\n{rows}\n```\n"


def picture(problem: Problem) -> str:
    """The picture of the reference of a problem as SVG."""
    genomes = problem.reference()
    if problem.name == "Tour-v1":
        places = tour.PLACES[np.append(genomes[0], genomes[0, 0])]
        return curve_chart(CAPTIONS[problem.name], "", "", [("", [(float(x), float(y)) for x, y in places])])
    if problem.name == "Paths-Dangerous-v1":
        values = np.asarray(problem(genomes).values, float)
        points = [(float(time), float(danger)) for time, danger in values[np.argsort(values[:, 0])]]
        return scatter_chart(CAPTIONS[problem.name], "time", "danger", points)
    if problem.name == "Match3-Hard-v1":
        return drawn(hard_levels.codes(genomes))
    if problem.name == "Ntuple-Weights-v1":
        weights = pair_weights.weights(genomes)[0, 0]
        return heat_map("Weights of pairs of tiles", pair_weights.VALUES, pair_weights.VALUES, weights.tolist(), 32.0)
    # An elite of few special cells, one of some, one of many.
    return drawn(wall_of_levels.codes(genomes[[len(genomes) // 6, len(genomes) // 2, -len(genomes) // 6]]))


def drawn(levels: NDArray[Any]) -> str:
    """Levels with their potential as SVG."""
    return tilewright.match3.analyze(arrays.match3.decode(levels)).svg()


CAPTIONS = {
    "Tour-v1": "The shortest round trip",
    "Match3-Hard-v1": "The level of the least potential, and where that is",
    "QD-Wall-v1": "Three of the best levels that are known, with few, some and many special cells",
    "Paths-Dangerous-v1": "The front of time and danger",
    "Ntuple-Weights-v1": "The best weights that are known, of pairs of tiles from none to 512",
}

EXPLANATIONS = {
    "OneMax-v1": f"""\
The value is the number of ones, where {onemax.TURNED.sum()} of the bits count when they are 0. So an optimizer that begins with a genome of ones, or in the middle of the
unit cube, does not begin with the answer.""",
    "Tour-v1": f"""\
The cities have whole coordinates from 0 to {tour.PLACES.max()} that are made of a seed, and distances are rounded to whole numbers, as in
TSPLIB. The value is the length of the round trip in the order of the permutation.""",
    "Sphere-Noisy-v1": f"""\
The value is the sum of the squared distances from a point that is not the middle, plus an error of mean 0 and standard deviation {noisy_sphere.NOISE}, a sum of twelve uniform numbers of the
seed. A run is judged by the sum without the error of the genome that it claims; without a claim that is the genome with the best value that was
seen, which is mostly the luckiest one.""",
    "Match3-Hard-v1": f"""\
A bit is an obstacle in a level of {hard_levels.SIDE} × {hard_levels.SIDE} cells. The value is the [potential](../articles/difficulty.md): the number of ways in which a swap can complete
a line of three. A violation counts obstacles beyond {hard_levels.MOST}, and cells that no falling block reaches.""",
    "QD-Wall-v1": f"""\
The genes are cells of a level of {wall_of_levels.SIDE} × {wall_of_levels.SIDE}: 0 to 3 are ordinary ones, 4 is an obstacle and 5 a block under an overlay of two layers. The
value is the share of cells whose mirror image, left and right exchanged, is of the same kind. The measures are the share of cells that are not ordinary, and the potential as a
share of that of a level without them, {wall_of_levels.OPEN}. Both depend on each other, so most of the 240 bins have no level.""",
    "Fleet-Adversarial-v1": f"""\
A gene is the place of a ship, of the lengths {", ".join(map(str, hidden_fleets.LENGTHS))}: first the places in rows, then those in columns. A violation counts
pairs of ships that touch or overlap; such fleets have no games, and their value is 0. A game is a hunt by `{hidden_fleets.HUNTER}`, whose ties are broken by the
seed.""",
    "Paths-Dangerous-v1": f"""\
A path enters a map of {dangerous_paths.ROWS} × {dangerous_paths.COLUMNS} cells from the west in row {dangerous_paths.HOME}. Gene *c* is the row in which it leaves column *c*; within a column it
walks up or down. East of the map it walks home to row {dangerous_paths.HOME}. Each cell takes a time from 1 to {dangerous_paths.SLOWEST} and has a danger, which is greatest around {dangerous_paths.CAMPS} camps;
the values are the sums. A violation counts cells of the path that are walls. The hypervolume has its corner at a time of {dangerous_paths.CORNER[0]:g} and a
danger of {dangerous_paths.CORNER[1]:g}.""",
    "Ntuple-Weights-v1": f"""\
A genome has a weight for each unordered pair of neighbouring tiles, of which {pair_weights.VALUES} are distinguished: none, 2, 4 and so on, and 512 with all greater ones. The player
makes the move whose points, together with the weights of all 24 pairs of neighbouring cells afterwards, are greatest. The value is the score of a
game of at most {pair_weights.MOVES:,} moves.""",
}


def main() -> None:
    """Writes all pages."""
    BOOK.mkdir(exist_ok=True)
    results = problems.baselines()
    for name in problems.names():
        problem = problems.make(name)
        own = results.of(name)
        (BOOK / f"{file(problem)}.md").write_text(page(problem, own), encoding="utf-8")
        (BOOK / f"{file(problem)}-curves.svg").write_text(own.figure().svg(), encoding="utf-8")
        if name in CAPTIONS:
            (BOOK / f"{file(problem)}.svg").write_text(picture(problem), encoding="utf-8")
    (BOOK / "all-curves.svg").write_text(results.figure().svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
