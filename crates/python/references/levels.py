"""Confirms the optimum of ``Match3-Hard-v1`` by HiGHS, with a count of cases and a flood fill of its own.

A case is dead if one of its cells is an obstacle, so the least number of alive cases is an integer program. What a
level breaks of the rule of refills is added to it as a rule, until its answer breaks none. Needs scipy.
"""

from collections import Counter

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import lil_matrix, vstack

from tilewright import problems
from tilewright.problems.hard_levels import MOST, SIDE

CELLS = SIDE * SIDE


def cases() -> Counter[frozenset[int]]:
    """The four cells of each way in which a swap can complete a line of three."""
    found: Counter[frozenset[int]] = Counter()
    lines = [[(step * k, (1 - step) * k) for k in gap] for step in (0, 1) for gap in ((1, 2), (-2, -1), (-1, 1))]
    for row in range(SIDE):
        for column in range(SIDE):
            for source in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                for line in lines:
                    cells = [(row + down, column + right) for down, right in [(0, 0), source, *line]]
                    if source not in line and all(0 <= end < SIDE for cell in cells for end in cell):
                        found[frozenset(a * SIDE + b for a, b in cells)] += 1
    return found


def entrances(cell: int) -> list[int]:
    """The cells from which a cell is refilled: above, left and right of it."""
    row, column = divmod(cell, SIDE)
    sides = [cell - 1] * (column > 0) + [cell + 1] * (column < SIDE - 1)
    return [cell - SIDE] * (row > 0) + sides


def exits(cell: int) -> list[int]:
    """The cells that a cell refills: left and right of it, and below."""
    row, column = divmod(cell, SIDE)
    sides = [cell - 1] * (column > 0) + [cell + 1] * (column < SIDE - 1)
    return [cell + SIDE] * (row < SIDE - 1) + sides


def broken(is_obstacle: list[bool]) -> list[tuple[set[int], set[int]]]:
    """What must not be so again: cells that are obstacles, and cells that are open."""
    filled = {cell for cell in range(SIDE) if not is_obstacle[cell]}
    edge = list(filled)
    while edge:
        new = [cell for cell in exits(edge.pop()) if not is_obstacle[cell] and cell not in filled]
        filled.update(new)
        edge += new
    dry = {cell for cell in range(CELLS) if not is_obstacle[cell] and cell not in filled}
    found = []
    if dry:
        found.append(({it for cell in dry for it in entrances(cell)} - dry, dry))
    for cell in range(SIDE, CELLS):
        around = entrances(cell)
        if is_obstacle[cell] and all(is_obstacle[it] for it in around):
            found.append(({cell, *around}, set()))
    return found


def solved() -> tuple[int, list[bool]]:
    """The least potential, and where the obstacles are."""
    counts = cases()
    weights = np.array([0] * CELLS + list(counts.values()))
    rows = lil_matrix((len(counts) + 1, len(weights)))
    for at, cells in enumerate(counts):
        rows[at, CELLS + at] = 1
        for cell in cells:
            rows[at, cell] = 1
    rows[len(counts), :CELLS] = -1
    table, least = rows.tocsr(), np.array([1] * len(counts) + [-MOST])
    whole = np.array([1] * CELLS + [0] * len(counts))
    while True:
        rules = LinearConstraint(table, least, np.inf)
        answer = milp(weights, integrality=whole, bounds=Bounds(0, 1), constraints=rules)
        assert answer.success, answer.message
        is_obstacle = [bool(share > 0.5) for share in answer.x[:CELLS]]
        cuts = broken(is_obstacle)
        if not cuts:
            return round(answer.fun), is_obstacle
        for walls, opens in cuts:
            row = lil_matrix((1, len(weights)))
            row[0, list(walls)] = -1
            row[0, list(opens)] = 1
            table, least = vstack([table, row]).tocsr(), np.append(least, 1 - len(walls))


if __name__ == "__main__":
    potential, is_obstacle = solved()
    problem = problems.make("Match3-Hard-v1")
    ours = problem([is_obstacle])
    print(f"HiGHS: {potential}, our potential of its level: {ours.values}, its violation: {ours.violations}")
    print(f"registered: {problem.best:g}")
    for row in np.reshape(is_obstacle, (SIDE, SIDE)):
        print("".join("#" if it else "." for it in row))
