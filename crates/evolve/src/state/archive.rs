//! An archive of elites, divided into bins by measures.

use serde::{Deserialize, Serialize};
use tilewright_grid::Seed;

use super::{Axis, Bins, Cells, Individual, Population, Standing, check_bins};
use crate::{Direction, Error, Evaluation, Revision, State};

/// An archive of elites (Mouret and Clune, *Illuminating search spaces by mapping elites*, arXiv
/// 1504.04909): the space of the measures is a grid of bins, or is divided into [`Cells`], and each bin
/// holds the best feasible individual that belongs to it, and, apart from it, the best infeasible one. Of equally good
/// individuals the earliest one stays.
///
/// Bins are numbered from 0; in a grid the last axis runs fastest.
///
/// ```
/// use tilewright_evolve::{Archive, Arrival, Axis, Direction, Evaluation};
///
/// let axes = [Axis::new(0.0, 10.0, 5)];
/// let mut archive = Archive::new(&axes, [Direction::Maximize, Direction::Measure])?;
/// assert_eq!(archive.insert(&"first", Evaluation::feasible([1.0, 3.0])), Arrival::New);
/// assert_eq!(archive.insert(&"better", Evaluation::feasible([5.0, 2.5])), Arrival::Better(4.0));
/// assert_eq!(archive.insert(&"worse", Evaluation::feasible([4.0, 2.0])), Arrival::Refused(-1.0));
/// let (elite, _) = archive.elite(1).expect("the second bin is filled");
/// assert_eq!((*elite, archive.coverage(), archive.qd_score(0.0)), ("better", 0.2, 5.0));
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Archive<G, const M: usize> {
    axes: Vec<Axis>,
    /// The direction of each value of an evaluation.
    directions: Vec<Direction>,
    feasible: Shelf<G, M>,
    infeasible: Shelf<G, M>,
    /// The bins, if they are no grid.
    cells: Option<Cells>,
}

/// What became of an individual that was offered to an [`Archive`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arrival {
    /// It is the first one of its bin.
    New,
    /// It replaced an elite that is worse by this much: by its objective, or, if both are
    /// infeasible, by its violation. It is 0 if two infeasible ones differ in the objective only.
    Better(f64),
    /// The elite is better by minus this much, or as good.
    Refused(f64),
}

/// The elites of all bins of a kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Shelf<G, const M: usize> {
    elites: Population<G, M>,
    /// The bin of each elite.
    bins: Vec<u32>,
    /// The number of the elite of each bin, from 1, or 0.
    places: Vec<u32>,
}

impl<G: Clone, const M: usize> Archive<G, M> {
    /// An empty archive with one axis for each measure, in their order.
    ///
    /// # Errors
    /// If an axis has no bins or its ends are not in order, if there are more than 2²⁴ bins, not
    /// as many axes as measures, or not exactly one objective.
    pub fn new(axes: &[Axis], directions: [Direction; M]) -> Result<Self, Error> {
        let bins = check_bins(Bins { axes, cells: None, seed: 0 }, directions)?;
        Ok(Self::empty(axes, bins, directions, None))
    }

    /// An empty archive whose bins are cells, with one axis for each measure.
    ///
    /// # Errors
    /// If there are not as many axes as measures, or not exactly one objective.
    pub fn of_cells(cells: Cells, directions: [Direction; M]) -> Result<Self, Error> {
        let plain: Vec<_> =
            cells.axes().iter().map(|axis| Axis { bins: 1, ..*axis }).collect();
        let bins = Bins { axes: &plain, cells: Some(cells.count()), seed: 0 };
        let count = check_bins(bins, directions)?;
        Ok(Self::empty(&plain, count, directions, Some(cells)))
    }

    fn empty(
        axes: &[Axis],
        bins: usize,
        directions: [Direction; M],
        cells: Option<Cells>,
    ) -> Self {
        let shelf = || Shelf {
            elites: Population::new(),
            bins: Vec::new(),
            places: vec![0; bins],
        };
        let (axes, directions) = (axes.to_vec(), directions.to_vec());
        Self { axes, directions, feasible: shelf(), infeasible: shelf(), cells }
    }

    /// Offers an individual, whose values must not be NaN.
    pub fn insert(&mut self, genome: &G, evaluation: Evaluation<M>) -> Arrival {
        let bin = self.bin(&evaluation);
        let standing = Standing::new(evaluation.violation, self.score(&evaluation));
        let is_feasible = evaluation.is_feasible();
        let kind = if is_feasible { &mut self.feasible } else { &mut self.infeasible };

        let place = kind.places[bin] as usize;
        if place == 0 {
            let count = kind.elites.len();
            kind.elites.resize(count + 1, genome);
            kind.elites.keep(count, genome, evaluation, standing);
            kind.bins.push(bin as u32);
            kind.places[bin] = count as u32 + 1;
            return Arrival::New;
        }

        let elite = kind.elites.standings()[place - 1];
        let violations = standing.violation().total_cmp(&elite.violation());

        // Equal ones come first: the difference of two infinite values is not a number.
        let gain = if standing == elite {
            0.0
        } else if is_feasible {
            standing.score() - elite.score()
        } else if violations.is_eq() {
            0.0
        } else {
            elite.violation() - standing.violation()
        };

        if standing < elite {
            kind.elites.keep(place - 1, genome, evaluation, standing);
            Arrival::Better(gain)
        } else {
            Arrival::Refused(gain)
        }
    }
}

