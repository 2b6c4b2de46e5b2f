//! The best response of a placer: weights that cost given hunters more shots.

use nalgebra::{Cholesky, SMatrix, SVector};
use tilewright_grid::{Rng, Seed, Watch};

use crate::hunt::{CHUNK, play_while};
use crate::{FleetError, GibbsWeights, Hunter, Placer, Rules};

/// The steps of a climb. Chosen: they change a weight by 2.4 at most, about as much as is between uniform fleets and the
/// built-in placer.
pub(super) const CLIMB: u32 = 8;

const FEATURES: usize = GibbsWeights::COUNT;

/// The step along the gradient, in energy per shot, and the largest change of a weight. Both are chosen; a step
/// too far is not kept.
const STEP: f64 = 0.5;
const LARGEST: f64 = 0.3;

/// The largest weight, positive or negative: with it fleets of a feature less are hardly ever drawn.
const MOST: f64 = 8.0;

/// What is added to the variance of each feature, since some fleets have none of it.
const RIDGE: f64 = 1e-3;

/// The features of a fleet, and the shots that it cost the hunter with this number.
type Game = ([f64; FEATURES], usize, f64);

/// A climb from given weights, the best of which so far it keeps: its steps are of constant length and follow a measured
/// slope, so that the last of them may lead downhill.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Climb {
    weights: GibbsWeights,
    /// How many weights were measured.
    measured: u32,
    /// The weights with the most mean shots, the earliest of equals, and these shots; none before the first are measured.
    best: Option<(GibbsWeights, f64)>,
    /// Whether the best weights are those of the start.
    is_at_start: bool,
}

impl From<GibbsWeights> for Climb {
    fn from(weights: GibbsWeights) -> Self {
        Self { weights, measured: 0, best: None, is_at_start: true }
    }
}

impl Climb {
    /// The weights that are measured next.
    pub(super) const fn weights(&self) -> GibbsWeights {
        self.weights
    }

    pub(super) const fn measured(&self) -> u32 {
        self.measured
    }

    /// Whether the weights after the last step were measured, too.
    pub(super) const fn is_done(&self) -> bool {
        self.measured > CLIMB
    }

    /// Adds the mean shots of the weights, and those after a step from them.
    pub(super) fn add(&mut self, shots: f64, after: GibbsWeights) {
        if self.best.is_none_or(|(_, most)| shots > most) {
            self.best = Some((self.weights, shots));
            self.is_at_start = self.measured == 0;
        }
        self.weights = after;
        self.measured += 1;
    }

    /// The best weights, if they are better than those of the start.
    pub(super) fn better(&self) -> Option<GibbsWeights> {
        self.best.filter(|_| !self.is_at_start).map(|(weights, _)| weights)
    }
}

/// A step uphill from these weights: the weights after it, and the mean shots before it. The hunters play with these
/// probabilities.
///
/// (In a Gibbs distribution the natural gradient of the mean shots is the slope of a linear regression of the shots on the
/// features.)
pub(super) fn climbed(
    rules: &Rules,
    weights: GibbsWeights,
    hunters: &[(f64, &dyn Hunter)],
    games: u32,
    seed: Seed,
    watch: &dyn Watch,
) -> Result<(GibbsWeights, f64), FleetError> {
    let placer = Placer::mixture(rules, &weights.into());
    let begin = || hunters.iter().map(|it| it.1.fork()).collect::<Vec<_>>();
    let one = |forks: &mut Vec<Box<dyn Hunter>>, game: u32| -> Result<_, FleetError> {
        let seed = seed.child(u64::from(game));
        let fleet = placer.draw(rules, &mut seed.child(0).rng())?;
        let at = chosen(hunters, &mut seed.child(2).rng());
        let shots = play_while(rules, &mut *forks[at], &fleet, seed.child(1), |_, _| {
            watch.look()
        })?;
        let cells = GibbsWeights::cells(rules, &fleet).map(f64::from);
        Ok(shots.map(|shots| (cells, at, f64::from(shots))))
    };
    let played: Vec<Game> = tilewright_play::all(0..games, CHUNK, begin, one)?;
    if played.len() < games as usize {
        return Err(FleetError::Cancelled);
    }

    let mean = |of: &dyn Fn(&Game) -> f64| {
        played.iter().map(of).sum::<f64>() / played.len() as f64
    };
    let slopes = slopes(&played, hunters.len());
    let mut after = weights.values();
    for (weight, slope) in after.iter_mut().zip(slopes) {
        *weight -= (STEP * slope).clamp(-LARGEST, LARGEST);
        *weight = weight.clamp(-MOST, MOST);
    }
    Ok((GibbsWeights::of_values(after), mean(&|game| game.2)))
}

