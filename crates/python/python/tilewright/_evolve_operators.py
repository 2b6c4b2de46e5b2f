"""Selections, crossovers and mutations of :mod:`tilewright.evolve`."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from tilewright._evolve_genomes import Genome, Setting, number, whole

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
