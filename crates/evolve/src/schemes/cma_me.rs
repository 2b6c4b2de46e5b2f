//! CMA-ME: an archive of elites filled by normal distributions that learn.

use serde::{Deserialize, Serialize};
use tilewright_grid::Rng;

use super::cma_es::{Distribution, Tuning, fold};
use super::requirements::{
    MOST_INDIVIDUALS, MOST_STATES, check_length, check_real_starts, check_sample, single,
};
use super::{Scheme, State, StoredState};
use crate::defaults::{whole, yes};
use crate::state::{Bins, MOST_CELLS, check_bins, is_count};
use crate::{
    Archive, Arrival, Axis, Error, Evaluation, Individual, Limits, Notes, Population,
    Problem, RealBounds, Revision, Standing, Step,
};

/// CMA-ME with improvement emitters (Fontaine, Togelius, Nikolaidis and Hoover, *Covariance matrix
/// adaptation for the rapid illumination of behavior space*, arXiv 1912.02400): MAP-Elites for
/// real numbers, whose children are samples of several normal distributions, the emitters. Each
/// learns, as in [`CmaEs`](crate::CmaEs), in which direction new bins and better elites are found.
///
/// The children of a generation are offered to the archive in the order of their indices. Those
/// that entered are the parents of their emitter, and the others teach it nothing; those in new
/// bins rank first, the better objective before the worse one, then those that replaced an elite,
/// the greater improvement first. Feasible ones rank before infeasible ones. An emitter of whose
/// children none entered, or that has degenerated (condition number above 10¹⁴ or deviations below
/// 10⁻¹¹), restarts at a uniformly drawn elite, feasible or not.
///
/// The mean of the first samples of an emitter is a genome of the start population, else a random
/// one. Bounds are kept as by [`CmaEs`](crate::CmaEs).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(bound = "B: schemars::JsonSchema + Serialize + From<bool>")
)]
#[serde(deny_unknown_fields, bound(deserialize = "B: Deserialize<'de> + From<bool>"))]
pub struct CmaMe<B = Option<RealBounds>> {
    /// One axis for each measure, in their order.
    pub axes: Vec<Axis>,
    /// The number of emitters, at most 65,536.
    #[serde(default = "whole::<usize, 5>")]
    pub emitters: usize,
    /// The number of children of each emitter in a generation, at least 2.
    #[serde(default = "whole::<usize, 36>")]
    pub batch: usize,
    /// The first step size of an emitter, σ: the standard deviation of each gene, in units of the
    /// genes.
    pub sigma: f64,
    /// The range of every gene; `None` if all numbers are allowed.
    #[serde(rename = "bounded", default = "yes::<B>")]
    #[cfg_attr(
        feature = "schema",
        schemars(
            description = "Whether genes stay within their ranges. Else only the first mean is drawn there."
        )
    )]
    pub bounds: B,
    /// The objective that counts 0 in the column `qd_score`.
    #[serde(default)]
    pub floor: f64,
    /// The number of [cells](crate::Cells) into which the space of the measures is divided, at most 65,536 and
    /// 131,072 divided by the number of axes; `None` for a grid. With cells no axis has bins of its own.
    pub cells: Option<usize>,
    /// The seed of the centroids of the cells.
    #[serde(default)]
    pub cells_seed: u64,
}

impl CmaMe {
    /// The scheme with 5 emitters of 36 children each, without bounds, with floor 0.
    pub const fn new(axes: Vec<Axis>, sigma: f64) -> Self {
        let (bounds, cells) = (None, None);
        Self {
            axes,
            emitters: 5,
            batch: 36,
            sigma,
            bounds,
            floor: 0.0,
            cells,
            cells_seed: 0,
        }
    }

    /// The scheme whose archive has this number of [`Cells`](crate::Cells).
    #[must_use]
    pub fn with_cells(self, cells: usize) -> Self {
        Self { cells: Some(cells), ..self }
    }

    /// The bins of the archive.
    fn bins(&self) -> Bins<'_> {
        Bins { axes: &self.axes, cells: self.cells, seed: self.cells_seed }
    }

    /// The emitter of a child and its index among its children.
    const fn place(&self, index: usize) -> (usize, usize) {
        (index / self.batch, index % self.batch)
    }

    /// The point of a distribution behind a genome.
    fn point(&self, genome: &[f64]) -> Vec<f64> {
        let mut point = genome.to_vec();
        fold::unfold_all(&mut point, self.bounds.as_ref());
        point
    }
}

impl<B> CmaMe<B> {
    /// Checks what needs no problem.
    pub(crate) fn check_settings(&self) -> Result<(), Error> {
        Limits::Above(0.0).check("sigma", self.sigma)?;
        Limits::Whole(1, MOST_STATES).check("emitters", self.emitters as f64)?;
        Limits::Whole(2, MOST_INDIVIDUALS).check("batch", self.batch as f64)?;
        Limits::Whole(1, MOST_CELLS).check("cells", self.cells.unwrap_or(1) as f64)?;
        Limits::FINITE.check("floor", self.floor)
    }
}