impl<G: Clone + PartialEq, const M: usize> Archive<G, M> {
    /// Takes the new evaluations of elites that played again. One whose measures have moved leaves its bin and is
    /// offered to the archive anew.
    pub fn revise(&mut self, revision: &Revision<'_, G, M>) {
        let mut movers = Vec::new();
        for is_feasible in [true, false] {
            let kind = if is_feasible { &self.feasible } else { &self.infeasible };
            let mut revised = Vec::new();
            let elites = kind.elites.genomes.iter().zip(&kind.elites.evaluations);
            for (place, (genome, evaluation)) in elites.enumerate() {
                if let Some(new) = revision.of(genome, evaluation) {
                    let stays = new.is_feasible() == is_feasible
                        && self.bin(&new) == kind.bins[place] as usize;
                    revised.push((place, new, stays));
                }
            }

            // From the last one on, since the last elite takes the place of one that leaves.
            for &(place, new, stays) in revised.iter().rev() {
                let standing = Standing::new(new.violation, self.score(&new));
                let kind =
                    if is_feasible { &mut self.feasible } else { &mut self.infeasible };
                if stays {
                    kind.elites.evaluations[place] = new;
                    kind.elites.standings[place] = standing;
                } else {
                    movers.push((kind.remove(place), new));
                }
            }
        }
        movers.iter().rev().for_each(|(genome, evaluation)| {
            self.insert(genome, *evaluation);
        });
    }
}

impl<G, const M: usize> Archive<G, M> {
    /// The rank of an individual that may be offered: by its gain over the elite of its bin; the first one of a bin
    /// gains without end.
    pub(crate) fn merit(&self, evaluation: &Evaluation<M>) -> Standing {
        let kind =
            if evaluation.is_feasible() { &self.feasible } else { &self.infeasible };
        let place = kind.places[self.bin(evaluation)] as usize;
        let Some(elite) = place.checked_sub(1).map(|at| kind.elites.standings()[at])
        else {
            return Standing::new(evaluation.violation, f64::INFINITY);
        };
        let gain = self.score(evaluation) - elite.score();
        Standing::new(evaluation.violation, if gain.is_nan() { 0.0 } else { gain })
    }

    /// The number of bins.
    pub const fn bins(&self) -> usize {
        self.feasible.places.len()
    }

    /// The bin to which an evaluation belongs.
    pub fn bin(&self, evaluation: &Evaluation<M>) -> usize {
        let values = evaluation.objectives.iter().zip(&self.directions);
        let mut measures = values.filter(|(_, direction)| !direction.is_optimized());
        if let Some(cells) = &self.cells {
            let mut found = [0.0; M];
            let count = self.axes.len();
            found[..count].fill_with(|| measures.next().map_or(0.0, |(&value, _)| value));
            return cells.nearest(&found[..count]);
        }
        let bins = self.axes.iter().zip(measures);
        bins.fold(0, |bin, (axis, (&value, _))| bin * axis.bins + axis.bin(value))
    }

    /// The cells, if the bins are no grid.
    pub const fn cells(&self) -> Option<&Cells> {
        self.cells.as_ref()
    }

    /// The objective as a score, of which greater is better.
    pub(crate) fn score(&self, evaluation: &Evaluation<M>) -> f64 {
        let mut values = evaluation.objectives.iter().zip(&self.directions);
        let objective = values.find(|(_, direction)| direction.is_optimized());
        objective.map_or(0.0, |(&value, direction)| direction.score(value))
    }

    /// The feasible elite of a bin with its evaluation.
    pub fn elite(&self, bin: usize) -> Option<(&G, &Evaluation<M>)> {
        self.feasible.elite(bin)
    }

    /// The bins with a feasible elite in ascending order, with their elites.
    pub fn elites(&self) -> impl Iterator<Item = (usize, &G, &Evaluation<M>)> {
        let elite = |bin| self.elite(bin).map(|(genome, judged)| (bin, genome, judged));
        (0..self.bins()).filter_map(elite)
    }

    /// The feasible elites in the order in which their bins were filled.
    pub const fn feasible(&self) -> &Population<G, M> {
        &self.feasible.elites
    }

    /// The infeasible elites in the order in which their bins were filled.
    pub const fn infeasible(&self) -> &Population<G, M> {
        &self.infeasible.elites
    }

