"""The settings of the operators and schemes of :mod:`tilewright.evolve`.

Written by `cargo xtask schemas`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tilewright._evolve_genomes import CrossoverFunction, MutationFunction, Setting, each

__all__ = [
    "Axis",
    "BitFlip",
    "Blend",
    "Climb",
    "CmaEs",
    "CmaMe",
    "Creep",
    "Crossover",
    "DifferentialEvolution",
    "EdgeRecombination",
    "FeasibleInfeasible",
    "Gaussian",
    "Generational",
    "Insert",
    "InsertDelete",
    "Inversion",
    "Islands",
    "MapElites",
    "Mutation",
    "Nsga2",
    "Nsga3",
    "OnePoint",
    "Order",
    "PartiallyMapped",
    "Plus",
    "Polynomial",
    "Rank",
    "Redraw",
    "Roulette",
    "Scheme",
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


@dataclass(frozen=True)
class Tournament(Setting):
    """Tournament selection: the best of a few members, which are drawn uniformly with replacement. The first one
    drawn wins a tie.

    Args:
        size: The number of members, from 1 to 65,536.
    """

    family = "Selection"
    kind = "tournament"
    size: int = 2


@dataclass(frozen=True)
class Rank(Setting):
    """Linear rank selection (Baker, 1985): the best member is ``pressure`` times as likely as the average, the
    worst one 2 − ``pressure`` times. Ties are ranked by index.

    Args:
        pressure: From 1 to 2: how often the best member is selected, as a multiple of the average.
    """

    family = "Selection"
    kind = "rank"
    pressure: float = 1.5


@dataclass(frozen=True)
class Roulette(Setting):
    """Roulette selection: the probability of a member is proportional to its score (Holland, 1975), or 0 if it
    violates a constraint. If all these scores are 0, it is uniform among all members; if some are infinite,
    it is uniform among those."""

    family = "Selection"
    kind = "roulette"


@dataclass(frozen=True)
class StochasticUniversal(Setting):
    """Stochastic universal sampling (Baker, 1987): the wheel of :class:`Roulette` is spun once for all
    selections of a generation, which are the members at evenly spaced pointers, in random order. So a member
    whose share of the scores is worth *x* selections is selected *x* times, rounded down or up."""

    family = "Selection"
    kind = "stochastic_universal"


@dataclass(frozen=True)
class Truncation(Setting):
    """Truncation selection: uniform among the best share of the pool, at least one member. Ties are ranked by
    index.

    Args:
        share: The share of the best members that are selected from.
    """

    family = "Selection"
    kind = "truncation"
    share: float = 0.5


#: A selection of any kind.
Selection: TypeAlias = (
    Tournament | Rank | Roulette | StochasticUniversal | Truncation
)


@dataclass(frozen=True)
class OnePoint(Setting):
    """One-point crossover: exchanges all genes after a cut, which is chosen uniformly among those between two
    genes. Genomes with fewer than two common genes do not change."""

    family = "Crossover"
    kind = "one_point"


@dataclass(frozen=True)
class TwoPoint(Setting):
    """Two-point crossover: exchanges the genes between two different cuts, which are chosen uniformly. A cut is
    after a gene, possibly the last one (as in DEAP's ``cxTwoPoint``). Genomes with fewer than two common
    genes do not change."""

    family = "Crossover"
    kind = "two_point"


@dataclass(frozen=True)
class Uniform(Setting):
    """Uniform crossover: exchanges each gene independently with the same probability (Syswerda, 1989).

    Args:
        rate: The probability that a gene is exchanged.
    """

    family = "Crossover"
    kind = "uniform"
    rate: float = 0.5


@dataclass(frozen=True)
class Blend(Setting):
    """Blend crossover BLX-α (Eshelman and Schaffer, *Real-coded genetic algorithms and interval-schemata*,
    1993): draws each gene of both children uniformly from the interval between the parents' genes, extended
    at both ends by ``alpha`` times its length and clamped to the range of the gene. With alpha ½ the expected
    spread of the children is that of the parents.

    Args:
        alpha: How far children may lie outside their parents, as a share of the parents' distance; 0 or
            more.
    """

    family = "Crossover"
    kind = "blend"
    alpha: float = 0.5


@dataclass(frozen=True)
class SimulatedBinary(Setting):
    """Simulated binary crossover, SBX (Deb and Agrawal, *Simulated binary crossover for continuous search
    space*, 1995), in the form of NSGA-II that respects bounds (Deb and Beyer, 1999): the children's genes lie
    symmetrically to the middle of the parents' genes, as far from it as children of one-point crossover of
    binary numbers would, but no further than the ends of the range. Each child gets either of them with
    probability ½. Equal genes do not change.

    Args:
        eta: The distribution index η, greater than 0: the greater it is, the closer children are to their
            parents. 2 to 5 resemble binary crossover; 15 is usual in NSGA-II.
        rate: The probability that a gene is crossed.
    """

    family = "Crossover"
    kind = "simulated_binary"
    eta: float = 15.0
    rate: float = 0.5


@dataclass(frozen=True)
class Order(Setting):
    """Order crossover, OX (Davis, *Applying adaptive algorithms to epistatic domains*, 1985): a child keeps a
    segment of one parent in its place. The other items follow after it in the order of the other parent from
    the end of the segment on, beginning again at the front after the last one. Every segment of at least one
    item is equally likely.

    Permutations of different lengths do not change."""

    family = "Crossover"
    kind = "order"


@dataclass(frozen=True)
class PartiallyMapped(Setting):
    """Partially mapped crossover, PMX (Goldberg and Lingle, *Alleles, loci, and the traveling salesman problem*,
    1985): exchanges a segment. An item outside it that would now occur twice is replaced by the one that
    stood opposite its double, again and again until it is new. Every segment of at least one item is equally
    likely.

    Permutations of different lengths do not change."""

    family = "Crossover"
    kind = "partially_mapped"


@dataclass(frozen=True)
class EdgeRecombination(Setting):
    """Edge recombination of closed tours (Whitley, Starkweather and Fuquay, *Scheduling problems and traveling
    salesmen: the genetic edge recombination operator*, 1989): a child moves from each item to one of its
    neighbors in the parents, to the one with the fewest neighbors left, of several at random. If no neighbor
    is left, it goes on at a random item.

    As in its second version (Starkweather and others, 1991), an edge of both parents precedes all others. In
    addition, a child neither starts nor goes on at random at an item where two such edges meet. So it has all
    edges that its parents have in common, and parents that are the same tour do not change, whatever its
    direction and first item.

    Permutations of different lengths do not change."""

    family = "Crossover"
    kind = "edge_recombination"


#: A crossover of any kind.
Crossover: TypeAlias = (
    OnePoint | TwoPoint | Uniform | Blend | SimulatedBinary | Order | PartiallyMapped | EdgeRecombination
)


@dataclass(frozen=True)
class BitFlip(Setting):
    """Flips each bit independently with the same probability.

    Args:
        rate: The probability that a bit is flipped; default: 1 / length.
    """

    family = "Mutation"
    kind = "bit_flip"
    rate: float | None = None


@dataclass(frozen=True)
class Creep(Setting):
    """Adds a small step to each gene independently with the same probability, uniform among the numbers from
    −``step`` to ``step`` but 0 (creep mutation; Davis, *Handbook of genetic algorithms*, 1991). Values
    outside the range of the gene are reflected at its ends, so that a gene near one may come back to its
    value.

    Args:
        rate: The probability that a gene changes; default: 1 / length.
        step: The greatest step; 1 or more.
    """

    family = "Mutation"
    kind = "creep"
    rate: float | None = None
    step: int = 1


@dataclass(frozen=True)
class Redraw(Setting):
    """Replaces each gene independently with the same probability by a random value, which may equal the old one.

    Args:
        rate: The probability that a gene is replaced; default: 1 / length.
    """

    family = "Mutation"
    kind = "redraw"
    rate: float | None = None


@dataclass(frozen=True)
class Gaussian(Setting):
    """Adds a normally distributed number to each gene independently with the same probability (Rechenberg,
    1973). Values outside the range of the gene are reflected at its ends, so that they do not accumulate
    there.

    Args:
        rate: The probability that a gene changes; default: 1 / length.
        spread: The standard deviation of the change, as a share of the width of the gene's range; 0 or
            more.
    """

    family = "Mutation"
    kind = "gaussian"
    rate: float | None = None
    spread: float = 0.1


@dataclass(frozen=True)
class Polynomial(Setting):
    """Polynomial mutation (Deb and Goyal, *A combined genetic adaptive search for engineering design*, 1996), in
    the form of NSGA-II that respects bounds: changes each gene independently with the same probability,
    upwards or downwards with probability ½ each. The density of the change falls as a polynomial down to the
    end of the range.

    Args:
        eta: The distribution index η, greater than 0: the mean change is about 1/(η + 2) of the width of
            the gene's range; 20 is usual in NSGA-II.
        rate: The probability that a gene changes; default: 1 / length.
    """

    family = "Mutation"
    kind = "polynomial"
    eta: float = 20.0
    rate: float | None = None


@dataclass(frozen=True)
class Swap(Setting):
    """Exchanges two items of a permutation, ``count`` times; every pair is equally likely (Oliver, Smith and
    Holland, 1987). Permutations with fewer than two items do not change.

    Args:
        count: How many exchanges are made.
    """

    family = "Mutation"
    kind = "swap"
    count: int = 1


@dataclass(frozen=True)
class Insert(Setting):
    """Moves an item of a permutation to another place, ``count`` times; every item and every other place are
    equally likely (Fogel, 1988). Permutations with fewer than two items do not change.

    Args:
        count: How many moves are made.
    """

    family = "Mutation"
    kind = "insert"
    count: int = 1


@dataclass(frozen=True)
class Inversion(Setting):
    """Reverses the order of a segment of a permutation, ``count`` times (Holland, 1975; as a change of tours the
    2-opt move of Croes, 1958). Every segment of at least two items is equally likely. Permutations with fewer
    than two items do not change.

    Args:
        count: How many segments are reversed.
    """

    family = "Mutation"
    kind = "inversion"
    count: int = 1


@dataclass(frozen=True)
class InsertDelete(Setting):
    """Inserts a random gene with a probability, then deletes a gene with the same probability, within the limits
    of the length, and changes each gene as the usual mutation of the genome does. Every place is equally
    likely; the genes after it move by one. For genomes of variable length alone.

    Args:
        rate: The probability that a gene is inserted, and that one is deleted.
        gene_rate: The probability that a gene changes; default: 1 / length.
    """

    family = "Mutation"
    kind = "insert_delete"
    rate: float = 0.3
    gene_rate: float | None = None


#: A mutation of any kind. A rate that is not there changes one gene of a genome on average.
Mutation: TypeAlias = (
    BitFlip | Creep | Redraw | Gaussian | Polynomial | Swap | Insert | Inversion | InsertDelete
)


@dataclass(frozen=True)
class Axis(Setting):
    """The range of a measure and the number of equal bins into which it is divided. Values outside the range
    belong to the bin at its end. Of an archive of cells the number is 1, as no measure has bins of its own.

    Args:
        low: The lower end.
        high: The upper end, greater than the lower one.
        bins: The number of bins, at least 1.
    """

    family = "Axis"
    low: float
    high: float
    bins: int = 1


@dataclass(frozen=True)
class Generational(Setting):
    """The simple genetic algorithm with an elite (Goldberg, 1989; the loop of DEAP's ``eaSimple``): children of
    selected parents, crossed in pairs and then mutated, replace all individuals but the elite.

    Children that were neither crossed nor mutated keep the evaluation of their parent. A pair of children
    draws from the random stream of its first child. If the number of children is odd, the last one is not
    crossed. With both an elite and a returned hall of fame, the best individuals are kept twice, so use one
    of the two.

    Args:
        population: The number of individuals of a generation.
        elite: How many of the best individuals are kept unchanged.
        returns_hall_of_fame: Whether the members of the hall of fame are added to every generation: as
            many of the best as leave at least one child.
        selection: How parents are selected.
        crossover: How two parents are crossed. None: the usual one of the genome; a tuple: one for each
            part; a function: see the module.
        crossover_rate: The probability that two parents are crossed.
        mutation: How a child is mutated. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        mutation_rate: The probability that a child is mutated.
    """

    family = "OneScheme"
    kind = "generational"
    population: int = 100
    elite: int = 1
    returns_hall_of_fame: bool = False
    selection: Selection = Tournament(size=2)
    crossover: Crossover | Sequence[Crossover | None] | CrossoverFunction | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    mutation_rate: float = 1.0


@dataclass(frozen=True)
class SteadyState(Setting):
    """The steady-state genetic algorithm (Whitley's GENITOR, 1989): a few children at a time, each of which
    replaces the worst individual unless it is worse itself.

    A child is the first of the two results of a crossover, then mutated.

    Args:
        population: The number of individuals.
        children: The number of children of a generation. They are evaluated at the same time, so that a
            number below that of threads leaves some idle.
        selection: How parents are selected.
        crossover: How two parents are crossed. None: the usual one of the genome; a tuple: one for each
            part; a function: see the module.
        crossover_rate: The probability that two parents are crossed.
        mutation: How a child is mutated. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        mutation_rate: The probability that a child is mutated.
    """

    family = "OneScheme"
    kind = "steady_state"
    population: int = 100
    children: int = 2
    selection: Selection = Tournament(size=2)
    crossover: Crossover | Sequence[Crossover | None] | CrossoverFunction | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    mutation_rate: float = 1.0


@dataclass(frozen=True)
class FeasibleInfeasible(Setting):
    """FI-2Pop (Kimbrough, Koehler, Lu and Wood, 2008) as in the match-3 article: a fixed number of individuals,
    divided in each generation into feasible ones, ranked by the objective, and infeasible ones, ranked by 1 /
    (1 + violation). Each part keeps its elite and breeds as many individuals as it had. The feasibility of a
    child decides to which part it belongs.

    One thing is different: a part no larger than the elite would be copied forever, so each part that is not
    empty breeds at least one child and at least twice the size of the elite, up to half of all children.
    Every child has two parents; of the two results of a crossover, the first one is kept. All children are
    evaluated.

    Args:
        population: The number of individuals of both parts together, at least 2 × (elite + 1).
        elite: How many of the best individuals of each part are kept unchanged.
        selection: How parents are selected.
        crossover: How two parents are crossed. None: the usual one of the genome; a tuple: one for each
            part; a function: see the module.
        crossover_rate: The probability that two parents are crossed.
        mutation: How a child is mutated. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        mutation_rate: The probability that a child is mutated.
    """

    family = "OneScheme"
    kind = "feasible_infeasible"
    population: int = 100
    elite: int = 1
    selection: Selection = Tournament(size=2)
    crossover: Crossover | Sequence[Crossover | None] | CrossoverFunction | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    mutation_rate: float = 1.0


@dataclass(frozen=True)
class Plus(Setting):
    """(μ + λ): the best of the parents and children together become the parents of the next generation, and
    every child is a mutated copy of a uniformly chosen parent (Rechenberg, *Evolutionsstrategie*, 1973;
    Schwefel, 1977). With μ = λ = 1 it is hill climbing.

    Three things can be added. A child has two parents with the probability of the crossover: it is the first
    of the two results, then mutated. With :class:`Blend` crossover of real numbers this is the evolution
    strategy with recombination (Schwefel, 1981). Of equally good individuals the younger ones are preferred,
    so that the search drifts over plateaus. And it restarts with random individuals when the best individual
    has not improved for a number of generations; the best one of all restarts stays in the hall of fame.

    The first generation consists of μ + λ random individuals.

    Args:
        parents: The number of parents, μ.
        children: The number of children in each generation, λ.
        crossover: How two parents are crossed. None: the usual one of the genome; a tuple: one for each
            part; a function: see the module.
        crossover_rate: The probability that a child has two parents.
        mutation: How a child is mutated. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        restart: After how many generations without improvement it restarts; ``None`` for never.
    """

    family = "OneScheme"
    kind = "plus"
    parents: int = 10
    children: int = 70
    crossover: Crossover | Sequence[Crossover | None] | CrossoverFunction | None = None
    crossover_rate: float = 0.0
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    restart: int | None = None


@dataclass(frozen=True)
class Climb(Setting):
    """Hill climbing: the best of several changed copies replaces the solution unless it is worse. It is
    :class:`Plus` with one parent.

    Args:
        neighbors: The number of changed copies of a generation.
        mutation: How a copy is changed. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        patience: After how many generations without improvement it restarts; ``None`` for never.
    """

    family = "OneScheme"
    kind = "climb"
    neighbors: int = 1
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    patience: int | None = None


@dataclass(frozen=True)
class Nsga2(Setting):
    """NSGA-II (Deb, Pratap, Agarwal and Meyarivan, *A fast and elitist multiobjective genetic algorithm*, 2002):
    approximates the Pareto front of several objectives.

    Parents and children together are divided into fronts: nobody of the first one is dominated, nobody of the
    second one is dominated by others than members of the first, and so on. The best fronts become the next
    generation; of the front that does not fit as a whole, those whose neighbours are far away. The selection
    compares fronts, then the distance of the neighbours; :class:`Tournament` of two is the usual one. Of two
    infeasible individuals the one with the smaller violation is better, and any feasible one is better than
    both. Copies of an individual rank behind all others, so that they do not fill the generation.

    Args:
        population: The number of individuals, and of children of a generation.
        selection: How parents are selected.
        crossover: How two parents are crossed. None: the usual one of the genome; a tuple: one for each
            part; a function: see the module.
        crossover_rate: The probability that two parents are crossed.
        mutation: How a child is mutated. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        mutation_rate: The probability that a child is mutated.
    """

    family = "OneScheme"
    kind = "nsga2"
    population: int = 100
    selection: Selection = Tournament(size=2)
    crossover: Crossover | Sequence[Crossover | None] | CrossoverFunction | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    mutation_rate: float = 1.0


@dataclass(frozen=True)
class Nsga3(Setting):
    """NSGA-III (Deb and Jain, *An evolutionary many-objective optimization algorithm using reference-point-based
    nondominated sorting approach*, 2014): approximates the Pareto front of three to fifteen objectives, where
    fronts hold nearly all individuals and the crowding of :class:`Nsga2` no longer spreads them.

    Parents and children are divided into fronts as by NSGA-II, and the best fronts become the next
    generation. Of the one that does not fit as a whole, those are taken that fill the niches of reference
    directions: lines from the ideal point that cover all trades between the objectives, in units that follow
    the front (normalised with the ideal point, the extreme points and the intercepts of the plane through
    them). So there are about as many individuals as directions, each on a line of its own.

    Feasible individuals are equally good as parents, so that a :class:`Tournament` chooses among them at
    random; any of them is better than an infeasible one, of two of which that with the smaller violation is
    better. Copies of an individual rank behind all others.

    Args:
        population: The number of individuals, and of children of a generation; default: that of the
            directions, rounded up to a multiple of four.
        divisions: Into how many parts each objective is divided (Das and Dennis, 1998): one number for a
            layer of directions, or two for an outer layer and one halfway to the middle, which suits many
            objectives. Without any there are the usual ones of the number of objectives: 12 for three, 6 for
            five, 3 and 2 for eight, 2 and 1 for fifteen.
        directions: Directions instead of divisions: for each a share of every objective, of any length.
        selection: How parents are selected.
        crossover: How two parents are crossed. None: the usual one of the genome; a tuple: one for each
            part; a function: see the module.
        crossover_rate: The probability that two parents are crossed.
        mutation: How a child is mutated. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        mutation_rate: The probability that a child is mutated.
    """

    family = "OneScheme"
    kind = "nsga3"
    population: int | None = None
    divisions: Sequence[int] = ()
    directions: Sequence[Sequence[float]] = ()
    selection: Selection = Tournament(size=2)
    crossover: Crossover | Sequence[Crossover | None] | CrossoverFunction | None = None
    crossover_rate: float = 0.9
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    mutation_rate: float = 1.0


@dataclass(frozen=True)
class MapElites(Setting):
    """MAP-Elites (Mouret and Clune, *Illuminating search spaces by mapping elites*, arXiv 1504.04909): the space
    of the measures is divided into bins, and the best individual of each bin is kept. The bins are a grid, or
    the cells of centroids, which suit many measures (CVT-MAP-Elites; Vassiliades, Chatzilygeroudis and
    Mouret, 2018). A problem for it has one objective, and its other values are measures.

    After a generation of random individuals every child is a mutated copy of a uniformly drawn elite,
    feasible or not, which may be crossed with another one before. The children of a generation are offered to
    the archive in the order of their indices.

    Args:
        axes: One axis for each measure, in their order.
        initial: The number of random individuals of the first generation.
        batch: The number of children of each other generation.
        crossover: How two elites are crossed. None: the usual one of the genome; a tuple: one for each
            part; a function: see the module.
        crossover_rate: The probability that a child has two parents.
        mutation: How a child is mutated. None: the usual one of the genome; a tuple: one for each part; a
            function: see the module.
        floor: The objective that counts 0 in the column ``qd_score``.
        cells: The number of cells into which the space of the measures is divided (CVT-MAP-Elites), at
            most 65,536 and 131,072 divided by the number of axes; ``None`` for a grid. With cells no axis has
            bins of its own.
        cells_seed: The seed of the centroids of the cells.
    """

    family = "OneScheme"
    kind = "map_elites"
    axes: Sequence[Axis | tuple[float, float] | tuple[float, float, int]]
    initial: int = 100
    batch: int = 100
    crossover: Crossover | Sequence[Crossover | None] | CrossoverFunction | None = None
    crossover_rate: float = 0.0
    mutation: Mutation | Sequence[Mutation | None] | MutationFunction | None = None
    floor: float = 0.0
    cells: int | None = None
    cells_seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", each(Axis, self.axes))
        super().__post_init__()


@dataclass(frozen=True)
class CmaEs(Setting):
    """CMA-ES for real numbers: samples come from a normal distribution, whose mean, step size and covariance
    matrix are learnt from their ranks (Hansen and Ostermeier, 2001; settings of Hansen's tutorial, arXiv
    1604.00772, with negative weights for the worse half, as in active CMA-ES, Jastrebski and Arnold, 2006).
    It solves smooth and rugged problems of up to a few hundred genes, however they are scaled and rotated.

    The mean of the first samples is the first genome of the start population, else a random one. All genomes
    to start with are evaluated in the first generation.

    It can restart, each time around a new random genome with twice as many samples (IPOP, Auger and Hansen,
    2005), up to 512 times as many, when the genes or the objective hardly change any more (10⁻¹¹), the
    condition number exceeds 10¹⁴, several samples in a row have equal ranks or the median has not improved
    for long. The best of all restarts stays in the hall of fame. When no restart is left, the search
    continues with ever smaller steps; use ``stagnation`` to end it.

    With bounds, the distribution itself is not bounded: within 5 % of the ends of a range its numbers are
    compressed, and beyond they fold back, so that a best genome on the bounds is found as fast as one inside.
    (On five such problems of ten genes, drawing again took 2.5 to 72 times and reflecting 6 to 160 times as
    many evaluations, and neither solved the sixth.)

    Args:
        sigma: The first step size, σ: the standard deviation of each gene, in units of the genes. About a
            quarter of the range in which the best genome may lie is a good choice.
        population: The number of samples of a generation, at least 2, until a restart; ``None`` for 4 + 3
            ln n, rounded down, where n is the number of genes.
        bounded: Whether genes stay within their ranges. Else only the first mean is drawn there.
        restarts: How often it restarts at most; 0 for never.
    """

    family = "OneScheme"
    kind = "cma_es"
    sigma: float
    population: int | None = None
    bounded: bool = True
    restarts: int = 0


@dataclass(frozen=True)
class DifferentialEvolution(Setting):
    """Differential evolution (Storn and Price, *Journal of Global Optimization*, 1997): the members in turn have
    a child, in which some genes are changed by the weighted difference of two other members, at least one
    gene, and which replaces its parent unless it is worse.

    The first members are random genomes. All members have a child in each generation, unless you ask for
    fewer (``children``).

    Args:
        population: The number of members: at least 3, with ``rand1`` at least 4; default: 15 times the
            number of genes.
        children: The number of members that have a child in each generation, in turn; from 1 to the
            population, which is the default. These children are made from the members before the generation
            and evaluated at the same time, so a number below that of threads leaves some idle. But a small
            number lets good children take effect sooner: with 150 members, 150 children took 1.24 times as
            many evaluations on a sphere of ten genes as one child, 30 children 1.07 times.
        strategy: From which members a child is made.
        weight: The ends of the interval from which the weight of differences, F, is drawn, once for each
            round through all members ("dither"); from 0 to 2. Equal ends give a fixed weight.
        crossover_rate: The probability that a gene of a child is a changed one, CR.
        outside: What becomes of a changed gene outside its range.
    """

    family = "OneScheme"
    kind = "differential_evolution"
    population: int | None = None
    children: int | None = None
    strategy: Literal["rand1", "best1", "current_to_best1"] = "best1"
    weight: tuple[float, float] = (0.5, 1.0)
    crossover_rate: float = 0.7
    outside: Literal["redraw", "reflect"] = "redraw"


@dataclass(frozen=True)
class CmaMe(Setting):
    """CMA-ME with improvement emitters (Fontaine, Togelius, Nikolaidis and Hoover, *Covariance matrix adaptation
    for the rapid illumination of behavior space*, arXiv 1912.02400): MAP-Elites for real numbers, whose
    children are samples of several normal distributions, the emitters. Each learns, as in :class:`CmaEs`, in
    which direction new bins and better elites are found.

    The children of a generation are offered to the archive in the order of their indices. Those that entered
    are the parents of their emitter, and the others teach it nothing; those in new bins rank first, the
    better objective before the worse one, then those that replaced an elite, the greater improvement first.
    Feasible ones rank before infeasible ones. An emitter of whose children none entered, or that has
    degenerated (condition number above 10¹⁴ or deviations below 10⁻¹¹), restarts at a uniformly drawn elite,
    feasible or not.

    The mean of the first samples of an emitter is a genome of the start population, else a random one. Bounds
    are kept as by :class:`CmaEs`.

    Args:
        axes: One axis for each measure, in their order.
        sigma: The first step size of an emitter, σ: the standard deviation of each gene, in units of the
            genes.
        emitters: The number of emitters, at most 65,536.
        batch: The number of children of each emitter in a generation, at least 2.
        bounded: Whether genes stay within their ranges. Else only the first mean is drawn there.
        floor: The objective that counts 0 in the column ``qd_score``.
        cells: The number of cells into which the space of the measures is divided, at most 65,536 and
            131,072 divided by the number of axes; ``None`` for a grid. With cells no axis has bins of its
            own.
        cells_seed: The seed of the centroids of the cells.
    """

    family = "OneScheme"
    kind = "cma_me"
    axes: Sequence[Axis | tuple[float, float] | tuple[float, float, int]]
    sigma: float
    emitters: int = 5
    batch: int = 36
    bounded: bool = True
    floor: float = 0.0
    cells: int | None = None
    cells_seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "axes", each(Axis, self.axes))
        super().__post_init__()


#: A scheme for one population or one archive. Operators that are not there are the usual ones of the genome.
OneScheme: TypeAlias = (
    Generational | SteadyState | FeasibleInfeasible | Plus | Climb | Nsga2 | Nsga3 | MapElites | CmaEs | DifferentialEvolution | CmaMe
)


@dataclass(frozen=True)
class Islands(Setting):
    """Several islands that evolve by the same scheme, each with a state and random streams of its own (Tanese,
    *Distributed genetic algorithms*, 1989). At regular generations each sends copies of its best individuals
    to others, which take them in as their scheme does: in most schemes a migrant replaces the worst
    individual if it is better.

    A generation is one of all islands. The exchange depends on the number of the generation and not on time,
    so that the result is the same on any number of threads. The islands share the hall of fame. The genomes
    to start with are divided among the islands, the first ones for the first island.

    Args:
        scheme: The scheme of every island.
        count: The number of islands, at most 65,536.
        every: After how many generations they exchange individuals; 0 for never.
        migrants: How many individuals an island sends to another one.
        topology: Which islands send to which.
    """

    family = "OnIslands"
    kind = "islands"
    scheme: OneScheme
    count: int = 4
    every: int = 10
    migrants: int = 1
    topology: Literal["ring", "full", "star"] = "ring"


#: A scheme, on islands or not.
Scheme: TypeAlias = OneScheme | Islands
