"""What a search knows and has found so far."""

import json
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tilewright._evolve_constraints import Constraints
from tilewright._evolve_figures import Figure, figure
from tilewright._evolve_fitness import Values
from tilewright._evolve_individuals import Archive, Individual, Individuals
from tilewright._evolve_operators import Operators
from tilewright._tilewright import Evolution


class Results:
    """What a search knows and has found so far."""

    _evolution: Evolution
    _settings: dict[str, Any]
    _operators: Operators
    _constraints: Constraints | None
    _objectives: int
    _axes: list[tuple[float, float, int]]
    _floor: float

    @property
    def settings(self) -> dict[str, Any]:
        """All settings as a document, which checkpoints hold."""
        settings: dict[str, Any] = json.loads(self._evolution.settings)
        return settings

    @property
    def seed(self) -> int:
        """The seed."""
        return int(self._settings["seed"])

    @property
    def generations(self) -> int:
        """The number of generations so far."""
        return self._evolution.generations

    @property
    def evaluations(self) -> int:
        """The number of evaluations so far."""
        return self._evolution.evaluations

    @property
    def best(self) -> Individual:
        """The best individual so far; the earliest one of equal ones, feasible ones before others.

        With several objectives it is the first feasible one, so see :attr:`front`. With noise it is the one that has proved to
        be best by the games that it played as a candidate; see :class:`Noise`.

        Raises:
            ValueError: There was no generation yet.
        """
        rows, values, violations, games, errors = self._evolution.hall_of_fame()
        if not len(values):
            raise ValueError("best: there was no generation yet; call run, or ask and tell")

        def own(table: Values) -> Any:
            return float(table[0, 0]) if self._objectives == 1 else table[0, : self._objectives]

        return Individual(
            self._operators.form.one(rows, 0),
            own(values),
            float(violations[0]),
            self._violations(rows),
            None if games is None else int(games[0]),
            None if errors is None else own(errors),
        )

    def _violations(self, rows: NDArray[Any]) -> dict[str, float] | None:
        """The violations of the first genome by the names of the constraints."""
        if self._constraints is None:
            return None
        return {key: float(it[0]) for key, it in self._constraints.by_name(rows[:1]).items()}

    @property
    def hall_of_fame(self) -> Individuals:
        """The best distinct individuals so far, best first."""
        return self._individuals(self._evolution.hall_of_fame())

    @property
    def front(self) -> Individuals:
        """The feasible individuals of the last generation that none dominates, in the order of their values."""
        return self._individuals(self._evolution.front())

    @property
    def population(self) -> Individuals:
        """The last generation; of an archive all elites, of islands those of all islands."""
        return self._individuals(self._evolution.population())

    @property
    def archive(self) -> Archive:
        """The archive; of islands the best elite of each bin.

        Raises:
            AttributeError: The scheme has none.
        """
        made = self._evolution.archive()
        if made is None:
            raise AttributeError(f"archive: the scheme {self._settings['scheme']['kind']} has none")
        genomes, values, flat, count, centroids, games, errors = made
        shape = tuple(bins for _, _, bins in self._axes) if centroids is None else (count,)
        bins = np.stack(np.unravel_index(flat, shape), axis=1).astype(np.int64)
        objective = np.ascontiguousarray(values[:, 0])
        gain = objective - self._floor
        if self._settings["directions"][0] == "minimize":
            gain = -gain
        return Archive(
            self._operators.form.seen(genomes),
            objective,
            np.ascontiguousarray(values[:, 1:]),
            bins,
            len(flat) / count,
            float(gain.sum()),
            shape,
            centroids,
            games,
            None if errors is None else np.ascontiguousarray(errors[:, 0]),
        )

    def logbook(self) -> dict[str, NDArray[Any]]:
        """The statistics of the last generations: arrays by the names of their columns, one number a generation.

        ``pandas.DataFrame(search.logbook())`` makes a table of it. For each constraint that has a name, ``satisfied_NAME`` is
        the share of the population that satisfies it, of archives that of the genomes that were evaluated: where it stays 0,
        this constraint keeps everything infeasible.
        """
        table = self._evolution.logbook()
        return table if self._constraints is None else table | self._constraints.columns(table["generation"])

    def figure(self, kind: Literal["curve", "front", "archive"] | None = None, *, log: bool = False) -> Figure:
        """A figure of the search, which notebooks show: ``figure.svg()`` is its text, ``figure.save(path)`` writes it.

        By default the heat map of an archive of two axes, the front of two objectives, and of others the curves of the best,
        the median and the worst value by generation. Where nothing is feasible the curves are those of violations. ``log``
        draws the logarithms of a curve.

        Raises:
            ValueError: There was no generation yet, or the search has no such figure.
        """
        return figure(self, kind, log)

    def _individuals(
        self, arrays: tuple[NDArray[Any], Values, Values, NDArray[np.int64] | None, Values | None]
    ) -> Individuals:
        genomes, values, violations, games, errors = arrays

        def own(table: Values) -> Values:
            columns = table[:, : self._objectives]
            return np.ascontiguousarray(columns[:, 0] if self._objectives == 1 else columns)

        return Individuals(
            self._operators.form.seen(genomes),
            own(values),
            violations,
            None if self._constraints is None else self._constraints.by_name(genomes),
            games,
            None if errors is None else own(errors),
        )
