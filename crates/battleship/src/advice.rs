//! Advice for the next shot: where ships may be, by all fleets that agree with the shots, by a sample of them, or by the
//! density of the placements.

use serde::{Deserialize, Serialize};
use tilewright_grid::{Cell, Grid, Seed, Watch};

use crate::hunters::{densities, sampled};
use crate::{Fit, FleetError, Limits, Mark, Placements, Sight};

/// How probabilities and the number of fleets are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AdviceMethod {
    /// All fleets that agree with the shots are counted.
    #[default]
    Exact,
    /// The probabilities come from a sample of fleets, as those of the hunter `posterior`, and the number is an estimate.
    Sampled,
    /// The placements of every ship on its own, as the hunter `density` weighs them.
    Density,
}

tilewright_grid::names! {
    /// All methods, from the surest to the fastest.
    AdviceMethod, key:
    Exact = "exact",
    Sampled = "sampled",
    Density = "density",
}

/// The number of fleets that agree with the shots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FleetCount {
    /// Counted.
    Exact(u128),
    /// The mean of an estimate without bias, and its standard error.
    Estimate {
        /// The mean.
        mean: f64,
        /// Its standard error; where ships have little room it is as large as the mean.
        error: f64,
    },
    /// Not asked for, or no fleet was drawn.
    Unknown,
}

/// Advice for the next shot.
///
/// ```
/// use tilewright_battleship::{Advice, AdviceMethod, FleetCount, Limits, Rules, Sight, Touch};
/// use tilewright_grid::{Cell, Seed, Size};
///
/// let rules = Rules::new(Size::new(2, 3), "2".parse()?, Touch::Never)?;
/// let sight = Sight::of_cells(&rules, &[Cell::new(0, 0)], &[Cell::new(1, 1)], &[])?;
/// let limits = Limits { memory: 1 << 26, nodes: 100_000 };
/// let advice = Advice::new(&sight, AdviceMethod::Exact, limits, Seed(1), &())?;
/// assert_eq!(advice.fleets, FleetCount::Exact(3));
/// assert_eq!(advice.probabilities[Cell::new(0, 1)], 1.0 / 3.0);
/// assert_eq!(advice.best(&sight, 1)[0].0, Cell::new(0, 1));
/// # Ok::<(), tilewright_battleship::FleetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// For every cell the probability that a ship occupies it: 1 where a shot hit, 0 where it missed. By
    /// [`Density`](AdviceMethod::Density) those of the ship alone that was hit, if one was.
    pub probabilities: Grid<f64>,
    /// The number of fleets that agree with the shots.
    pub fleets: FleetCount,
    /// How they were found; another than asked if the limits did not suffice.
    pub method: AdviceMethod,
}

impl Advice {
    /// The advice after some shots. If `exact` needs more than the limits, it is `sampled`. Samples are drawn from the seed.
    ///
    /// # Errors
    /// [`FleetError::NoFleet`] when it is proved that no legal fleet agrees with the shots, and [`FleetError::Cancelled`]
    /// when the watch stops it.
    pub fn new(
        sight: &Sight<'_>,
        method: AdviceMethod,
        limits: Limits,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let method = match sight.fit(limits.nodes.min(SEARCH), watch)? {
            // Counting proves what a short search does not.
            Fit::Undecided if method != AdviceMethod::Density => AdviceMethod::Exact,
            _ => method,
        };
        match method {
            AdviceMethod::Exact => match Placements::given(sight, limits, watch) {
                Ok(placements) if placements.total() == 0 => Err(FleetError::NoFleet),
                Ok(placements) => Ok(Self {
                    probabilities: placements.probabilities(),
                    fleets: FleetCount::Exact(placements.total()),
                    method,
                }),
                Err(FleetError::Cancelled) => Err(FleetError::Cancelled),
                Err(_) => Self::sampled(sight, seed, watch),
            },
            AdviceMethod::Sampled => Self::sampled(sight, seed, watch),
            AdviceMethod::Density => Ok(Self::dense(sight, FleetCount::Unknown)),
        }
    }

    /// The advice of a sample; that of the density where none can be drawn.
    fn sampled(
        sight: &Sight<'_>,
        seed: Seed,
        watch: &dyn Watch,
    ) -> Result<Self, FleetError> {
        let (fleets, probabilities) = sampled(sight, &mut seed.rng(), watch)?;
        Ok(match probabilities {
            Some(probabilities) => {
                Self { probabilities, fleets, method: AdviceMethod::Sampled }
            }
            None => Self::dense(sight, fleets),
        })
    }

    /// The advice of the density.
    fn dense(sight: &Sight<'_>, fleets: FleetCount) -> Self {
        Self { probabilities: densities(sight), fleets, method: AdviceMethod::Density }
    }

    /// The cells not shot at with the largest probabilities, at most `count`, the best first; equal ones in reading order. A
    /// cell that no ship can occupy is not among them.
    pub fn best(&self, sight: &Sight<'_>, count: usize) -> Vec<(Cell, f64)> {
        let cells = sight.rules().size().cells();
        let cells = cells.map(|cell| (cell, self.probabilities[cell]));
        let mut cells: Vec<_> = cells
            .filter(|&(cell, it)| sight.mark(cell) == Mark::Unknown && it > 0.0)
            .collect();
        cells.sort_by(|a, b| b.1.total_cmp(&a.1));
        cells.truncate(count);
        cells
    }
}

/// The nodes of the search for a contradiction before the advice: what a count decides anyway is not searched for long.
const SEARCH: u64 = 2048;