    /// The number of bins with a feasible elite.
    pub const fn len(&self) -> usize {
        self.feasible().len()
    }

    /// Whether no bin has a feasible elite.
    pub const fn is_empty(&self) -> bool {
        self.feasible().is_empty()
    }

    /// The share of bins with a feasible elite, from 0 to 1.
    pub const fn coverage(&self) -> f64 {
        self.len() as f64 / self.bins() as f64
    }

    /// The sum over all feasible elites of how much their objective is better than `floor`, the QD
    /// score (Pugh, Soros and Stanley, 2016). Elites below the floor count negative.
    pub fn qd_score(&self, floor: f64) -> f64 {
        let optimized = self.directions.iter().find(|it| it.is_optimized());
        let floor = optimized.map_or(0.0, |direction| direction.score(floor));
        self.feasible().standings().iter().map(|elite| elite.score() - floor).sum()
    }

    /// The genome of an elite: the feasible ones come first.
    pub(crate) fn genome(&self, index: usize) -> &G {
        let feasible = self.feasible().genomes();
        let infeasible = || &self.infeasible().genomes()[index - feasible.len()];
        feasible.get(index).unwrap_or_else(infeasible)
    }

    /// Whether an archive from a checkpoint has these bins and directions.
    pub(crate) fn fits(&self, bins: Bins<'_>, directions: [Direction; M]) -> bool {
        let cells = bins.cells.map(|count| Cells::new(bins.axes, count, Seed(bins.seed)));
        let is_same = match (&self.cells, cells) {
            (None, None) => true,
            (Some(own), Some(Ok(cells))) => *own == cells,
            _ => false,
        };
        is_same && self.axes == bins.axes && self.directions == directions
    }

    /// Whether the elites of a kind stand in their bins.
    fn has(&self, kind: &Shelf<G, M>, is_feasible: bool) -> bool {
        let elites = kind.elites.evaluations().iter().zip(kind.elites.standings());
        elites.zip(&kind.bins).all(|((elite, &standing), &bin)| {
            let expected = Standing::new(elite.violation, self.score(elite));
            elite.is_feasible() == is_feasible
                && standing == expected
                && self.bin(elite) == bin as usize
        })
    }

    /// The number of elites of both kinds.
    pub(crate) const fn count(&self) -> usize {
        self.len() + self.infeasible().len()
    }
}

impl<G, const M: usize> Shelf<G, M> {
    fn elite(&self, bin: usize) -> Option<(&G, &Evaluation<M>)> {
        let index = (*self.places.get(bin)? as usize).checked_sub(1)?;
        Some((&self.elites.genomes()[index], &self.elites.evaluations()[index]))
    }

    /// Removes an elite, whose place the last one takes. Returns its genome.
    fn remove(&mut self, place: usize) -> G {
        let bin = self.bins.swap_remove(place);
        self.places[bin as usize] = 0;
        if let Some(&moved) = self.bins.get(place) {
            self.places[moved as usize] = place as u32 + 1;
        }
        self.elites.remove(place)
    }

    fn is_sound(&self, bins: usize) -> bool {
        let is_at = |(index, &bin): (usize, &u32)| {
            self.places
                .get(bin as usize)
                .is_some_and(|&place| place as usize == index + 1)
        };
        self.elites.is_sound()
            && self.bins.len() == self.elites.len()
            && self.places.len() == bins
            && self.places.iter().filter(|&&place| place > 0).count() == self.bins.len()
            && self.bins.iter().enumerate().all(is_at)
    }
}

impl<G: Send + 'static, const M: usize> State<G, M> for Archive<G, M> {
    fn populations(&self) -> impl Iterator<Item = &Population<G, M>> + Clone {
        [self.feasible(), self.infeasible()].into_iter()
    }

    fn welcome(&mut self, migrant: &Individual<G, M>, _: Standing)
    where
        G: Clone,
    {
        self.insert(&migrant.genome, migrant.evaluation);
    }

    fn archives(&self) -> Vec<&Self> {
        vec![self]
    }

    fn is_sound(&self) -> bool {
        let grid =
            || self.axes.iter().map(|axis| axis.bins).try_fold(1, usize::checked_mul);
        let bins = self.cells.as_ref().map_or_else(grid, |cells| Some(cells.count()));
        let is_divided = |cells: &Cells| cells.axes().len() == self.axes.len();
        let measures = self.directions.iter().filter(|it| !it.is_optimized()).count();
        self.axes.iter().all(|axis| axis.check().is_ok())
            && self.directions.len() == M
            && self.axes.len() == measures
            && self.cells.as_ref().is_none_or(is_divided)
            && bins.is_some_and(|bins| {
                self.feasible.is_sound(bins) && self.infeasible.is_sound(bins)
            })
            && self.has(&self.feasible, true)
            && self.has(&self.infeasible, false)
    }
}
