"""The settings of :mod:`tilewright.evolve`: genomes, operators and schemes, each checked when it is made."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

#: The most individuals of a generation.
MOST = 1 << 24


def whole(key: str, value: Any, low: int, high: int = MOST) -> int:
    """A whole number of a range."""
    is_whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not is_whole or not low <= value <= high:
        raise ValueError(f"{key}: expected a whole number from {low} to {high}, found {value!r}")
    return int(value)


def number(key: str, value: Any, low: float = -math.inf, high: float = math.inf, *, above: bool = False) -> float:
    """A finite number of a range; ``above``: the lower end does not belong to it."""
    is_number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    if is_number and math.isfinite(value) and low <= value <= high and not (above and value == low):
        return float(value)
    if math.isinf(high):
        expected = "a finite number" if math.isinf(low) else f"a number {'above' if above else 'from'} {low:g}"
    else:
        expected = f"a number from {low:g} to {high:g}"
    raise ValueError(f"{key}: expected {expected}, found {value!r}")


def choice(key: str, value: Any, names: Sequence[str]) -> str:
    """One of several names."""
    if value not in names:
        raise ValueError(f"{key}: expected {', '.join(names)}, found {value!r}")
    return str(value)


def setting(key: str, value: Any, types: Any) -> None:
    """One of several kinds of settings."""
    if not isinstance(value, get_args(types) or types):
        names = ", ".join(it.__name__ for it in get_args(types) or (types,))
        raise ValueError(f"{key}: expected one of {names}, found {value!r}")


class Setting:
    """What a document holds by its kind and its fields."""

    kind: ClassVar[str]

    def document(self, genome: "Genome") -> dict[str, Any]:
        """The setting as it stands in the document of a search of these genomes."""
        made: dict[str, Any] = {"kind": self.kind}
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            made[field.name] = value.document(genome) if isinstance(value, Setting) else value
        return made


# Genomes

Ends: TypeAlias = float | Sequence[float] | NDArray[np.float64]


@dataclass(frozen=True)
class Bits(Setting):
    """Bit strings: arrays of 0 and 1, uint8."""

    kind = "bits"
    dtype: ClassVar[type[np.generic]] = np.uint8
    length: int

    def __post_init__(self) -> None:
        whole("length", self.length, 1)


@dataclass(frozen=True)
class Permutation(Setting):
    """Orders of the numbers from 0 to below ``length``, int64."""

    kind = "permutation"
    dtype: ClassVar[type[np.generic]] = np.int64
    length: int

    def __post_init__(self) -> None:
        whole("length", self.length, 1)


def _ends(key: str, ends: Any, length: int) -> Any:
    """One number, or one for each gene."""
    if np.ndim(ends) == 0:
        return ends.item() if isinstance(ends, np.generic) else ends
    if np.shape(ends) != (length,):
        raise ValueError(f"{key}: expected a number or {length} of them, found the shape {np.shape(ends)}")
    return tuple(np.asarray(ends).tolist())


def _each(ends: Any) -> Sequence[Any]:
    return ends if isinstance(ends, tuple) else (ends,)


@dataclass(frozen=True)
class Integers(Setting):
    """Lists of whole numbers from ``low`` to ``high``, both included, int64.

    The ends are of 32 bits, one for all genes or one for each.
    """

    kind = "integers"
    dtype: ClassVar[type[np.generic]] = np.int64
    length: int
    low: int | Sequence[int] | NDArray[np.int64]
    high: int | Sequence[int] | NDArray[np.int64]

    def __post_init__(self) -> None:
        whole("length", self.length, 1)
        for key in ("low", "high"):
            ends = _ends(key, getattr(self, key), self.length)
            for end in _each(ends):
                whole(key, end, -(2**31), 2**31 - 1)
            object.__setattr__(self, key, ends)


@dataclass(frozen=True)
class Reals(Setting):
    """Lists of real numbers from ``low`` to ``high``, float64: one end for all genes or one for each."""

    kind = "reals"
    dtype: ClassVar[type[np.generic]] = np.float64
    length: int
    low: Ends
    high: Ends

    def __post_init__(self) -> None:
        whole("length", self.length, 1)
        for key in ("low", "high"):
            ends = _ends(key, getattr(self, key), self.length)
            made = tuple(number(key, end) for end in _each(ends))
            object.__setattr__(self, key, made if isinstance(ends, tuple) else made[0])


Genome: TypeAlias = Bits | Integers | Reals | Permutation


# Selections


@dataclass(frozen=True)
class Tournament(Setting):
    """The best of ``size`` uniformly drawn individuals."""

    kind = "tournament"
    size: int = 2

    def __post_init__(self) -> None:
        whole("size", self.size, 1, 65_536)


@dataclass(frozen=True)
class Rank(Setting):
    """Linear ranking: ``pressure``, from 1 to 2, is how often the best individual is selected on average."""

    kind = "rank"
    pressure: float = 1.5

    def __post_init__(self) -> None:
        number("pressure", self.pressure, 1, 2)


@dataclass(frozen=True)
class Roulette(Setting):
    """In proportion to objectives that are maximized and not negative."""

    kind = "roulette"


@dataclass(frozen=True)
class StochasticUniversal(Setting):
    """As :class:`Roulette`, with equal distances between all draws of a generation."""

    kind = "stochastic_universal"


@dataclass(frozen=True)
class Truncation(Setting):
    """Uniformly from the best ``share``, from 0 to 1."""

    kind = "truncation"
    share: float = 0.5

    def __post_init__(self) -> None:
        number("share", self.share, 0, 1)


Selection: TypeAlias = Tournament | Rank | Roulette | StochasticUniversal | Truncation


# Crossovers


@dataclass(frozen=True)
class OnePoint(Setting):
    """Exchanges all genes before a random one. Not for permutations."""

    kind = "one_point"


@dataclass(frozen=True)
class TwoPoint(Setting):
    """Exchanges the genes between two random ones. Not for permutations."""

    kind = "two_point"


@dataclass(frozen=True)
class Uniform(Setting):
    """Exchanges each gene with the probability ``rate``. Not for permutations."""

    kind = "uniform"
    rate: float = 0.5

    def __post_init__(self) -> None:
        number("rate", self.rate, 0, 1)


@dataclass(frozen=True)
class Blend(Setting):
    """BLX-alpha for real numbers: uniform from the parents' interval, made longer by ``alpha`` at both ends."""

    kind = "blend"
    alpha: float = 0.5

    def __post_init__(self) -> None:
        number("alpha", self.alpha, 0)