/// The state of [`CmaMe`]: the archive and the distributions of the emitters.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Emitters<const N: usize> {
    archive: Archive<Vec<f64>, N>,
    sources: Vec<Emitter>,
    restarts: u64,
    #[serde(skip)]
    tuning: Tuning,
    #[serde(skip)]
    arrivals: Vec<ChildRank>,
    #[serde(skip)]
    ranking: Vec<u32>,
    #[serde(skip)]
    points: Vec<Vec<f64>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Emitter {
    distribution: Distribution,
    /// How many of its children, the first ones, were given by the user.
    guests: usize,
}

/// What became of a child, for the ranking: its class, from 0 for the best, and its gain.
#[derive(Clone, Copy, Debug)]
struct ChildRank {
    class: u8,
    gain: f64,
    index: u32,
}

impl ChildRank {
    const fn new(arrival: Arrival, score: f64, is_feasible: bool, index: u32) -> Self {
        let (class, gain) = match arrival {
            Arrival::New => (0, score),
            Arrival::Better(gain) => (1, gain),
            Arrival::Refused(gain) => (4, gain),
        };
        Self { class: if is_feasible { class } else { class + 2 }, gain, index }
    }

    const fn entered(self) -> bool {
        self.class < 4
    }
}

impl<const N: usize> Emitters<N> {
    /// The archive.
    pub const fn archive(&self) -> &Archive<Vec<f64>, N> {
        &self.archive
    }

    /// The number of restarts of all emitters so far.
    pub const fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Offers the children of an emitter to the archive and ranks them. Returns the number of
    /// those that entered.
    fn admit(&mut self, genomes: &[Vec<f64>], evaluations: &[Evaluation<N>]) -> usize {
        let Self { archive, arrivals, ranking, .. } = self;
        arrivals.clear();
        for ((genome, evaluation), index) in genomes.iter().zip(evaluations).zip(0..) {
            let arrival = archive.insert(genome, *evaluation);
            let score = archive.score(evaluation);
            arrivals.push(ChildRank::new(
                arrival,
                score,
                evaluation.is_feasible(),
                index,
            ));
        }

        arrivals.sort_unstable_by(|a, b| {
            let gains = b.gain.total_cmp(&a.gain);
            a.class.cmp(&b.class).then(gains).then(a.index.cmp(&b.index))
        });

        ranking.clear();
        ranking.extend(arrivals.iter().map(|rank| rank.index));
        arrivals.iter().take_while(|rank| rank.entered()).count()
    }
}

impl<const N: usize> State<Vec<f64>, N> for Emitters<N> {
    fn populations(&self) -> impl Iterator<Item = &Population<Vec<f64>, N>> + Clone {
        self.archive.populations()
    }

    fn welcome(&mut self, migrant: &Individual<Vec<f64>, N>, _: Standing) {
        if migrant.genome.len() == self.sources[0].distribution.mean().len() {
            self.archive.insert(&migrant.genome, migrant.evaluation);
        }
    }

    fn archives(&self) -> Vec<&Archive<Vec<f64>, N>> {
        vec![&self.archive]
    }

    fn is_sound(&self) -> bool {
        let is_sound = |emitter: &Emitter| {
            let genes = emitter.distribution.mean().len();
            let mut genomes = self.populations().flat_map(Population::genomes);
            emitter.distribution.is_sound(genes)
                && genomes.all(|genome| genome.len() == genes)
        };
        self.archive.is_sound() && self.sources.iter().all(is_sound)
    }
}

