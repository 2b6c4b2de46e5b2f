"""The schemes of :mod:`tilewright.evolve`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from tilewright._evolve_genomes import MOST, Genome, Setting, choice, number, setting, whole
from tilewright._evolve_operators import DEFAULTS, Crossover, Mutation, Selection, Tournament

@dataclass(frozen=True)
class Axis(Setting):
    """The range of a measure and the number of equal bins into which it is divided.

    Values outside belong to the bin at the end.
    """

    kind = "axis"
    low: float
    high: float
    bins: int

    def __post_init__(self) -> None:
        number("low", self.low)
        number("high", self.high)
        whole("bins", self.bins, 1)
        if not self.low < self.high:
            raise ValueError(f"high: expected a number above {self.low!r}, found {self.high!r}")


class _Bred(Setting):
    """A scheme with operators; those that are None are the default ones of the genome."""

    crossover: Crossover | None
    crossover_rate: float
    mutation: Mutation | None

    def document(self, genome: Genome) -> dict[str, Any]:
        made = super().document(genome)
        for key, default in zip(("crossover", "mutation"), DEFAULTS[genome.kind]):
            if made[key] is None:
                made[key] = default.document(genome)
        if "axes" in made:
            made["axes"] = [axis.document(genome) for axis in made["axes"]]
        return made

    def __post_init__(self) -> None:
        number("crossover_rate", self.crossover_rate, 0, 1)
        if self.crossover is not None:
            setting("crossover", self.crossover, Crossover)
        if self.mutation is not None:
            setting("mutation", self.mutation, Mutation)
        if hasattr(self, "selection"):
            setting("selection", self.selection, Selection)


def _axes(axes: Any) -> tuple[Axis, ...]:
    made = tuple(axis if isinstance(axis, Axis) else Axis(*axis) for axis in axes)
    if not 1 <= len(made) <= 3:
        raise ValueError(f"axes: expected 1 to 3, found {len(made)}")
    return made


@dataclass(frozen=True)
class Generational(_Bred):
    """The simple genetic algorithm with an elite: children replace all individuals but the ``elite`` best."""

    kind = "generational"
    population: int = 100
    elite: int = 1
    returns_hall_of_fame: bool = False
    selection: Selection = Tournament()
    crossover: Crossover | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | None = None
    mutation_rate: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("population", self.population, 1)
        whole("elite", self.elite, 0, self.population - 1)
        number("mutation_rate", self.mutation_rate, 0, 1)


@dataclass(frozen=True)
class SteadyState(_Bred):
    """A few ``children`` at a time, each of which replaces the worst individual unless it is worse itself."""

    kind = "steady_state"
    population: int = 100
    children: int = 2
    selection: Selection = Tournament()
    crossover: Crossover | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | None = None
    mutation_rate: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("population", self.population, 1)
        whole("children", self.children, 1)
        number("mutation_rate", self.mutation_rate, 0, 1)


@dataclass(frozen=True)
class FeasibleInfeasible(_Bred):
    """FI-2Pop: feasible individuals evolve by the objective and infeasible ones by the violation, beside each other."""

    kind = "feasible_infeasible"
    population: int = 100
    elite: int = 1
    selection: Selection = Tournament()
    crossover: Crossover | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | None = None
    mutation_rate: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("population", self.population, 1)
        whole("elite", self.elite, 0, self.population - 1)
        number("mutation_rate", self.mutation_rate, 0, 1)


@dataclass(frozen=True)
class Plus(_Bred):
    """(mu + lambda): the best of ``parents`` and ``children`` together are the next parents.

    It starts again from random individuals after ``restart`` generations without an improvement.
    """

    kind = "plus"
    parents: int = 10
    children: int = 70
    crossover: Crossover | None = None
    crossover_rate: float = 0.0
    mutation: Mutation | None = None
    restart: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("parents", self.parents, 1)
        whole("children", self.children, 1)
        if self.restart is not None:
            whole("restart", self.restart, 1, 2**53)


@dataclass(frozen=True)
class Climb(Setting):
    """Hill climbing: the best of ``neighbors`` changed copies replaces the solution unless it is worse.

    After ``patience`` generations without an improvement it starts again from a random solution. It is
    :class:`Plus` with one parent.
    """

    kind = "plus"
    neighbors: int = 1
    mutation: Mutation | None = None
    patience: int | None = None

    def __post_init__(self) -> None:
        Plus(1, self.neighbors, mutation=self.mutation, restart=self.patience)

    def document(self, genome: Genome) -> dict[str, Any]:
        plus = Plus(1, self.neighbors, mutation=self.mutation, restart=self.patience)
        return plus.document(genome)


@dataclass(frozen=True)
class Nsga2(_Bred):
    """NSGA-II: the Pareto front of 2 to 4 objectives."""

    kind = "nsga2"
    population: int = 100
    selection: Selection = Tournament()
    crossover: Crossover | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | None = None
    mutation_rate: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("population", self.population, 1)
        number("mutation_rate", self.mutation_rate, 0, 1)


@dataclass(frozen=True)
class MapElites(_Bred):
    """MAP-Elites: the best individual of each bin of the measures is kept, and its mutated copies are tried.

    ``axes`` are one for each measure, 1 to 3, as :class:`Axis` or ``(low, high, bins)``. The first generation has
    ``initial`` random individuals, all others have ``batch`` children. ``floor`` is the objective that counts 0 in
    the QD score.
    """

    kind = "map_elites"
    axes: Sequence[Axis | tuple[float, float, int]]
    initial: int = 100
    batch: int = 100
    crossover: Crossover | None = None
    crossover_rate: float = 0.0
    mutation: Mutation | None = None
    floor: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "axes", _axes(self.axes))
        whole("initial", self.initial, 1)
        whole("batch", self.batch, 1)
        number("floor", self.floor)


@dataclass(frozen=True)
class CmaEs(Setting):
    """CMA-ES for real numbers: samples of a normal distribution that learns.

    ``sigma`` is the first standard deviation in units of the genes, about a quarter of the range. ``population``:
    the number of samples; default: 4 + 3 ln(length). It restarts up to ``restarts`` times with twice as many (IPOP).
    Without ``bounded`` genes may leave their ranges, in which only the first mean is drawn.
    """

    kind = "cma_es"
    sigma: float
    population: int | None = None
    bounded: bool = True
    restarts: int = 0

    def __post_init__(self) -> None:
        number("sigma", self.sigma, 0, above=True)
        if self.population is not None:
            whole("population", self.population, 2)
        whole("restarts", self.restarts, 0, 2**53)


@dataclass(frozen=True)
class DifferentialEvolution(Setting):
    """Differential evolution of real numbers.

    ``population`` is by default 15 times the number of genes, ``children`` as many. ``weight`` is the interval of F,
    drawn anew for each round; ``outside`` says what becomes of genes outside their range.
    """

    kind = "differential_evolution"
    population: int | None = None
    children: int | None = None
    strategy: Literal["rand1", "best1", "current_to_best1"] = "best1"
    weight: tuple[float, float] = (0.5, 1.0)
    crossover_rate: float = 0.7
    outside: Literal["redraw", "reflect"] = "redraw"

    def __post_init__(self) -> None:
        if self.population is not None:
            whole("population", self.population, 3)
        if self.children is not None:
            whole("children", self.children, 1, self.population or MOST)
        choice("strategy", self.strategy, ("rand1", "best1", "current_to_best1"))
        choice("outside", self.outside, ("redraw", "reflect"))
        number("crossover_rate", self.crossover_rate, 0, 1)
        if len(self.weight) != 2:
            raise ValueError(f"weight: expected two numbers, found {self.weight!r}")
        for weight in self.weight:
            number("weight", weight, 0, 2)

    def document(self, genome: Genome) -> dict[str, Any]:
        made = super().document(genome)
        population = made["population"] or max(15 * genome.length, 4)
        return made | {"population": population, "children": made["children"] or population}


@dataclass(frozen=True)
class CmaMe(Setting):
    """CMA-ME: the archive of :class:`MapElites`, filled by ``emitters`` CMA-ES of ``batch`` samples each."""

    kind = "cma_me"
    axes: Sequence[Axis | tuple[float, float, int]]
    sigma: float
    emitters: int = 5
    batch: int = 36
    bounded: bool = True
    floor: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", _axes(self.axes))
        number("sigma", self.sigma, 0, above=True)
        whole("emitters", self.emitters, 1, 65_536)
        whole("batch", self.batch, 2)
        number("floor", self.floor)

    def document(self, genome: Genome) -> dict[str, Any]:
        axes = [axis.document(genome) for axis in _axes(self.axes)]
        return super().document(genome) | {"axes": axes}


#: A scheme for one population or one archive.
OneScheme: TypeAlias = (
    Generational
    | SteadyState
    | FeasibleInfeasible
    | Plus
    | Climb
    | Nsga2
    | MapElites
    | CmaEs
    | DifferentialEvolution
    | CmaMe
)


@dataclass(frozen=True)
class Islands(Setting):
    """``count`` islands of a scheme, which send each other copies of their ``migrants`` best.

    They do so after every ``every`` generations; 0 is never. ``topology``: ``ring``, ``full`` or ``star``.
    """

    kind = "islands"
    scheme: OneScheme
    count: int = 4
    every: int = 10
    migrants: int = 1
    topology: Literal["ring", "full", "star"] = "ring"

    def __post_init__(self) -> None:
        setting("scheme", self.scheme, OneScheme)
        whole("count", self.count, 1, 65_536)
        whole("every", self.every, 0, 2**53)
        whole("migrants", self.migrants, 0)
        choice("topology", self.topology, ("ring", "full", "star"))


Scheme: TypeAlias = OneScheme | Islands
