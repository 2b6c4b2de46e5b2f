//! The features from which the field model predicts swaps.

use tilewright_grid::det;
use tilewright_match3::{Goal, Kind, Level, Paths, Target};

use super::field::Field;
use super::shape::Shape;

/// The numbers of swaps after which the mean field is sampled: the start, then about a third,
/// all and twice the length of `collect:30`, which takes `article` 18 swaps on the open 9 × 9
/// board.
const TIMES: [f64; 4] = [0.0, 6.0, 16.0, 40.0];
/// The number of features of each sample.
const LOOK: usize = 5;
/// The number of features: shares of the nine kinds, the samples, four of the paths, four of
/// clearing, and six products.
pub(crate) const COUNT: usize = 9 + TIMES.len() * LOOK + 4 + 4 + 6;
/// The index of the first feature of clearing, before the six products.
const CLEARING: usize = COUNT - 10;

/// The features of a level, for a goal.
pub(crate) fn features(shape: &Shape, level: &Level, goal: &Goal) -> Vec<f64> {
    let area = level.size().area() as f64;
    let kinds = level.cells().values();
    let count =
        |kind: Kind| kinds.iter().filter(|&&other| other == kind).count() as f64 / area;

    let mut features: Vec<f64> = Kind::SPECIALS.into_iter().map(count).collect();
    let target = Target::new(goal, level);
    let clearing = sample(shape, level, &target, &mut features);
    features.extend(path_features(level));
    features.extend(clearing);

    // Products, since the swaps are not linear in how hard the level is at first, how much of it
    // opens, and how much is to be cleared.
    let [first, later, hits] = [features[9], features[9 + LOOK], features[COUNT - 10]];
    let opened = later - first;
    let special: f64 = features[..9].iter().sum();
    features.extend([
        first * first,
        later * later,
        opened * opened,
        opened * special,
        hits * hits,
        special * special,
    ]);

    debug_assert_eq!(features.len(), COUNT);
    features
}

/// The same features for a goal that clears nothing.
pub(crate) fn without_clearing(mut features: Vec<f64>) -> Vec<f64> {
    features[CLEARING..CLEARING + 4].fill(0.0);
    features[COUNT - 2] = 0.0;
    features
}

/// Advances the mean field and adds the features of its samples. Returns the features of clearing: the
/// logarithms of the expected swaps, of the swaps until all is cleared with probability ½, of the
/// needed hits, and of the hits left at the last sample.
fn sample(
    shape: &Shape,
    level: &Level,
    target: &Target,
    features: &mut Vec<f64>,
) -> [f64; 4] {
    let area = level.size().area() as f64;
    let mut field = Field::new(shape, level);
    let (_, hits) = field.cleared(target);
    let mut looks = TIMES.into_iter().peekable();
    let (mut time, mut expected, mut half, mut left) = (0.0, 0.0, 0.0, hits);

    // Steps grow by a factor, since a field changes less and less: 1,500 swaps take 13 of them
    // instead of 750 steps of 2.
    let mut step = 2.0;

    loop {
        let (gone, rest) = field.cleared(target);
        if looks.next_if(|&look| look <= time).is_some() {
            let [drag, open, depth] = field.sums();
            let log = |value: f64| det::ln(value + 1.0);
            features.extend([
                log(field.potential),
                log(field.lines),
                drag / area,
                open / area,
                depth,
            ]);
            left = rest;
        }

        let is_cleared = gone > 0.99 || time > 1500.0;
        if looks.peek().is_none() && is_cleared {
            break;
        }

        // A step never passes over the next sample.
        let next = looks.peek().map_or(f64::INFINITY, |look| look - time);
        let pass = if next < f64::INFINITY { next.min(step) } else { step };
        expected += (1.0 - gone) * pass;
        half += if gone < 0.5 { pass } else { 0.0 };

        field.pass(pass);
        time += pass;
        step *= 1.6;
    }
    [expected, half, hits, left].map(|value| det::ln(value + 1.0))
}

/// The features of the fill paths: the share of sideways steps, the mean length of the paths, the share of
/// cells that are never refilled, and the spawners per column.
fn path_features(level: &Level) -> [f64; 4] {
    let paths = Paths::of(level);
    let (columns, area) = (level.size().columns as usize, level.size().area());
    let mut lengths = vec![0_u32; area];
    let (mut sideways, mut total, mut reached, mut spawners) = (0.0, 0.0, 0.0, 0.0);

    // Paths are found breadth-first, so that the length of a source is known before it is used.
    for index in paths.in_order() {
        reached += 1.0;
        let Some(source) = paths.source(index) else {
            spawners += 1.0;
            continue;
        };
        lengths[index] = lengths[source] + 1;
        total += f64::from(lengths[index]);
        sideways += f64::from(u8::from(source + columns != index));
    }

    let unreached = area as f64 - reached;
    let reached = reached.max(1.0);
    [
        sideways / reached,
        total / reached,
        unreached / area as f64,
        spawners / columns as f64,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_clearing_can_be_left_out() {
        let level: Level = "..2..\n.a.#.\n..1..\n.....\n..b..".parse().unwrap();
        let shape = Shape::new(level.size());
        let of = |goal: &str| features(&shape, &level, &goal.parse().unwrap());
        assert_eq!(without_clearing(of("clear:specials")), of("collect:20"));
        assert_ne!(of("clear:specials"), of("collect:20"));
    }
}