impl<P, const N: usize> Scheme<P, N> for CmaMe
where
    P: Problem<N, Genome = Vec<f64>>,
{
    type State = Emitters<N>;

    fn start(&self, problem: &P, sample: &Vec<f64>) -> Result<Self::State, Error> {
        let distribution = Distribution::new(sample, self.sigma);
        let (tuning, arrivals, ranking, points) = Default::default();
        Ok(Emitters {
            archive: self.bins().archive(problem.objectives())?,
            sources: vec![Emitter { distribution, guests: 0 }; self.emitters],
            restarts: 0,
            tuning,
            arrivals,
            ranking,
            points,
        })
    }

    fn check(&self, problem: &P, genome: &Vec<f64>) -> Result<(), Error> {
        single(problem)?;
        self.check_settings()?;
        check_sample(self.bounds.as_ref(), genome)?;
        check_bins(self.bins(), problem.objectives()).map(drop)
    }

    fn size(&self) -> usize {
        self.emitters.saturating_mul(self.batch)
    }

    fn accepts(&self, stored: &StoredState<'_, P, Self::State, N>) -> bool {
        let (state, genes) = (stored.state, stored.sample.len());
        let is_right = |emitter: &Emitter| {
            emitter.distribution.is_sound(genes)
                && emitter.distribution.starts_with(self.sigma)
                && emitter.guests <= self.batch
        };
        state.archive.fits(self.bins(), stored.problem.objectives())
            && state.sources.len() == self.emitters
            && state.sources.iter().all(is_right)
            && is_count(state.restarts)
            && stored.offspring.is_none_or(|offspring| {
                offspring.len() == self.emitters * self.batch
                    && offspring.genomes().iter().all(|genome| genome.len() == genes)
            })
    }

    fn breed(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<Vec<f64>, N>,
    ) -> Result<(), Error> {
        let Emitters { archive, sources: emitters, .. } = state;
        let count = self.emitters.saturating_mul(self.batch);
        let is_first = archive.count() == 0;
        let starts = if is_first { step.starts() } else { &[] };
        if is_first {
            let genes = emitters[0].distribution.mean().len();
            check_real_starts(starts, genes, self.bounds.as_ref())?;
            step.check_starts(count)?;
            for (number, emitter) in emitters.iter_mut().enumerate() {
                let seed = step.seed.child(u64::MAX - number as u64);
                let random = || step.problem.random(&mut seed.rng());
                let start = starts.get(number % starts.len().max(1));
                let mean = start.cloned().unwrap_or_else(random);
                check_length(&mean, genes)?;
                emitter.distribution.restart(&self.point(&mean), self.sigma);
            }
        }

        for (number, emitter) in emitters.iter_mut().enumerate() {
            emitter.guests = (starts.len() + self.emitters - 1 - number) / self.emitters;
        }
        offspring.resize(count, emitters[0].distribution.mean());
        step.children(offspring, 0, |index, mut child, rng: &mut Rng| {
            let (number, own) = self.place(index);
            let Emitter { distribution, guests } = &emitters[number];
            if own < *guests {
                child.renew().clone_from(&starts[own * self.emitters + number]);
            } else {
                fold::sample(distribution, child.renew(), self.bounds.as_ref(), rng);
            }
        })
    }

    fn survive(
        &self,
        step: &Step<'_, P, N>,
        state: &mut Self::State,
        offspring: &mut Population<Vec<f64>, N>,
    ) {
        let mut rng = step.rng();
        for number in 0..state.sources.len() {
            let first = number * self.batch;
            let genomes = &offspring.genomes()[first..first + self.batch];
            let evaluations = &offspring.evaluations()[first..first + self.batch];
            let parents = state.admit(genomes, evaluations);

            let Emitters {
                archive,
                sources,
                restarts,
                tuning,
                arrivals,
                ranking,
                points,
            } = &mut *state;
            let Emitter { distribution, guests } = &mut sources[number];
            let (guests, bounds) = (*guests, self.bounds.as_ref());
            let seed = |own: usize| step.seed.child((first + own) as u64);
            let points =
                fold::points(points, genomes, guests, bounds, distribution, seed);
            if parents > 0 {
                tuning.set_parents(distribution.mean().len(), parents, self.batch);
                distribution.learn(tuning, points, &ranking[..parents], guests);
            }

            if parents == 0 || is_flat(arrivals) || has_degenerated(distribution) {
                let elite = archive.genome(rng.index(archive.count()));
                distribution.restart(&self.point(elite), self.sigma);
                *restarts += 1;
            }
        }
    }

    fn keeps(&self) -> bool {
        true
    }

    fn revise(
        &self,
        _: &Step<'_, P, N>,
        state: &mut Self::State,
        revision: &Revision<'_, Vec<f64>, N>,
    ) {
        state.archive.revise(revision);
    }

    /// The gain over the elite of the bin.
    fn merit(
        &self,
        _: &Step<'_, P, N>,
        state: &Self::State,
        evaluation: &Evaluation<N>,
    ) -> Standing {
        state.archive.merit(evaluation)
    }

    fn columns(&self) -> &'static [&'static str] {
        &["coverage", "qd_score", "restarts"]
    }

    fn notes(&self, state: &Self::State) -> Notes {
        let Emitters { archive, restarts, .. } = state;
        Notes::new(&[archive.coverage(), archive.qd_score(self.floor), *restarts as f64])
    }
}

/// Whether all ranks are the same, within the 10⁻¹² of the emitters of pyribs.
fn is_flat(ranks: &[ChildRank]) -> bool {
    let (Some(first), Some(last)) = (ranks.first(), ranks.last()) else { return true };
    let change = (first.gain - last.gain).abs();
    first.class == last.class && change < 1e-12
}

/// Whether samples hardly differ in some direction, by the limits of the emitters of pyribs.
fn has_degenerated(distribution: &Distribution) -> bool {
    distribution.condition() > 1e14 || distribution.longest() < 1e-11
}
