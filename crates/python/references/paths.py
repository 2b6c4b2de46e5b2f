"""Confirms the front of ``Paths-Dangerous-v1`` by a dynamic program: of each column and row, all pairs of time and
danger that none dominates (Hansen, 1980). It counts cell by cell, without the sums of the problem."""

from typing import NamedTuple

from tilewright import problems
from tilewright.problems import dangerous_paths as own


class Path(NamedTuple):
    """A path, or its beginning."""

    time: int
    danger: int
    #: The rows in which it leaves the columns.
    rows: tuple[int, ...]


def best_of(paths: list[Path]) -> list[Path]:
    """The paths that none dominates, by time; of equal ones one."""
    kept: list[Path] = []
    for path in sorted(paths):
        if not kept or path.danger < kept[-1].danger:
            kept.append(path)
    return kept


def front() -> list[Path]:
    """A path for each best pair of time and danger."""
    times, dangers, walls = own.times().tolist(), own.danger().tolist(), own.walls().tolist()
    entered = {own.HOME: [Path(0, 0, ())]}
    for column in range(own.COLUMNS):
        left: dict[int, list[Path]] = {}
        for start, paths in entered.items():
            for step in (1, -1):
                row, time, danger = start, 0, 0
                while 0 <= row < own.ROWS and not walls[row][column]:
                    time, danger = time + times[row][column], danger + dangers[row][column]
                    made = [Path(it.time + time, it.danger + danger, (*it.rows, row)) for it in paths]
                    left.setdefault(row, []).extend(made)
                    row += step
        entered = {row: best_of(paths) for row, paths in left.items()}
    home = [it._replace(time=it.time + abs(row - own.HOME)) for row, paths in entered.items() for it in paths]
    return best_of(home)


def hypervolume(paths: list[Path]) -> int:
    """The area between the paths and the corner."""
    ends = [path.time for path in paths[1:]] + [int(own.CORNER[0])]
    return sum((end - it.time) * (int(own.CORNER[1]) - it.danger) for it, end in zip(paths, ends))


if __name__ == "__main__":
    found = front()
    problem = problems.make("Paths-Dangerous-v1")
    print(f"{len(found)} points from {found[0][:2]} to {found[-1][:2]}")
    print(f"hypervolume {hypervolume(found)}, registered: {problem.best:g}")
