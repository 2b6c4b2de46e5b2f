//! The Voronoi cells of centroids, as the bins of an archive.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tilewright_grid::Seed;

use super::Axis;
use super::tree::Tree;
use crate::{Error, Limits};

/// The Voronoi cells of centroids that fill the space of the measures (CVT;
/// Vassiliades, Chatzilygeroudis and Mouret, *Using centroidal Voronoi tessellations to scale up the
/// multidimensional archive of phenotypic elites algorithm*, 2018): the bins of an
/// [`Archive`](crate::Archive) with many measures, whose grid would have too many.
///
/// The centroids are those of the clusters of uniform samples (k-means), twenty for each cell or fewer where there
/// are many cells and axes. The same axes, number and seed give the same centroids. Distances are in units of the widths of the axes, and
/// values outside an axis count as its ends.
///
/// ```
/// use tilewright_evolve::{Axis, Cells, Seed};
///
/// let axes = [Axis::new(0.0, 1.0, 1), Axis::new(-50.0, 50.0, 1)];
/// let cells = Cells::new(&axes, 100, Seed(1))?;
/// let centroid = cells.centroid(7);
/// assert_eq!(cells.nearest(&centroid), 7);
/// # Ok::<(), tilewright_evolve::Error>(())
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "Settings", into = "Settings")]
pub struct Cells(Arc<Table>);

/// What decides the centroids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Settings {
    axes: Vec<Axis>,
    count: usize,
    seed: Seed,
}

struct Table {
    settings: Settings,
    /// The indices of the axes that have ends.
    bounded: Vec<usize>,
    tree: Tree,
}

/// The most cells: a bound. Their centroids take minutes where there are many axes.
pub(crate) const MOST: usize = 1 << 16;
/// The most coordinates of all centroids: a bound. Nobody can stop k-means, which takes some seconds for that number.
const MOST_COORDINATES: usize = 1 << 17;
/// The most axes with ends: a bound, so that a search needs no memory.
const MOST_AXES: usize = 16;
/// The samples of each cell. Chosen: the mean squared distance from the nearest of 1,000 centroids in two dimensions was
/// 1.83 · 10⁻⁴, and 1.88 · 10⁻⁴ with the k-means of scikit-learn to its end on as many samples.
const SAMPLES: f64 = 20.0;
/// The fewest samples of each cell, where there are many cells and axes.
const LEAST_SAMPLES: f64 = 4.0;
/// The most rounds of k-means, and the fewest. Chosen.
const ROUNDS: [f64; 2] = [30.0, 2.0];
/// The most coordinates that all rounds together look at, by a rough estimate, unless the fewest samples and rounds take
/// more: some seconds.
const WORK: f64 = 5e9;
/// How many tables are kept that were computed last: every island and every search that is resumed begins with
/// the same one.
const KNOWN: usize = 4;

static LAST: Mutex<Vec<Cells>> = Mutex::new(Vec::new());

impl Cells {
    /// That many cells of the space between the ends of the axes, whose numbers of bins do not matter. An
    /// axis [without ends](Axis::UNBOUNDED) does not count.
    ///
    /// # Errors
    /// If there are no cells or more than 65,536, or more than 131,072 divided by the number of axes with ends; the
    /// ends of an axis are not finite or not in order, or no axis or more than 16 have ends.
    pub fn new(axes: &[Axis], count: usize, seed: Seed) -> Result<Self, Error> {
        check(axes, count)?;
        let settings = Settings { axes: axes.to_vec(), count, seed };

        let known = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cells) = known.iter().find(|cells| cells.0.settings == settings) {
            return Ok(cells.clone());
        }
        drop(known);

        let bounded: Vec<usize> =
            (0..axes.len()).filter(|&at| axes[at] != Axis::UNBOUNDED).collect();
        let tree = Tree::new(&centroids(bounded.len(), count, seed), bounded.len());
        let cells = Self(Arc::new(Table { settings, bounded, tree }));

