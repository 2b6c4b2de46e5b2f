//! Searches for the weights of a placer that a hunter takes long to find even if it knows it, on 10 × 10:
//! `cargo run --release -p tilewright-battleship --example adversarial -- HALO CONTACT EDGE OVERLAP SHORT_EDGE [games [steps]]`,
//! a step each: the weights, the mean shots of the hunter that knows them and of density, and for every feature its mean
//! and what one standard deviation more of it is worth to the placer, in shots of either hunter. Then it goes a part of
//! the way that a linear regression of the shots of both on the features shows.
//!
//! (The gradient of the shots of the best response is that of the shots of a fixed hunter, by the envelope theorem; in a
//! Gibbs distribution it is the covariance of shots and features, and the coefficients of the regression are the natural
//! gradient.)

use std::error::Error;

use tilewright_battleship::{
    GibbsWeights, Hunter, Placer, Rules, SkilledHunter, Strategy, play,
};
use tilewright_grid::Seed;

/// A step along the gradient, in energy per shot. With 0.3 the weights swing between two responses of the hunter; 0.1 does not.
const STEP: f64 = 0.1;

const FEATURES: usize = 5;

/// The features of a fleet and the shots of both hunters.
type Game = ([f64; FEATURES], [f64; 2]);

#[expect(clippy::print_stdout, reason = "an example prints its results")]
fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Vec<f64> =
        std::env::args().skip(1).map(|word| word.parse()).collect::<Result<_, _>>()?;
    let mut weights = [2.0, 0.0, 0.0, 0.0, 0.0];
    weights.iter_mut().zip(&numbers).for_each(|(weight, number)| *weight = *number);
    let games = numbers.get(FEATURES).map_or(2000, |games| *games as u64);
    let steps = numbers.get(FEATURES + 1).map_or(1, |steps| *steps as u64);

    let rules = Rules::russian(10, 10)?;
    let density = Strategy::Density.hunter(&rules);
    for step in 0..steps {
        let [halo, contact, edge, overlap, short_edge] = weights;
        let now = GibbsWeights { halo, contact, edge, overlap, short_edge };
        let placer = Placer::mixture(&rules, &now.into());
        let knows =
            SkilledHunter::from(Strategy::Posterior).knowing(&rules, &placer, &())?;

        let mut rows = Vec::new();
        for game in 0..games {
            let seed = Seed(1).child(step).child(game);
            let fleet = placer.draw(&rules, &mut seed.child(0).rng())?;
            let shots = |hunter: &dyn Hunter| {
                play(&rules, &mut *hunter.fork(), &fleet, seed.child(1), |_, _| {})
            };
            let features = GibbsWeights::cells(&rules, &fleet).map(f64::from);
            rows.push((features, [shots(&*knows)?, shots(&*density)?].map(f64::from)));
        }

        let mean = |of: &dyn Fn(&Game) -> f64| {
            rows.iter().map(of).sum::<f64>() / rows.len() as f64
        };
        let shots = [0, 1].map(|hunter| mean(&|row| row.1[hunter]));
        let means: [f64; FEATURES] = std::array::from_fn(|at| mean(&|row| row.0[at]));
        let covariance = |one: usize, other: usize| {
            mean(&|row| (row.0[one] - means[one]) * (row.0[other] - means[other]))
        };
        let [slopes, others] = [0, 1].map(|hunter| {
            let ridge = |one, other| if one == other { 1e-3 } else { 0.0 };
            let matrix = std::array::from_fn(|one| {
                std::array::from_fn(|other| covariance(one, other) + ridge(one, other))
            });
            solved(
                matrix,
                std::array::from_fn(|at| {
                    mean(&|row| (row.0[at] - means[at]) * (row.1[hunter] - shots[hunter]))
                }),
            )
        });

        println!("{weights:.3?}: {:.2} known, {:.2} density", shots[0], shots[1]);
        for at in 0..FEATURES {
            let deviation = covariance(at, at).sqrt();
            let worth = [slopes, others].map(|it| it[at] * deviation);
            println!("  feature {at}: mean {:.2}, worth {worth:.2?}", means[at]);
            weights[at] -= STEP * (slopes[at] + others[at]) / 2.0;
        }
    }
    Ok(())
}

/// The solution of a system of linear equations with a positive definite matrix, by elimination.
fn solved(
    mut matrix: [[f64; FEATURES]; FEATURES],
    mut right: [f64; FEATURES],
) -> [f64; FEATURES] {
    for at in 0..FEATURES {
        for row in (0..FEATURES).filter(|row| *row != at) {
            let factor = matrix[row][at] / matrix[at][at];
            let pivot = matrix[at];
            matrix[row]
                .iter_mut()
                .zip(pivot)
                .for_each(|(it, pivot)| *it -= factor * pivot);
            right[row] -= factor * right[at];
        }
    }
    std::array::from_fn(|at| right[at] / matrix[at][at])
}
