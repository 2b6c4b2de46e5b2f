//! MAP-Elites: an archive of diverse elites.

use serde::{Deserialize, Serialize};

use super::requirements::MOST_INDIVIDUALS;
use super::{Scheme, StoredState};
use crate::breeding::breed_copies;
use crate::defaults::{tenths, whole};
use crate::state::{Bins, MOST_CELLS, check_bins};
use crate::{
    Archive, Axis, Crossover, Error, Evaluation, Limits, Mutation, Notes, Population,
    Problem, Rate, Revision, Standing, Step,
};

/// MAP-Elites (Mouret and Clune, *Illuminating search spaces by mapping elites*, arXiv 1504.04909):
/// the space of the measures is divided into bins, and the best individual of each bin is kept. The bins
/// are a grid, or the cells of centroids, which suit many measures (CVT-MAP-Elites; Vassiliades,
/// Chatzilygeroudis and Mouret, 2018). A problem for it has one objective, and its other values are
/// [measures](crate::Direction::Measure).
///
/// After a generation of random individuals every child is a mutated copy of a uniformly drawn
/// elite, feasible or not, which may be crossed with another one before. The children of a
/// generation are offered to the archive in the order of their indices.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_evolve::*;
/// use tilewright_grid::{Rng, Seed};
///
/// /// The longest run of ones, for each number of ones.
/// struct Runs;
/// impl Problem<2> for Runs {
///     type Genome = BitString;
///     fn objectives(&self) -> [Direction; 2] {
///         [Direction::Maximize, Direction::Measure]
///     }
///     fn random(&self, rng: &mut Rng) -> BitString {
///         BitString::random(16, rng)
///     }
///     fn evaluate(&self, genome: &BitString) -> Evaluation<2> {
///         let (mut longest, mut run) = (0_u32, 0_u32);
///         for at in 0..16 {
///             run = if genome.get(at) { run + 1 } else { 0 };
///             longest = longest.max(run);
///         }
///         Evaluation::feasible([f64::from(longest), f64::from(genome.ones())])
///     }
///     fn fingerprint(&self) -> String {
///         "runs of ones in 16 bits".to_owned()
///     }
/// }
///
/// let mutation = BitFlip { rate: Rate::new(1.0 / 16.0)? };
/// // One bin for each number of ones.
/// let scheme = MapElites::new(vec![Axis::new(-0.5, 16.5, 17)], mutation);
/// let mut evolution = Evolution::new(Runs, scheme, Seed(1))?;
/// evolution.run(&Stop::new().generations(200), &(), |_| ControlFlow::Continue(()))?;
/// let archive = evolution.state();
/// assert_eq!(archive.coverage(), 1.0);
/// let (_, evaluation) = archive.elite(9).expect("all bins are filled");
/// assert_eq!(evaluation.objectives, [9.0, 9.0]);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MapElites<M, C = ()> {
    /// One axis for each measure, in their order.
    pub axes: Vec<Axis>,
    /// The number of random individuals of the first generation.
    #[serde(default = "whole::<usize, 100>")]
    pub initial: usize,
    /// The number of children of each other generation.
    #[serde(default = "whole::<usize, 100>")]
    pub batch: usize,
    /// How two elites are crossed.
    pub crossover: C,
    /// The probability that a child has two parents.
    #[serde(default = "tenths::<Rate, 0>")]
    pub crossover_rate: Rate,
    /// How a child is mutated.
    pub mutation: M,
    /// The objective that counts 0 in the column `qd_score`.
    #[serde(default)]
    pub floor: f64,
    /// The number of [cells](crate::Cells) into which the space of the measures is divided (CVT-MAP-Elites), at most
    /// 65,536 and 131,072 divided by the number of axes; `None` for a grid. With cells no axis has bins of its own.
    pub cells: Option<usize>,
    /// The seed of the centroids of the cells.
    #[serde(default)]
    pub cells_seed: u64,
}

impl<M> MapElites<M> {
    /// The scheme without crossover, with 100 individuals in each generation and floor 0.
    pub const fn new(axes: Vec<Axis>, mutation: M) -> Self {
        let (crossover, crossover_rate) = ((), Rate::NEVER);
        let (initial, batch, floor) = (100, 100, 0.0);
        let (cells, cells_seed) = (None, 0);
        Self {
            axes,
            initial,
            batch,
            crossover,
            crossover_rate,
            mutation,
            floor,
            cells,
            cells_seed,
        }
    }
}

impl<M, C> MapElites<M, C> {
    /// The scheme whose archive has this number of [`Cells`](crate::Cells).
    #[must_use]
    pub fn with_cells(self, cells: usize) -> Self {
        Self { cells: Some(cells), ..self }
    }

    /// The bins of the archive.
    fn bins(&self) -> Bins<'_> {
        Bins { axes: &self.axes, cells: self.cells, seed: self.cells_seed }
    }

    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Whole(1, MOST_INDIVIDUALS).check("initial", self.initial as f64)?;
        Limits::Whole(1, MOST_INDIVIDUALS).check("batch", self.batch as f64)?;
        Limits::Whole(1, MOST_CELLS).check("cells", self.cells.unwrap_or(1) as f64)?;
        Limits::FINITE.check("floor", self.floor)
    }
}

impl<P, M, C, const N: usize> Scheme<P, N> for MapElites<M, C>
where
    P: Problem<N>,
    M: Mutation<P::Genome>,
    C: Crossover<P::Genome>,
{
    type State = Archive<P::Genome, N>;

    fn start(&self, problem: &P, _: &P::Genome) -> Result<Self::State, Error> {
        self.bins().archive(problem.objectives())
    }

    fn check(&self, problem: &P, genome: &P::Genome) -> Result<(), Error> {
        self.crossover.check(genome)?;
        self.mutation.check(genome)?;
        self.check_settings()?;
        check_bins(self.bins(), problem.objectives()).map(drop)
    }

    fn size(&self) -> usize {
        self.initial.max(self.batch)
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let archive = stored.state;
        let expected = if archive.count() == 0 { self.initial } else { self.batch };
        archive.fits(self.bins(), stored.problem.objectives())
            && stored.offspring.is_none_or(|offspring| offspring.len() == expected)
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        archive: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) -> Result<(), Error> {
        if archive.count() == 0 {
            return step.randomize(offspring, self.initial);
        }
        offspring.resize(self.batch, archive.genome(0));
        let crossover = (&self.crossover, self.crossover_rate);
        breed_copies(step, offspring, crossover, &self.mutation, |rng| {
            archive.genome(rng.index(archive.count()))
        })
    }

    fn survive(
        &self,
        _: &Step<'_, P, N>,
        archive: &mut Self::State,
        offspring: &mut Population<P::Genome, N>,
    ) {
        for (genome, evaluation) in
            offspring.genomes().iter().zip(offspring.evaluations())
        {
            archive.insert(genome, *evaluation);
        }
    }

    fn keeps(&self) -> bool {
        true
    }

    fn revise(
        &self,
        _: &Step<'_, P, N>,
        archive: &mut Self::State,
        revision: &Revision<'_, P::Genome, N>,
    ) {
        archive.revise(revision);
    }

    /// The gain over the elite of the bin.
    fn merit(
        &self,
        _: &Step<'_, P, N>,
        archive: &Self::State,
        evaluation: &Evaluation<N>,
    ) -> Standing {
        archive.merit(evaluation)
    }

    fn columns(&self) -> &'static [&'static str] {
        &["coverage", "qd_score"]
    }

    fn notes(&self, archive: &Self::State) -> Notes {
        Notes::new(&[archive.coverage(), archive.qd_score(self.floor)])
    }
}