/// The number of a random hunter.
fn chosen(hunters: &[(f64, &dyn Hunter)], rng: &mut Rng) -> usize {
    let mut left = rng.unit() * hunters.iter().map(|it| it.0).sum::<f64>();
    let found = hunters.iter().position(|(share, _)| {
        left -= share;
        left < 0.0
    });
    found.unwrap_or(hunters.len() - 1)
}

/// The slopes of a linear regression of the shots on the features. Of the shots those of each hunter in the mean are
/// subtracted, since which of them plays says nothing about the fleet.
fn slopes(played: &[Game], hunters: usize) -> [f64; FEATURES] {
    let count = played.len() as f64;
    let mut sums = vec![(0.0, 0.0); hunters];
    for (_, hunter, shots) in played {
        sums[*hunter].0 += 1.0;
        sums[*hunter].1 += shots;
    }
    let mean = |of: &dyn Fn(&Game) -> f64| played.iter().map(of).sum::<f64>() / count;
    let means: [f64; FEATURES] = std::array::from_fn(|at| mean(&|game| game.0[at]));
    let feature = |game: &Game, at: usize| game.0[at] - means[at];
    let shots = |game: &Game| game.2 - sums[game.1].1 / sums[game.1].0;
    let matrix = SMatrix::<f64, FEATURES, FEATURES>::from_fn(|one, other| {
        let ridge = if one == other { RIDGE } else { 0.0 };
        ridge + mean(&|game| feature(game, one) * feature(game, other))
    });
    let right = SVector::from_fn(|at, _| mean(&|game| feature(game, at) * shots(game)));
    let matrix = Cholesky::new(matrix).expect("the ridge makes it positive definite");
    matrix.solve(&right).into()
}

#[cfg(test)]
mod tests {
    use tilewright_grid::Size;

    use super::*;
    use crate::{Strategy, Touch, hunt};

    #[test]
    fn a_climb_leads_to_more_shots() {
        let rules =
            Rules::new(Size::new(6, 6), "3,2,1".parse().unwrap(), Touch::Never).unwrap();
        let density = Strategy::Density.hunter(&rules);
        let start = GibbsWeights::default();
        let mut climb = Climb::from(start);
        while !climb.is_done() {
            let seed = Seed(1).child(u64::from(climb.measured()));
            let hunters = [(1.0, &*density)];
            let climbed =
                climbed(&rules, climb.weights(), &hunters, 500, seed, &()).unwrap();
            climb.add(climbed.1, climbed.0);
        }

        let mean = |weights: GibbsWeights| {
            let placer = Placer::mixture(&rules, &weights.into());
            let shots = hunt(&rules, &*density, &placer, 0..1000, Seed(2), &()).unwrap();
            f64::from(shots.iter().sum::<u32>()) / 1000.0
        };
        let (start, better) = (mean(start), mean(climb.better().unwrap()));
        // In fresh games, in which the difference has a standard error of 0.25.
        assert!(better > start + 1.0, "{start} {better}");
    }

    #[test]
    fn a_climb_keeps_the_best_weights() {
        let of = |halo| GibbsWeights { halo, ..GibbsWeights::default() };
        let better = |shots: [f64; 9]| {
            let mut climb = Climb::from(of(0.0));
            for (shots, halo) in shots.into_iter().zip(1..) {
                assert!(!climb.is_done());
                climb.add(shots, of(f64::from(halo)));
            }
            assert!(climb.is_done());
            climb.better()
        };
        // The earliest of equals, also in the place of the start.
        let shots = [50.0, 52.0, 53.0, 51.0, 53.0, 49.0, 40.0, 40.0, 45.0];
        assert_eq!(better(shots), Some(of(2.0)));
        let shots = [50.0, 49.0, 48.0, 50.0, 47.0, 46.0, 50.0, 40.0, 50.0];
        assert_eq!(better(shots), None);
        // The weights after the last step count, too.
        let shots = [50.0, 49.0, 48.0, 50.0, 47.0, 46.0, 50.0, 40.0, 51.0];
        assert_eq!(better(shots), Some(of(8.0)));
    }

    #[test]
    fn slopes_are_those_of_made_up_shots() {
        let mut rng = Seed(1).rng();
        let truth = [0.5, -1.0, 0.0, 2.0, 0.25];
        let mut game = |_| {
            let features: [f64; FEATURES] =
                std::array::from_fn(|_| f64::from(rng.below(10)));
            let hunter = rng.index(2);
            let shots: f64 =
                features.iter().zip(truth).map(|(it, slope)| it * slope).sum();
            (features, hunter, 50.0 + 10.0 * hunter as f64 + shots)
        };
        let played: Vec<Game> = (0..2000).map(&mut game).collect();
        for (found, expected) in slopes(&played, 2).iter().zip(truth) {
            assert!((found - expected).abs() < 0.1, "{found} {expected}");
        }
    }
}
