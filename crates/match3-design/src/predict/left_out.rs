//! How well a method predicts levels whose mean swaps are known, each by all others.

use tilewright_match3::{Goal, Level};

use super::fit::Pair;
use super::mixed::Recipe;
use super::ridge::ridge;
use super::shape::Shape;
use super::{Fit, Method};

/// The leave-one-out predictions: of each level by a model of all others.
fn others(
    recipe: Recipe,
    features: &[Vec<f64>],
    means: &[f64],
    weights: &[f64],
) -> Vec<f64> {
    let values: Vec<f64> = means.iter().map(|&mean| recipe.target(mean)).collect();
    let without = |left_out: usize| {
        let rows: Vec<usize> = (0..means.len()).filter(|&row| row != left_out).collect();
        let pick = |from: &[f64]| rows.iter().map(|&row| from[row]).collect::<Vec<f64>>();
        let samples: Vec<_> = rows.iter().map(|&row| features[row].clone()).collect();
        let linear = ridge(&samples, &pick(&values), &pick(weights));
        recipe.output(linear.at(&features[left_out]))
    };
    (0..means.len()).map(without).collect()
}

/// The leave-one-out quality of a method on levels of one size whose mean swaps are known.
///
/// # Panics
/// When there are fewer than three levels, or they differ in size.
pub fn leave_one_out(levels: &[(Level, f64)], goal: &Goal, method: Method) -> Fit {
    let shape = Shape::new(levels[0].0.size());
    let recipe = Recipe { method, is_mixed: false };
    let features: Vec<Vec<f64>> =
        levels.iter().map(|(level, _)| recipe.inputs(&shape, level, goal)).collect();

    let means: Vec<f64> = levels.iter().map(|&(_, mean)| mean).collect();
    let predicted = others(recipe, &features, &means, &vec![1.0; means.len()]);

    let pair = |(&played, predicted)| Pair { played, error: 0.0, predicted };
    let pairs: Vec<Pair> = means.iter().zip(predicted).map(pair).collect();
    Fit { fitted: levels.len() as u32, ..Fit::of(&pairs) }
}
