//! The best response of a placer: weights that cost given hunters more shots.

use tilewright_grid::{Rng, Seed, Watch};

use crate::hunt::{CHUNK, play_while};
use crate::{FleetError, GibbsWeights, Hunter, Placer, Rules};

const FEATURES: usize = GibbsWeights::COUNT;

/// The step along the gradient, in energy per shot, and the largest change of a weight. Both are chosen; the other side's
/// next response makes up for a step too far.
const STEP: f64 = 0.5;
const LARGEST: f64 = 0.3;

/// The largest weight, positive or negative: with it fleets of a feature less are hardly ever drawn.
const MOST: f64 = 8.0;

/// What is added to the variance of each feature, since some fleets have none of it.
const RIDGE: f64 = 1e-3;

/// The features of a fleet, and the shots that it cost the hunter with this number.
type Game = ([f64; FEATURES], usize, f64);

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
    let matrix = std::array::from_fn(|one| {
        std::array::from_fn(|other| {
            let ridge = if one == other { RIDGE } else { 0.0 };
            ridge + mean(&|game| feature(game, one) * feature(game, other))
        })
    });
    let right = std::array::from_fn(|at| mean(&|game| feature(game, at) * shots(game)));
    solved(matrix, right)
}

/// The solution of a system of linear equations with a positive definite matrix, by elimination.
fn solved(
    mut matrix: [[f64; FEATURES]; FEATURES],
    mut right: [f64; FEATURES],
) -> [f64; FEATURES] {
    for at in 0..FEATURES {
        let pivot = matrix[at];
        for row in (0..FEATURES).filter(|row| *row != at) {
            let factor = matrix[row][at] / pivot[at];
            matrix[row]
                .iter_mut()
                .zip(pivot)
                .for_each(|(it, other)| *it -= factor * other);
            right[row] -= factor * right[at];
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}

#[cfg(test)]
mod tests {
    use super::*;

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
