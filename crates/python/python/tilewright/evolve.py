"""Evolutionary search by ask and tell, with a fitness that is a function of arrays.

A search has genomes (:class:`Bits`, :class:`Integers`, :class:`Reals`, :class:`Permutation`, or several of them:
:class:`Mixed`), a scheme such as :class:`Generational` or :class:`CmaEs`, and a seed. It breeds a generation, one genome
in each row of an array; the fitness is a value for each row::

    search = evolve.Search(evolve.Bits(100), evolve.Generational(), directions="maximize", seed=1)
    search.run(lambda genomes: genomes.sum(axis=1), target=100)
    print(search.best.value)

:meth:`Search.run` is a loop over :meth:`Search.ask` and :meth:`Search.tell`. The same settings, seed and values give
the same genomes, with any number of threads and in the engine of Rust, ``tilewright-evolve``, too.

A crossover or a mutation may be a function: ``crossover(first, second, rng)`` returns the children of the parents in the
rows of two arrays, ``mutation(genomes, rng)`` the genomes with their changes. It is called once a generation, with all
pairs or children that the rates choose, and draws from a NumPy generator of the seed, the generation and the operator.
"""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tilewright import _evolve_constraints
from tilewright._engine import Engine
from tilewright._evolve_constraints import Constraints
from tilewright._evolve_engines import evaluation
from tilewright._evolve_figures import Figure
from tilewright._evolve_fitness import (
    Batch,
    Columns,
    Evaluated,
    Fitness,
    NoisyFitness,
    Seeds,
    Told,
    checked,
    told,
)
from tilewright._evolve_genomes import (
    Bits,
    CrossoverFunction,
    Genome,
    Integers,
    Mixed,
    MutationFunction,
    Permutation,
    Plain,
    Reals,
    Repair,
    choice,
    number,
    setting,
    whole,
)
from tilewright._evolve_individuals import Archive, Individual, Individuals
from tilewright._evolve_noise import Noise
from tilewright._evolve_operators import Operators, checked_repair, document, given, name
from tilewright._evolve_progress import Progress, shown
from tilewright._evolve_ragged import Ragged
from tilewright._evolve_results import Results
from tilewright._evolve_settings import *
from tilewright._tilewright import Evolution

__all__ = [
    "Archive",
    "Axis",
    "BitFlip",
    "Bits",
    "Blend",
    "Climb",
    "CmaEs",
    "CmaMe",
    "Creep",
    "Crossover",
    "CrossoverFunction",
    "DifferentialEvolution",
    "Direction",
    "EdgeRecombination",
    "Evaluated",
    "FeasibleInfeasible",
    "Figure",
    "Fitness",
    "Gaussian",
    "Generational",
    "Genome",
    "Individual",
    "Individuals",
    "Insert",
    "InsertDelete",
    "Integers",
    "Inversion",
    "Islands",
    "MapElites",
    "Mixed",
    "Mutation",
    "MutationFunction",
    "Noise",
    "NoisyFitness",
    "Nsga2",
    "Nsga3",
    "OnePoint",
    "Order",
    "PartiallyMapped",
    "Permutation",
    "Plus",
    "Polynomial",
    "Ragged",
    "Rank",
    "Reals",
    "Redraw",
    "Repair",
    "Roulette",
    "Scheme",
    "Search",
    "Selection",
    "SimulatedBinary",
    "SteadyState",
    "StochasticUniversal",
    "Swap",
    "Tournament",
    "Truncation",
    "TwoPoint",
    "Uniform",
]

Direction: TypeAlias = Literal["minimize", "maximize"]