@dataclass(frozen=True)
class SimulatedBinary(Setting):
    """SBX for real numbers with the distribution index ``eta``, above 0; ``rate`` for each gene."""

    kind = "simulated_binary"
    eta: float = 15.0
    rate: float = 0.5

    def __post_init__(self) -> None:
        number("eta", self.eta, 0, above=True)
        number("rate", self.rate, 0, 1)


@dataclass(frozen=True)
class Order(Setting):
    """Order crossover of permutations (OX)."""

    kind = "order"


@dataclass(frozen=True)
class PartiallyMapped(Setting):
    """Partially mapped crossover of permutations (PMX)."""

    kind = "partially_mapped"


@dataclass(frozen=True)
class EdgeRecombination(Setting):
    """Edge recombination of permutations that are tours (ERX)."""

    kind = "edge_recombination"


Crossover: TypeAlias = (
    OnePoint | TwoPoint | Uniform | Blend | SimulatedBinary | Order | PartiallyMapped | EdgeRecombination
)


# Mutations


class _PerGene(Setting):
    """A mutation whose rate, if there is none, changes one gene of a genome on average."""

    rate: float | None

    def document(self, genome: Genome) -> dict[str, Any]:
        made = super().document(genome)
        if made["rate"] is None:
            made["rate"] = 1 / genome.length
        return made

    def __post_init__(self) -> None:
        if self.rate is not None:
            number("rate", self.rate, 0, 1)


@dataclass(frozen=True)
class BitFlip(_PerGene):
    """Flips each bit with the probability ``rate``; default: 1 / length."""

    kind = "bit_flip"
    rate: float | None = None


@dataclass(frozen=True)
class Creep(_PerGene):
    """Moves integers by up to ``step``, each with the probability ``rate``; default: 1 / length."""

    kind = "creep"
    rate: float | None = None
    step: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        whole("step", self.step, 1, 2**31 - 1)


@dataclass(frozen=True)
class Redraw(_PerGene):
    """Draws integers or real numbers anew from their range, each with the probability ``rate``; default: 1 / length."""

    kind = "redraw"
    rate: float | None = None


@dataclass(frozen=True)
class Gaussian(_PerGene):
    """Adds a normal number to real numbers, each with the probability ``rate``; default: 1 / length.

    The standard deviation is ``spread``, 0 or more, times the width of the range of the gene.
    """

    kind = "gaussian"
    rate: float | None = None
    spread: float = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        number("spread", self.spread, 0)


@dataclass(frozen=True)
class Polynomial(_PerGene):
    """Polynomial mutation of real numbers with the index ``eta``, above 0; default rate: 1 / length."""

    kind = "polynomial"
    eta: float = 20.0
    rate: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        number("eta", self.eta, 0, above=True)


class _Moves(Setting):
    count: int

    def __post_init__(self) -> None:
        whole("count", self.count, 0, 2**32 - 1)


@dataclass(frozen=True)
class Swap(_Moves):
    """Exchanges two items of a permutation, ``count`` times."""

    kind = "swap"
    count: int = 1


@dataclass(frozen=True)
class Insert(_Moves):
    """Moves an item of a permutation to another place, ``count`` times."""

    kind = "insert"
    count: int = 1


@dataclass(frozen=True)
class Inversion(_Moves):
    """Reverses a part of a permutation, ``count`` times."""

    kind = "inversion"
    count: int = 1


Mutation: TypeAlias = BitFlip | Creep | Redraw | Gaussian | Polynomial | Swap | Insert | Inversion

#: The operators of genomes for which none is named.
DEFAULTS: dict[str, tuple[Crossover, Mutation]] = {
    "bits": (TwoPoint(), BitFlip()),
    "integers": (TwoPoint(), Redraw()),
    "reals": (SimulatedBinary(), Polynomial()),
    "permutation": (Order(), Inversion()),
}


# Schemes


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