        let mut known = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KNOWN {
            known.remove(0);
        }
        known.push(cells.clone());
        Ok(cells)
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.0.settings.count
    }

    /// The axes.
    pub fn axes(&self) -> &[Axis] {
        &self.0.settings.axes
    }

    /// The centroid of a cell: a value for each axis, 0 for one without ends.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn centroid(&self, cell: usize) -> Vec<f64> {
        let Table { settings: Settings { axes, .. }, bounded, tree } = &*self.0;
        let mut centroid = vec![0.0; axes.len()];
        for (&at, share) in bounded.iter().zip(tree.point(cell)) {
            let Axis { low, high, .. } = axes[at];
            centroid[at] = low + share * (high - low);
        }
        centroid
    }

    /// The cell whose centroid is nearest to these values, one for each axis; of equally near ones the first.
    pub fn nearest(&self, measures: &[f64]) -> usize {
        let Table { settings: Settings { axes, .. }, bounded, tree } = &*self.0;
        let mut point = [0.0; MOST_AXES];
        for (share, &at) in point.iter_mut().zip(bounded) {
            let Axis { low, high, .. } = axes[at];
            *share = ((measures[at] - low) / (high - low)).clamp(0.0, 1.0);
        }
        tree.nearest(&point[..bounded.len()], None)
    }
}

/// Checks the settings of cells.
pub(super) fn check(axes: &[Axis], count: usize) -> Result<(), Error> {
    Limits::Whole(1, MOST).check("cells", count as f64)?;
    axes.iter().try_for_each(Axis::check)?;
    let bounded = axes.iter().filter(|&axis| *axis != Axis::UNBOUNDED).count();
    Limits::Whole(1, MOST_AXES).check("axes", bounded as f64)?;
    Limits::Whole(1, MOST_COORDINATES / bounded).check("cells", count as f64)
}

/// The centroids of the clusters of uniform samples from the unit cube, one after the other (Lloyd's
/// algorithm, which begins with the first samples).
fn centroids(axes: usize, count: usize, seed: Seed) -> Vec<f64> {
    // A tree looks at all cells if there are many axes.
    let looked = (count as f64).min(16.0 * f64::from(1_u32 << axes));
    let round = count as f64 * axes as f64 * looked;
    let [most, least] = ROUNDS;
    let each = (WORK / (least * round)).clamp(LEAST_SAMPLES, SAMPLES) as usize;
    let rounds = (WORK / (each as f64 * round)).clamp(least, most) as usize;

    let mut rng = seed.rng();
    let samples: Vec<f64> = (0..each * count * axes).map(|_| rng.unit()).collect();
    let mut centroids = samples[..count * axes].to_vec();
    let mut nearest: Vec<u32> = vec![0; each * count];
    for _ in 0..rounds {
        let tree = Tree::new(&centroids, axes);
        let found: Vec<u32> = (samples.par_chunks_exact(axes).zip(&nearest))
            .map(|(sample, &last)| tree.nearest(sample, Some(last as usize)) as u32)
            .collect();
        if found == nearest {
            break;
        }
        nearest = found;
        move_to_means(&mut centroids, &samples, &nearest, axes);
    }
    centroids
}

/// Moves each centroid to the mean of its samples; one without stays. The sums are computed in the order of
/// the samples, so that they are the same on any number of threads.
fn move_to_means(centroids: &mut [f64], samples: &[f64], nearest: &[u32], axes: usize) {
    let mut counts = vec![0_u32; centroids.len() / axes];
    let mut sums = vec![0.0; centroids.len()];
    for (sample, &cell) in samples.chunks_exact(axes).zip(nearest) {
        let cell = cell as usize;
        counts[cell] += 1;
        let sum = &mut sums[cell * axes..(cell + 1) * axes];
        sum.iter_mut().zip(sample).for_each(|(sum, value)| *sum += value);
    }

    let own = centroids.chunks_exact_mut(axes).zip(sums.chunks_exact(axes));
    for ((centroid, sum), &count) in own.zip(&counts) {
        if count > 0 {
            centroid
                .iter_mut()
                .zip(sum)
                .for_each(|(value, sum)| *value = sum / f64::from(count));
        }
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        self.0.settings == other.0.settings
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { axes, count, seed } = &self.0.settings;
        f.debug_struct("Cells")
            .field("axes", axes)
            .field("count", count)
            .field("seed", seed)
            .finish()
    }
}

impl From<Cells> for Settings {
    fn from(cells: Cells) -> Self {
        cells.0.settings.clone()
    }
}

impl TryFrom<Settings> for Cells {
    type Error = Error;

    fn try_from(settings: Settings) -> Result<Self, Error> {
        Self::new(&settings.axes, settings.count, settings.seed)
    }
}