class Search(Results):
    """An evolutionary search.

    Args:
        genome: What is searched for. A tuple of genomes is :class:`Mixed`.
        scheme: How it is searched, with its settings.
        directions: ``minimize`` or ``maximize``; a list with one for each objective if there are several.
        seed: A whole number from 0 to 2**64 - 1; default: a random one, see :attr:`seed`.
        initial: Genomes of the first generation, one in each row, or as :meth:`ask` gives them; random ones complete it.
        generations, evaluations, target, stagnation: When the search is :attr:`done`: after this number of
            generations, before a generation that would take more evaluations than this number, with a feasible value at
            least as good as the target (one objective only), after this number of generations in a row without a better
            one. The first condition that is met counts; without any it is never done.
        hall_of_fame: How many of the best distinct individuals are kept.
        logbook: How many generations :meth:`logbook` keeps.
        problem: What checkpoints call the problem. They do not hold the fitness.
        constraints: The names of constraints, or a mapping of names to what their violations are divided by before they
            are summed. A fitness that returns a mapping of violations names them too.
        repair: ``repair(genomes)`` returns the genomes of a generation as they are evaluated: it is called with those that
            were bred, and with the first generation.
        noise: How a noisy fitness is dealt with, which then gets seeds, too; evaluations are then games. None: the
            values are taken as they are.

    Raises:
        ValueError: A setting is wrong; the text names it.
    """

    def __init__(
        self,
        genome: Genome | tuple[Plain, ...],
        scheme: Scheme,
        *,
        directions: Direction | Sequence[Direction] = "minimize",
        seed: int | None = None,
        initial: Any = None,
        generations: int | None = None,
        evaluations: int | None = None,
        target: float | None = None,
        stagnation: int | None = None,
        hall_of_fame: int = 1,
        logbook: int = 10_000,
        problem: str = "",
        constraints: Sequence[str] | Mapping[str, float] | None = None,
        repair: Repair | None = None,
        noise: Noise | None = None,
    ) -> None:
        genome = Mixed(*genome) if isinstance(genome, tuple) else genome
        setting("genome", genome, Genome)
        setting("scheme", scheme, Scheme)
        own, operators, functions = document(genome, scheme)
        wanted = [directions] if isinstance(directions, str) else list(directions)
        for direction in wanted:
            choice("directions", direction, ("minimize", "maximize"))
        settings: dict[str, Any] = {
            "genome": genome.document(),
            "directions": wanted,
            "scheme": own,
            "seed": secrets.randbits(32) if seed is None else whole("seed", seed, 0, 2**64 - 1),
            "problem": str(problem),
            "hall_of_fame": whole("hall_of_fame", hall_of_fame, 1),
            "logbook": whole("logbook", logbook, 1),
            "stop": _stop(generations, evaluations, target, stagnation),
        }
        if noise is not None:
            setting("noise", noise, Noise)
            settings["noise"] = noise.document()
            if constraints is not None:
                raise ValueError("constraints: they have no names in a search with noise")
        if operators is not None:
            settings["operators"] = operators
        if repair is not None:
            functions["repair"] = checked_repair(repair)
            settings["repair"] = name(repair)
        self._operators = Operators(settings, functions)
        names = None if constraints is None else _evolve_constraints.named(constraints)
        self._constraints = None if names is None else Constraints(names, settings["logbook"])
        starts = None if initial is None else self._operators.form.rows("initial", initial)
        self._adopt(Evolution(json.dumps(settings), starts))

    def _adopt(self, evolution: Evolution) -> None:
        self._evolution = evolution
        self._settings: dict[str, Any] = json.loads(evolution.settings)
        scheme = self._settings["scheme"]
        own = scheme["scheme"] if scheme["kind"] == "islands" else scheme
        self._axes = [(it["low"], it["high"], it["bins"]) for it in own.get("axes", ())]
        self._floor: float = own.get("floor", 0.0)
        self._objectives = len(self._settings["directions"])
        self._columns = Columns(self._objectives, len(self._axes), *self._named())
        self._stop: dict[str, Any] = self._settings["stop"]
        # The condition that ended the last run, whose conditions may have been its own.
        self._ended: str | None = None

    def _named(self) -> tuple[tuple[str, ...], tuple[float, ...]]:
        """The names of the constraints and their scales."""
        scales = {} if self._constraints is None else self._constraints.scales
        return tuple(scales), tuple(scales.values())

    @property
    def reason(self) -> str | None:
        """The condition that is met: ``target``, ``generations``, ``evaluations``, ``stagnation``.

        Conditions are those of the search, or those that the last :meth:`run` was given, until the search goes on.
        ``idle``: 100,000 generations in a row had nothing to evaluate. With a limit of ``evaluations`` the next generation is
        bred, since only then is it known whether it fits; the one that does not waits, and a greater limit continues with it.
        """
        return self._ended or self._reason(self._stop)

    def _reason(self, stop: dict[str, Any]) -> str | None:
        """The condition that is met; with a limit of evaluations the next generation is bred."""
        if self._operators and stop["evaluations"] is not None:
            reason = self._evolution.reason(**stop | {"evaluations": None})
            if reason is not None:
                return reason
            self._breed()
        return self._evolution.reason(**stop)

    def _breed(self) -> None:
        """Breeds the next generation, and calls the operators of Python with it."""
        if self._operators:
            self._evolution.breed(self._operators.call(self.generations))

    def _rows(self) -> NDArray[Any]:
        """The genomes that await evaluation, as the engine has them."""
        self._breed()
        return self._evolution.ask()

    @property
    def done(self) -> bool:
        """Whether a condition is met."""
        return self.reason is not None

    def ask(self) -> Any:
        """Breeds the next generation, and returns the genomes that await evaluation, (n, length).

        They are :class:`Ragged` if their length varies, and a tuple with one array for each part if there are several.

        Copies of parents keep their values, so that there may be fewer than individuals, and none at all. Until
        :meth:`tell` it returns the same genomes, in a new array. With noise a generation may take several asks and
        tells, and :attr:`seeds` are those of the games to be played.
        """
        return self._operators.form.seen(self._rows())

    @property
    def seeds(self) -> Seeds:
        """The seeds of the games of the genomes that :meth:`ask` returned, (n, games), of a search with noise.

        All come from the seed of the search, and none comes twice.

        Raises:
            AttributeError: The search has no noise.
            ValueError: Nothing was asked for.
        """
        if not self._settings.get("noise"):
            raise AttributeError("seeds: the search has no noise")
        found = self._evolution.seeds()
        if found is None:
            raise ValueError("seeds: nothing was asked for; call ask first")
        return found

    def tell(
        self,
        values: ArrayLike,
        violations: ArrayLike | Mapping[str, ArrayLike] | None = None,
        measures: ArrayLike | None = None,
    ) -> None:
        """Takes the values of the genomes that :meth:`ask` returned, in their order, and ends the generation.

        With noise they are the values of games, and the generation ends when its race is over.

        Args:
            values: (n,), or (n, objectives) if there are several; infinities are allowed. With noise (n, games) or
                (n, games, objectives).
            violations: (n,): 0 for genomes that break no constraint, more for those that do. With noise also (n, games), the
                same in all games of a genome.
                A mapping of names to such arrays, or (n, constraints) if the search has names of constraints: the sum counts.
            measures: (n, axes) for archives; (n,) if there is one axis. With noise also (n, games, axes).

        Raises:
            ValueError: A shape is wrong, a number is NaN or a violation negative, or nothing was asked for. The
                search is then as before.
        """
        count = self._evolution.pending
        if count is None:
            raise ValueError("tell: nothing was asked for; call ask first")
        games = self._evolution.games
        found = told(Evaluated(values, violations, measures), count, self._columns, games)
        found = checked(found, self._columns, games)
        self._ended = None
        self._take(found)

    def _take(self, found: Told) -> None:
        """Takes the numbers of a generation, and beside them which constraints are broken."""
        broken = found.broken
        if broken is not None and self._constraints is None:
            self._constraints = Constraints(dict.fromkeys(broken.names, 1.0), self._settings["logbook"])
            self._columns = self._columns._replace(constraints=broken.names, scales=(1.0,) * len(broken.names))
        constraints = self._constraints
        if constraints is None:
            self._evolution.tell(*found[:3])
            return
        broken = None if broken is None else constraints.ordered(broken)
        generation, rows = self.generations, self._evolution.ask()
        self._evolution.tell(*found[:3])
        population, best = self._evolution.population()[0], self._evolution.hall_of_fame()[0]
        constraints.take(generation, rows, broken, (population, best), None if self._axes else population)

    def run(
        self,
        fitness: Fitness | NoisyFitness,
        *,
        generations: int | None = None,
        evaluations: int | None = None,
        target: float | None = None,
        stagnation: int | None = None,
        on_generation: Callable[["Search"], object] | None = None,
        engine: Engine | None = None,
        progress: Progress = False,
    ) -> "Search":
        """Searches until a condition is met, and returns itself.

        Conditions are those of :class:`Search`, unless some are given here, which then hold for this run alone; which of
        them ended it is :attr:`reason`. They count from the beginning of the search and not of the run. ``on_generation``
        is called after each generation.

        ``engine``, such as :class:`tilewright.cluster.Processes` or :class:`tilewright.cluster.Ray`, evaluates in other
        processes or on other machines. Each generation is divided among its workers; of islands, each evolves on a
        worker until the next exchange, for 64 generations at most. Genomes and checkpoints are those of one process,
        whichever worker is fast or dies, if the value of a genome does not depend on the others. The fitness must be
        one that other processes can import.

        ``progress`` shows how far the search is: in a terminal by a line on stderr (the share of the condition that is
        nearest, evaluations a second, the best so far, the time that is left), in a notebook by a live figure. Where stderr
        is no terminal it shows nothing, unless it is ``"always"``.

        An exception, of the fitness or by Ctrl-C, leaves the search as it was after a whole generation, and it can be
        run on. That is the last one, but with islands over an engine Ctrl-C loses what the workers are doing. With noise
        it is as it was after the last games that were told, and islands are divided like other generations.

        Raises:
            ValueError: There is no condition, the fitness returns something wrong, or the limit of evaluations is below
                the first generation.
            LostError: The engine lost the same genomes again and again.
            TypeError: The engine is none.
        """
        stop = _stop(generations, evaluations, target, stagnation)
        stop = self._stop if all(it is None for it in stop.values()) else stop
        if all(it is None for it in stop.values()):
            raise ValueError("run: expected generations, evaluations, target or stagnation, found none")
        if progress:
            if progress not in (True, "always"):
                raise ValueError(f"progress: expected True, False or 'always', found {progress!r}")
            with shown(self, stop, progress) as show:

                def both(search: "Search") -> None:
                    show()
                    if on_generation is not None:
                        on_generation(search)

                return self.run(fitness, **stop, on_generation=both, engine=engine)
        # Functions get a whole generation, so that islands that have some are divided like others.
        divided = self._settings | ({"scheme": {"kind": ""}} if self._operators else {})
        means = evaluation(self._operators.form.fitness(fitness), self._columns, engine, divided)
        self._ended = None
        # Workers breed for themselves, so it is asked for the budget only when they have.
        others = stop | {"evaluations": None}
        while self._evolution.reason(**others) is None:
            means.prepare(self._evolution, stop)
            if self._reason(stop) is not None:
                break
            before = self.generations
            batch = Batch(self._rows(), self._evolution.seeds())
            self._take(checked(means.judge(batch), self._columns, batch.games))
            if on_generation is not None and self.generations > before:
                on_generation(self)
        self._ended = self._reason(stop)
        return self

    def confirm(
        self,
        fitness: NoisyFitness,
        *,
        games: int = 100,
        candidates: int = 5,
        engine: Engine | None = None,
    ) -> Individuals:
        """Plays fresh games with the best individuals of a search with noise, and returns what these games alone say.

        Their seeds are ones that the search has not seen, so that the means are unbiased: nobody was chosen for them. But
        the best of the means is again a chosen one. Rows are in the order of the hall of fame; with several objectives they
        are individuals of the front, evenly from one end to the other. The search stays as it is, and until the next
        generation the same games are played.

        Raises:
            AttributeError: The search has no noise.
            ValueError: A number is wrong, or the fitness returns something wrong.
        """
        if not self._settings.get("noise"):
            raise AttributeError("confirm: the search has no noise")
        most = whole("games", games, 1, 2**16)
        found = self._evolution.candidates(whole("candidates", candidates, 1))
        count = len(found[0])
        batch = Batch(found[0], self._evolution.fresh_seeds(count, most))
        plain = self._settings | {"scheme": {"kind": ""}}
        means = evaluation(self._operators.form.fitness(fitness), self._columns, engine, plain)
        played = checked(means.judge(batch), self._columns, most)
        values = played.values.reshape(count, most, self._objectives)
        errors = np.full((count, self._objectives), np.inf)
        if most > 1:
            # The deviation of infinite games is not a number.
            with np.errstate(invalid="ignore"):
                errors = np.nan_to_num(values.std(axis=1, ddof=1) / np.sqrt(most), nan=np.inf)
        violations = np.zeros(count)
        if played.violations is not None:
            violations = played.violations.reshape(count, most).mean(axis=1)
        games_of_each = np.full(count, most, np.int64)
        return self._individuals((found[0], values.mean(axis=1), violations, games_of_each, errors))

    def checkpoint(self) -> bytes:
        """The search as bytes, also between ask and tell. They hold all settings, but not the fitness."""
        engine = self._evolution.checkpoint()
        return engine if self._constraints is None else self._constraints.checkpoint(engine)

    @classmethod
    def resume(
        cls,
        checkpoint: bytes,
        *,
        problem: str | None = None,
        crossover: CrossoverFunction | None = None,
        mutation: MutationFunction | None = None,
        repair: Repair | None = None,
    ) -> "Search":
        """The search of a checkpoint, which goes on as if there had been no interruption.

        It needs the functions of Python again that the search had, of which a checkpoint has the names.

        Raises:
            ValueError: The bytes are damaged, of another version, or of another problem than ``problem``, or a function is
                missing or another one.
        """
        search = cls.__new__(cls)
        engine, search._constraints = _evolve_constraints.read(bytes(checkpoint))
        evolution = Evolution.resume(engine)
        settings = json.loads(evolution.settings)
        functions = {"crossover": crossover, "mutation": mutation, "repair": repair}
        search._operators = Operators(settings, given(settings, functions))
        search._adopt(evolution)
        found = search._settings["problem"]
        if problem is not None and problem != found:
            raise ValueError(f"problem: expected {problem!r}, the checkpoint has {found!r}")
        return search

    def __reduce__(self) -> tuple[Any, ...]:
        return _resume, (type(self), self.checkpoint(), self._operators.functions)

    def __repr__(self) -> str:
        genome, scheme = self._settings["genome"], self._settings["scheme"]["kind"]
        counts = f"generations={self.generations}, evaluations={self.evaluations}"
        return f"<Search {genome['kind']}[{self._operators.form.text()}] {scheme} seed={self.seed}, {counts}>"


def _resume(cls: type[Search], checkpoint: bytes, functions: dict[str, Any]) -> Search:
    return cls.resume(checkpoint, **functions)


def _stop(
    generations: int | None, evaluations: int | None, target: float | None, stagnation: int | None
) -> dict[str, Any]:
    """The conditions, checked."""
    counts = {"generations": generations, "evaluations": evaluations, "stagnation": stagnation}
    stop: dict[str, Any] = {
        key: None if count is None else whole(key, count, 0, 2**53) for key, count in counts.items()
    }
    return stop | {"target": None if target is None else number("target", target)}
